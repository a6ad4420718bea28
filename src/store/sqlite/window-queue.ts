import type { Turn, TurnId } from '../../model/turn.ts'
import type { AnchorWindow, WindowQueue, WindowShape, WrittenWindow } from '../window-queue.ts'
import { modelUnitsOf } from './anchor-anew.ts'
import { AwaitingTurns } from './awaiting-turns.ts'
import type { Connection } from './connection.ts'
import { putWindows } from './put-windows.ts'
import { unitsByKey } from './read.ts'
import { type TurnRow, toTurn, turnColumns, turnSource } from './rows.ts'
import { storable } from './storable.ts'
import { isAnchored, isAnchoring, reopenWindows } from './windows.ts'

/** `removed` is told of the units that went, with the generation of the bank before. */
export function windowQueue(connection: Connection, removed: (removal: Removal) => void): WindowQueue {
  const awaiting = new AwaitingTurns(connection)
  const putAll = async (written: readonly WrittenWindow[]) => {
    const { stored, removal } = await connection.write(() => {
      const { stored, gone } = putWindows(connection, written)
      return { stored, removal: gone.length === 0 ? undefined : removalOf(connection, gone) }
    })
    if (removal !== undefined) removed(removal)
    return stored
  }
  return {
    async pending(shape, limit) {
      return connection.read(() => cut(connection, awaiting.first(limit * shape.turns), { shape, limit }))
    },
    async count() {
      const { turns, anchored, refused } = connection.one<Record<'turns' | 'anchored' | 'refused', number>>(
        `SELECT (SELECT count(*) FROM turn) AS turns, (SELECT count(*) FROM refused_turn) AS refused,
           (SELECT count(*) FROM window_turn WHERE ${isAnchoring}) AS anchored`,
      )
      return { awaiting: turns - anchored - refused, refused }
    },
    put: async (window, units) => (await putAll([{ window, units }])) === 1,
    putAll,
    refuse: (turns) => connection.write(() => refuse(connection, turns)),
    async reopen({ all }) {
      const removal = await connection.write(() => reopen(connection, all))
      if (removal !== undefined) removed(removal)
    },
    async unitsOf(turns) {
      return connection.read(() => {
        const positions = turns.flatMap((id) => positionOf(connection, id) ?? [])
        return unitsByKey(connection, modelUnitsOf(connection, positions, 'valid')).map(({ unit }) => unit)
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

function refuse(connection: Connection, turns: readonly TurnId[]): void {
  for (const id of turns) {
    const position = positionOf(connection, id)
    if (position === undefined || isAnchored(connection, position)) continue
    connection.run('INSERT OR IGNORE INTO refused_turn (turn) VALUES (?)', position)
  }
}

/** Returns what the views must know, or undefined where nothing changed. */
function reopen(connection: Connection, all: boolean): Removal | undefined {
  const isRefused = connection.get('SELECT 1 FROM refused_turn LIMIT 1') !== undefined
  if (!all && !isRefused) return undefined
  connection.run('DELETE FROM refused_turn')
  if (all) reopenWindows(connection)
  return removalOf(connection, [])
}

type Removal = { readonly gone: readonly number[]; readonly generation: number }

/** Counts up the generation, by which other handles learn that rows went or turns await a model again. */
function removalOf(connection: Connection, gone: readonly number[]): Removal {
  const { generation } = connection.one<{ generation: number }>(
    'UPDATE bank SET generation = generation + 1 RETURNING generation - 1 AS generation',
  )
  return { gone, generation }
}

const positionOf = (connection: Connection, id: TurnId): number | undefined =>
  connection.get<{ position: number }>('SELECT position FROM turn WHERE id = ?', storable(id))?.position
