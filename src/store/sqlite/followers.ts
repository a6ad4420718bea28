import { turnsBefore } from './anchor-context.ts'
import type { Connection } from './connection.ts'

type Place = { readonly position: number; readonly session: number; readonly time: number }

/**
 * Positions of the turns that are anchored in sight of given places, whether turns stand there still or not: the next in
 * the session, and the session that came next.
 */
export function followers(connection: Connection, places: readonly Place[]): Set<number> {
  const found = new Set<number>()
  const add = (rows: readonly { position: number }[]) => {
    for (const { position } of rows) found.add(position)
  }
  for (const { session, time, position } of places) {
    add(
      connection.all(
        `SELECT position FROM turn WHERE session = ? AND (time, position) > (?, ?)
         ORDER BY time, position LIMIT ${turnsBefore}`,
        session,
        time,
        position,
      ),
    )
    add(
      connection.all(
        `SELECT turn.position FROM turn JOIN session ON session.number = turn.session
         WHERE turn.session =
           (SELECT session FROM turn WHERE (time, position) > (?, ?) ORDER BY time, position LIMIT 1)
           AND session.number <> ? AND session.first >= ?`,
        time,
        position,
        session,
        time,
      ),
    )
  }
  return found
}
