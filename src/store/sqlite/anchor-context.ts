import { dayOfNumber } from '../../time/day-range.ts'
import { instantOf } from '../../time/zone.ts'
import type { AnchorContext } from '../store.ts'
import type { Connection } from './connection.ts'
import { type TurnRow, type TurnTuple, toTurn, turnColumns, turnOfTuple, turnSource } from './rows.ts'

/** How many turns before it anchoring sees of a turn's session. */
export const turnsBefore = 2

/** A turn with the span of its session. */
export type ContextRow = TurnRow & { session_number: number; first: number; last: number }

/** What anchoring needs of stored turns, by time and position. */
export function contextsOf(connection: Connection, positions: readonly number[]): readonly AnchorContext[] {
  const rows = positions.map((position) =>
    connection.one<ContextRow>(
      `SELECT ${turnColumns}, session.number AS session_number, session.first, session.last
       FROM ${turnSource} WHERE turn.position = ?`,
      position,
    ),
  )
  return contextsOfRows(connection, rows)
}

/** The same for turns whose rows have just been written. */
export function contextsOfRows(
  connection: Connection,
  rows: readonly ContextRow[],
): readonly AnchorContext[] {
  const previousDays = new Map<number, number | undefined>()
  return [...rows]
    .sort((a, b) => a.time - b.time || a.position - b.position)
    .map((row) => {
      if (!previousDays.has(row.first)) previousDays.set(row.first, dayBefore(connection, row.first))
      const previousDay = previousDays.get(row.first)
      return {
        turn: toTurn(row),
        before: before(connection, row),
        sessionSpan: { start: instantOf(row.first), end: instantOf(row.last) },
        previousSessionDay: previousDay === undefined ? undefined : dayOfNumber(previousDay),
      }
    })
}

function before(connection: Connection, row: ContextRow) {
  return connection
    .tuples<TurnTuple>(
      `SELECT ${turnColumns} FROM ${turnSource}
       WHERE turn.session = ? AND (turn.time, turn.position) < (?, ?)
       ORDER BY turn.time DESC, turn.position DESC LIMIT ${turnsBefore}`,
      row.session_number,
      row.time,
      row.position,
    )
    .map(turnOfTuple)
    .reverse()
}

/** The last turn before a session began is of another session, and its day is when people last spoke. */
function dayBefore(connection: Connection, first: number): number | undefined {
  return connection.get<{ day: number }>(
    'SELECT day FROM turn WHERE time < ? ORDER BY time DESC, position DESC LIMIT 1',
    first,
  )?.day
}
