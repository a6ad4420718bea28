import type { AnchoredUnit } from '../store.ts'
import type { Connection } from './connection.ts'
import { deleteUnits, draftUnit, insertUnit } from './write-units.ts'

/** Positions of a window's turns: those that it anchors, and those that it only shows. */
export type WindowPlaces = { readonly turns: readonly number[]; readonly overlap: readonly number[] }

/** Whether a model has anchored a turn. */
export const isAnchored = (connection: Connection, position: number): boolean =>
  connection.get('SELECT 1 FROM window_turn WHERE turn = ? AND overlap = 0', position) !== undefined

/** Stores a window and what a model wrote of it. Nothing but the turns hangs on its number, so that it may come again. */
export function insertWindow(
  connection: Connection,
  { turns, overlap }: WindowPlaces,
  units: readonly AnchoredUnit[],
): void {
  const { number } = connection.one<{ number: number }>(
    'SELECT coalesce(max(anchor_window), 0) + 1 AS number FROM window_turn',
  )
  const insert = (position: number, seen: 0 | 1) =>
    connection.run(
      'INSERT INTO window_turn (turn, anchor_window, overlap) VALUES (?, ?, ?)',
      position,
      number,
      seen,
    )
  for (const position of overlap) insert(position, 1)
  for (const position of turns) {
    insert(position, 0)
    connection.run('DELETE FROM refused_turn WHERE turn = ?', position)
  }
  for (const unit of units) insertUnit(connection, draftUnit(connection, unit, { window: number }))
}

/** Numbers of all windows in which turns were seen. */
export function windowsOf(connection: Connection, positions: Iterable<number>): Set<number> {
  const windows = new Set<number>()
  for (const position of positions) {
    const rows = connection.all<{ window: number }>(
      'SELECT anchor_window AS window FROM window_turn WHERE turn = ?',
      position,
    )
    for (const { window } of rows) windows.add(window)
  }
  return windows
}

/** Removes windows and all that was written of them: their turns await a model again. Returns the keys of the units. */
export function dropWindows(connection: Connection, windows: Iterable<number>): readonly number[] {
  const gone = [...windows].flatMap((window) => {
    connection.run('DELETE FROM window_turn WHERE anchor_window = ?', window)
    return connection
      .all<{ unit: number }>('SELECT unit FROM model_unit WHERE anchor_window = ?', window)
      .map(({ unit }) => unit)
  })
  deleteUnits(connection, gone)
  return gone
}
