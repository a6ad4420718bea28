import type { Turn, TurnId } from '../../model/turn.ts'
import type { Connection } from './connection.ts'
import { turnSource } from './rows.ts'
import type { SourceRow } from './write-units.ts'

type SameTuple = readonly [
  position: number,
  session: number,
  speaker: number,
  time: number,
  day: number,
  id: string,
  text: string,
  sessionId: string,
  speakerName: string,
]

/**
 * The rows of turns that were read before, by id; undefined where one of them is no longer there: its id may have been
 * given to other words since, and its position too.
 */
export function rowsOfSame(
  connection: Connection,
  turns: readonly Turn[],
): ReadonlyMap<TurnId, SourceRow> | undefined {
  const tuples = connection.tuples<SameTuple>(
    `SELECT turn.position, turn.session, turn.speaker, turn.time, turn.day, turn.id, turn.text, session.id, speaker.name
     FROM ${turnSource} WHERE turn.position IN (SELECT value FROM json_each(?))`,
    JSON.stringify(turns.map(({ position }) => position)),
  )
  const stored = new Map(tuples.map((tuple) => [tuple[0], tuple]))
  const rows = new Map<TurnId, SourceRow>()
  for (const turn of turns) {
    const tuple = stored.get(turn.position)
    if (tuple === undefined || !isSame(tuple, turn)) return undefined
    const [position, session, speaker, time, day] = tuple
    rows.set(turn.id, { position, session, speaker, time, day })
  }
  return rows
}

/** Whether all of the turns are still there as they were read. */
export function areStillThere(connection: Connection, turns: readonly Turn[]): boolean {
  return rowsOfSame(connection, turns) !== undefined
}

function isSame([, , , time, , id, text, session, speaker]: SameTuple, turn: Turn): boolean {
  return (
    id === turn.id &&
    session === turn.session &&
    speaker === turn.speaker &&
    text === turn.text &&
    time === Date.parse(turn.time)
  )
}
