import type { Anchor } from '../store.ts'
import { contextsOf } from './anchor-context.ts'
import type { Connection } from './connection.ts'
import {
  deleteUnits,
  draftUnit,
  insertAlias,
  insertUnits,
  storedDraft,
  type UnitDraft,
} from './write-units.ts'

/**
 * Anchors stored turns again and puts what comes out in the place of their units. Units that come out the same stay,
 * and a vector stays with its passage.
 *
 * @param positions Closed under `withSharedUnits`.
 * @returns Keys of the units that went.
 */
export function anchorAnew(
  connection: Connection,
  positions: ReadonlySet<number>,
  anchor: Anchor,
): readonly number[] {
  if (positions.size === 0) return []
  const old = turnUnitsOf(connection, positions)
  for (const position of positions) connection.run('DELETE FROM alias WHERE turn = ?', position)
  const { units, aliases } = anchor(contextsOf(connection, [...positions]))
  const drafts = units.map((unit) => draftUnit(connection, unit))
  const gone = replaceUnits(connection, old, drafts)
  for (const alias of aliases) insertAlias(connection, alias)
  return gone
}

/** Turns with all those that share a unit with them: they are anchored anew together or not at all. */
export function withSharedUnits(connection: Connection, positions: Iterable<number>): Set<number> {
  const all = new Set(positions)
  // A set is walked in the order of insertion, what is added meanwhile included.
  for (const position of all) {
    for (const other of sourcesOf(connection, turnUnitsOf(connection, [position]))) all.add(other)
  }
  return all
}

/** Keys of all units drawn from turns without a model. */
export function turnUnitsOf(connection: Connection, positions: Iterable<number>): Set<number> {
  return new Set(
    unitsOf(connection, positions)
      .filter(({ window }) => window === null)
      .map(({ key }) => key),
  )
}

/** Keys of all units that a model wrote of turns; `valid`: those of windows that are not to be anchored again. */
export function modelUnitsOf(
  connection: Connection,
  positions: Iterable<number>,
  which: 'all' | 'valid' = 'all',
): Set<number> {
  return new Set(
    unitsOf(connection, positions)
      .filter(({ window }) => window !== null && (which === 'all' || window > 0))
      .map(({ key }) => key),
  )
}

type DrawnUnit = { readonly key: number; readonly window: number | null }

function unitsOf(connection: Connection, positions: Iterable<number>): readonly DrawnUnit[] {
  return [...positions].flatMap((position) =>
    connection.all<DrawnUnit>(
      `SELECT drawn.key, anchor_window AS window
       FROM (SELECT key FROM unit WHERE turn = ?1 UNION SELECT unit FROM further_source WHERE turn = ?1) AS drawn
       LEFT JOIN model_unit ON model_unit.unit = drawn.key`,
      position,
    ),
  )
}

/** Positions of all source turns of units. */
export function sourcesOf(connection: Connection, keys: Iterable<number>): Set<number> {
  const positions = new Set<number>()
  for (const key of keys) {
    const rows = connection.all<{ turn: number }>(
      'SELECT turn FROM unit WHERE key = ?1 UNION SELECT turn FROM further_source WHERE unit = ?1',
      key,
    )
    for (const { turn } of rows) positions.add(turn)
  }
  return positions
}

/** Puts drafts in the place of stored units; equal ones stay. Returns the keys of those that went. */
export function replaceUnits(
  connection: Connection,
  old: ReadonlySet<number>,
  wanted: readonly UnitDraft[],
): readonly number[] {
  const drafts = new Map(wanted.map((draft) => [textOf(draft), draft]))
  const stored = [...old].map((key) => ({ key, draft: storedDraft(connection, key) }))
  const kept = new Set(stored.map(({ draft }) => textOf(draft)).filter((text) => drafts.has(text)))
  const gone = stored.filter(({ draft }) => !kept.has(textOf(draft)))
  const keyByPassage = new Map(gone.map(({ key, draft }) => [passageOf(draft), key]))
  for (const [text, draft] of drafts) {
    if (kept.has(text)) continue
    const key = insertUnits(connection, [draft])[0]!
    const before = keyByPassage.get(passageOf(draft))
    if (before !== undefined) moveVector(connection, before, key)
    keyByPassage.delete(passageOf(draft))
  }
  const keys = gone.map(({ key }) => key)
  deleteUnits(connection, keys)
  return keys
}

const textOf = (draft: UnitDraft): string => JSON.stringify(draft)

const passageOf = ({ content, passage }: UnitDraft): string =>
  passage ?? (JSON.parse(content) as { restatement: string }).restatement

/** Under a new change, as the views look for changes. */
function moveVector(connection: Connection, from: number, to: number): void {
  if (connection.get('SELECT 1 FROM vector WHERE unit = ?', from) === undefined) return
  const { change } = connection.one<{ change: number }>(
    'UPDATE bank SET vector_change = vector_change + 1 RETURNING vector_change AS change',
  )
  connection.run('UPDATE vector SET unit = ?, change = ? WHERE unit = ?', to, change, from)
  connection.run('DELETE FROM pending WHERE unit = ?', to)
}
