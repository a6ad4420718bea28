import { turnsBefore } from './anchor-context.ts'
import type { Connection } from './connection.ts'

type Place = { readonly position: number; readonly session: number; readonly time: number }

/**
 * Positions of the turns that are anchored in sight of given places, whether turns stand there still or not: the next in
 * the session, and the session that came next.
 */
export function followers(connection: Connection, places: readonly Place[]): Set<number> {
  const found = nextInSession(connection, places)
  for (const session of nextSessions(connection, places)) addTurnsOf(connection, session, found)
  return found
}

/**
 * The same for turns that have just arrived, from position `since`. Of the session that came next only the day before it
 * can have changed, and mostly has not.
 */
export function followersOfLate(
  connection: Connection,
  places: readonly Place[],
  since: number,
): Set<number> {
  const found = nextInSession(connection, places)
  for (const session of nextSessions(connection, places)) {
    if (dayBefore(connection, session, since) === dayBefore(connection, session, Number.MAX_SAFE_INTEGER))
      continue
    addTurnsOf(connection, session, found)
  }
  return found
}

function nextInSession(connection: Connection, places: readonly Place[]): Set<number> {
  const found = new Set<number>()
  for (const { session, time, position } of places) {
    const rows = connection.all<{ position: number }>(
      `SELECT position FROM turn WHERE session = ? AND (time, position) > (?, ?)
       ORDER BY time, position LIMIT ${turnsBefore}`,
      session,
      time,
      position,
    )
    for (const row of rows) found.add(row.position)
  }
  return found
}

function nextSessions(connection: Connection, places: readonly Place[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { session, time, position } of places) {
    const next = connection.get<{ session: number }>(
      `SELECT number AS session FROM session WHERE number <> ? AND first >= ? AND number =
         (SELECT session FROM turn WHERE (time, position) > (?, ?) ORDER BY time, position LIMIT 1)`,
      session,
      time,
      time,
      position,
    )
    if (next !== undefined) found.add(next.session)
  }
  return found
}

function addTurnsOf(connection: Connection, session: number, found: Set<number>): void {
  const rows = connection.all<{ position: number }>('SELECT position FROM turn WHERE session = ?', session)
  for (const { position } of rows) found.add(position)
}

/** The day of the last turn before a session, of those that arrived before a position. */
function dayBefore(connection: Connection, session: number, position: number): number | undefined {
  return connection.get<{ day: number }>(
    `SELECT day FROM turn WHERE time < (SELECT first FROM session WHERE number = ?) AND position < ?
     ORDER BY time DESC, position DESC LIMIT 1`,
    session,
    position,
  )?.day
}
