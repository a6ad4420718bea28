import type { Turn } from '../../model/turn.ts'
import type { Connection } from './connection.ts'
import { type TurnRow, toTurn, turnColumns, turnSource } from './rows.ts'

/** Whether a turn is still there: its id may have been given to other words since it was read, and its position too. */
export function isStillThere(connection: Connection, turn: Turn): boolean {
  const row = connection.get<TurnRow>(
    `SELECT ${turnColumns} FROM ${turnSource} WHERE turn.position = ?`,
    turn.position,
  )
  if (row === undefined) return false
  const stored = toTurn(row)
  return (['id', 'session', 'speaker', 'text', 'time'] as const).every((key) => stored[key] === turn[key])
}
