import type { Alias } from '../../model/history.ts'
import type { TurnId } from '../../model/turn.ts'
import type { AnchoredUnit } from '../store.ts'
import type { Connection } from './connection.ts'
import type { SqlValue } from './driver.ts'
import { groupBy } from './group-by.ts'
import { insertRows } from './insert-rows.ts'
import { joinList, toContent } from './rows.ts'
import { storable } from './storable.ts'

/** What is written of a unit; equal drafts make equal rows. */
export type UnitDraft = {
  /** Values of `unit` after its key, in the order of its columns. */
  readonly entry: readonly SqlValue[]
  readonly content: string
  readonly passage: string | null
  /** Positions of the source turns after the first. */
  readonly further: readonly number[]
  readonly persons: readonly string[]
  /** The window that a language model saw; undefined for a unit that was drawn without one. */
  readonly window: number | undefined
}

export type SourceRow = { position: number; session: number; speaker: number; time: number; day: number }

type DraftOptions = {
  /** The window that the unit was written of, where a model wrote it. */
  readonly window?: number | undefined
  /** Rows of turns that have just been read or written. */
  readonly sources?: ReadonlyMap<TurnId, SourceRow>
}

/** @throws {RangeError} If a source turn is not in the bank. */
export function draftUnit(
  connection: Connection,
  { unit, entry, passage }: AnchoredUnit,
  { window, sources }: DraftOptions = {},
): UnitDraft {
  const [source, ...further] = unit.sources.map((id) => sources?.get(id) ?? sourceOf(connection, id)) as [
    SourceRow,
    ...SourceRow[],
  ]
  return {
    entry: [
      source.position,
      entry.part,
      source.session,
      source.speaker,
      source.time,
      source.day,
      entry.eventFirst ?? null,
      entry.eventLast ?? null,
      entry.flags,
      storable(joinList(entry.persons)),
      storable(joinList(entry.terms)),
    ],
    content: toContent(unit),
    passage: passage === unit.restatement ? null : storable(passage),
    further: [...new Set(further.map(({ position }) => position))].sort((a, b) => a - b),
    persons: unit.context.persons,
    window,
  }
}

/** Inserts units as pending; returns their keys in order. */
export function insertUnits(connection: Connection, drafts: readonly UnitDraft[]): readonly number[] {
  const keys = insertRows(
    connection,
    UNIT_COLUMNS,
    drafts.map(({ entry }) => entry),
  )
  const keyed = drafts.map((draft, index) => ({ ...draft, key: keys[index]! }))
  insertRows(
    connection,
    'unit_text (unit, content, passage)',
    keyed.map(({ key, content, passage }) => [key, content, passage]),
  )
  insertRows(
    connection,
    'pending (unit)',
    keys.map((key) => [key]),
  )
  insertRows(
    connection,
    'further_source (turn, unit)',
    keyed.flatMap(({ key, further }) => further.map((position) => [position, key])),
  )
  insertRows(
    connection,
    'model_unit (unit, anchor_window)',
    keyed.flatMap(({ key, window }) => (window === undefined ? [] : [[key, window]])),
  )
  countPersons(connection, drafts, 1)
  return keys
}

const UNIT_COLUMNS =
  'unit (turn, part, session, speaker, time, day, event_first, event_last, flags, persons, terms)'

export function insertAlias(connection: Connection, { alias, person, source }: Alias): void {
  connection.run(
    'INSERT OR IGNORE INTO alias (turn, alias, person) VALUES (?, ?, ?)',
    sourceOf(connection, source).position,
    storable(alias),
    storable(person),
  )
}

/** The draft that would make the rows of a stored unit, its keys in the order of `draftUnit`. */
export function storedDraft(connection: Connection, key: number): UnitDraft {
  const { key: _key, ...entry } = connection.one<Record<string, SqlValue>>(
    'SELECT * FROM unit WHERE key = ?',
    key,
  )
  const text = connection.one<{ content: string; passage: string | null }>(
    'SELECT content, passage FROM unit_text WHERE unit = ?',
    key,
  )
  const further = connection.all<{ turn: number }>('SELECT turn FROM further_source WHERE unit = ?', key)
  return {
    entry: Object.values(entry),
    content: text.content,
    passage: text.passage,
    further: further.map(({ turn }) => turn),
    persons: personsIn(text.content),
    window: windowOf(connection, key),
  }
}

/** Removes units with everything that hangs on them. */
export function deleteUnits(connection: Connection, keys: Iterable<number>): void {
  for (const key of keys) {
    const text = connection.get<{ content: string }>('SELECT content FROM unit_text WHERE unit = ?', key)
    if (text !== undefined) {
      const persons = personsIn(text.content)
      countPersons(connection, [{ persons, window: windowOf(connection, key) }], -1)
    }
    for (const table of ['vector', 'pending', 'unembeddable', 'further_source', 'model_unit', 'unit_text']) {
      connection.run(`DELETE FROM ${table} WHERE unit = ?`, key)
    }
    connection.run('DELETE FROM unit WHERE key = ?', key)
  }
  for (const table of ['person', 'model_person']) connection.run(`DELETE FROM ${table} WHERE units <= 0`)
}

export const windowOf = (connection: Connection, key: number): number | undefined =>
  connection.get<{ window: number }>('SELECT anchor_window AS window FROM model_unit WHERE unit = ?', key)
    ?.window

const personsIn = (content: string): readonly string[] =>
  (JSON.parse(content) as { context: { persons: readonly string[] } }).context.persons

function sourceOf(connection: Connection, id: TurnId): SourceRow {
  const row = connection.get<SourceRow>(
    'SELECT position, session, speaker, time, day FROM turn WHERE id = ?',
    id,
  )
  if (row === undefined) throw new RangeError(`Cannot store a unit drawn from ${id}: there is no such turn`)
  return row
}

/** Persons of the model's units are counted apart: what it says ranks nobody whom the turns name. */
function countPersons(
  connection: Connection,
  drafts: readonly Pick<UnitDraft, 'persons' | 'window'>[],
  by: 1 | -1,
): void {
  for (const [table, theirs] of groupBy(drafts, ({ window }) =>
    window === undefined ? 'person' : 'model_person',
  )) {
    const counts = new Map<string, number>()
    for (const { persons } of theirs)
      for (const name of new Set(persons.map(storable))) counts.set(name, (counts.get(name) ?? 0) + by)
    for (const [name, units] of counts)
      connection.run(
        `INSERT INTO ${table} (name, units) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET units = units + ?2`,
        name,
        units,
      )
  }
}
