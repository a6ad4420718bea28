import type { Turn, TurnId } from '../../model/turn.ts'
import type { AnchoredUnit } from '../store.ts'
import type { AnchorWindow, WindowQueue, WindowShape } from '../window-queue.ts'
import { modelUnitsOf } from './anchor-anew.ts'
import { AwaitingTurns } from './awaiting-turns.ts'
import type { Connection } from './connection.ts'
import { unitsByKey } from './read.ts'
import { type TurnRow, toTurn, turnColumns, turnSource } from './rows.ts'
import { isStillThere } from './same-turn.ts'
import { storable } from './storable.ts'
import { dropWindows, insertWindow, isAnchored } from './windows.ts'

/** `removed` is told of the units that went, with the generation of the bank before. */
export function windowQueue(
  connection: Connection,
  removed: (removal: { readonly gone: readonly number[]; readonly generation: number }) => void,
): WindowQueue {
  const awaiting = new AwaitingTurns(connection)
  return {
    async pending(shape, limit) {
      return connection.read(() => cut(connection, awaiting.first(limit * shape.turns), { shape, limit }))
    },
    async count() {
      const { turns, anchored, refused } = connection.one<Record<'turns' | 'anchored' | 'refused', number>>(
        `SELECT (SELECT count(*) FROM turn) AS turns, (SELECT count(*) FROM refused_turn) AS refused,
           (SELECT count(*) FROM window_turn WHERE overlap = 0) AS anchored`,
      )
      return { awaiting: turns - anchored - refused, refused }
    },
    put: (window, units) => connection.write(() => putWindow(connection, window, units)),
    refuse: (turns) => connection.write(() => refuse(connection, turns)),
    async reopen({ all }) {
      const removal = await connection.write(() => reopen(connection, all))
      if (removal !== undefined) removed(removal)
    },
    async unitsOf(turns) {
      return connection.read(() => {
        const positions = turns.flatMap((id) => positionOf(connection, id) ?? [])
        return unitsByKey(connection, modelUnitsOf(connection, positions)).map(({ unit }) => unit)
      })
    },
  }
}

type CutOptions = { readonly shape: WindowShape; readonly limit: number }

function cut(
  connection: Connection,
  turns: readonly Turn[],
  { shape, limit }: CutOptions,
): readonly AnchorWindow[] {
  const windows: AnchorWindow[] = []
  for (let next = 0; windows.length < limit; ) {
    const first = turns[next]
    if (first === undefined) break
    const overlap = turnsBefore(connection, first, shape.overlap)
    const others = turns.slice(next + 1, next + shape.turns - overlap.length)
    const size = 1 + others.length
    if (overlap.length + size < shape.turns && !shape.partial) break
    windows.push({ overlap, turns: [first, ...others] })
    next += size
  }
  return windows
}

/** What a provider refused is not shown to it again, not even beside other turns. */
function turnsBefore(connection: Connection, { time, position }: Turn, count: number): readonly Turn[] {
  return connection
    .all<TurnRow & { refused: number }>(
      `SELECT ${turnColumns}, turn.position IN (SELECT turn FROM refused_turn) AS refused FROM ${turnSource}
       WHERE (turn.time, turn.position) < (?, ?) ORDER BY turn.time DESC, turn.position DESC LIMIT ?`,
      Date.parse(time),
      position,
      count,
    )
    .filter(({ refused }) => refused === 0)
    .map(toTurn)
    .reverse()
}

function putWindow(
  connection: Connection,
  { turns, overlap }: AnchorWindow,
  units: readonly AnchoredUnit[],
): boolean {
  if (![...overlap, ...turns].every((turn) => isStillThere(connection, turn))) return false
  if (turns.some(({ position }) => isAnchored(connection, position))) return false
  checkSources([...overlap, ...turns], units)
  const places = {
    turns: turns.map(({ position }) => position),
    overlap: overlap.map((turn) => turn.position),
  }
  insertWindow(connection, places, units)
  return true
}

/** What came from elsewhere would outlast the turns that it came from. */
function checkSources(turns: readonly Turn[], units: readonly AnchoredUnit[]): void {
  const seen = new Set(turns.map(({ id }) => id))
  for (const { unit } of units) {
    const outside = unit.sources.find((id) => !seen.has(id))
    if (outside !== undefined)
      throw new RangeError(`Cannot store unit ${unit.id} as its source ${outside} is not in its window`)
    if (unit.origin !== 'model')
      throw new RangeError(`Cannot store unit ${unit.id} of a window as it is not of origin model`)
  }
}

function refuse(connection: Connection, turns: readonly TurnId[]): void {
  for (const id of turns) {
    const position = positionOf(connection, id)
    if (position === undefined || isAnchored(connection, position)) continue
    connection.run('INSERT OR IGNORE INTO refused_turn (turn) VALUES (?)', position)
  }
}

function reopen(connection: Connection, all: boolean) {
  const isRefused = connection.get('SELECT 1 FROM refused_turn LIMIT 1') !== undefined
  if (!all && !isRefused) return undefined
  connection.run('DELETE FROM refused_turn')
  const windows = !all
    ? []
    : connection.all<{ window: number }>('SELECT DISTINCT anchor_window AS window FROM window_turn')
  const gone = dropWindows(
    connection,
    windows.map(({ window }) => window),
  )
  return {
    gone,
    ...connection.one<{ generation: number }>(
      'UPDATE bank SET generation = generation + 1 RETURNING generation - 1 AS generation',
    ),
  }
}

const positionOf = (connection: Connection, id: TurnId): number | undefined =>
  connection.get<{ position: number }>('SELECT position FROM turn WHERE id = ?', storable(id))?.position
