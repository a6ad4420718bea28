import type { Connection } from './connection.ts'
import { deleteUnits } from './write-units.ts'

/**
 * Windows are numbered from 1. One that is to be anchored again has the negative of its number: its turns await a model
 * and its units stay until those of a new window take their place.
 */
export type WindowNumber = number

/** A condition on `window_turn`: that its turn needs no model any more. */
export const isAnchoring = 'window_turn.overlap = 0 AND window_turn.anchor_window > 0'

/** Positions of a window's turns: those that it anchors, and those that it only shows. */
export type WindowPlaces = { readonly turns: readonly number[]; readonly overlap: readonly number[] }

/** Whether a model has anchored a turn. */
export const isAnchored = (connection: Connection, position: number): boolean =>
  connection.get(`SELECT 1 FROM window_turn WHERE turn = ? AND ${isAnchoring}`, position) !== undefined

/** Numbers of the windows in which turns are to be anchored or were. */
export const windowsAnchoring = (connection: Connection, turns: readonly number[]): readonly WindowNumber[] =>
  connection
    .tuples<[WindowNumber]>(
      `SELECT DISTINCT anchor_window FROM window_turn
       WHERE overlap = 0 AND turn IN (SELECT value FROM json_each(?))`,
      JSON.stringify(turns),
    )
    .map(([number]) => number)

/** Stores a window without its units; returns its number. Nothing but the turns hangs on it, so that it may come again. */
export function insertWindow(connection: Connection, { turns, overlap }: WindowPlaces): WindowNumber {
  const { number } = connection.one<{ number: WindowNumber }>(
    `SELECT max(coalesce((SELECT max(anchor_window) FROM window_turn), 0),
       coalesce(-(SELECT min(anchor_window) FROM window_turn), 0)) + 1 AS number`,
  )
  for (const [seen, positions] of [
    [1, overlap],
    [0, turns],
  ] as const)
    connection.run(
      'INSERT INTO window_turn (turn, anchor_window, overlap) SELECT value, ?, ? FROM json_each(?)',
      number,
      seen,
      JSON.stringify(positions),
    )
  connection.run(
    'DELETE FROM refused_turn WHERE turn IN (SELECT value FROM json_each(?))',
    JSON.stringify(turns),
  )
  return number
}

/** Lets the turns of all windows await a model again; their units stay. */
export function reopenWindows(connection: Connection): void {
  for (const table of ['window_turn', 'model_unit'])
    connection.run(`UPDATE ${table} SET anchor_window = -anchor_window WHERE anchor_window > 0`)
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
