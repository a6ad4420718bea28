import { ConflictError } from '../../model/errors.ts'
import type { TurnId } from '../../model/turn.ts'
import { dayNumber } from '../../time/day-range.ts'
import { dayOfInstant } from '../../time/zone.ts'
import type { Anchor, Appended, NewTurn } from '../store.ts'
import { anchorAnew, withSharedUnits } from './anchor-anew.ts'
import { type ContextRow, contextsOfRows } from './anchor-context.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Connection } from './connection.ts'
import { followersOfLate } from './followers.ts'
import { groupBy } from './group-by.ts'
import { type TurnRow, turnColumns, turnSource } from './rows.ts'
import { storableTurn } from './storable.ts'
import { draftUnit, insertAlias, insertUnits, type SourceRow } from './write-units.ts'

export type Addition = {
  readonly appended: Appended
  /** Units of later turns that were made anew, as what precedes these has changed; undefined where none was. */
  readonly replaced: { readonly gone: readonly number[]; readonly generation: number } | undefined
}

/**
 * Adds turns and what is anchored of them; must run inside one transaction.
 *
 * A turn that arrives late changes what the ones after it were anchored in sight of: these are anchored anew, so that
 * the units of a bank do not depend on the order of arrival.
 */
export function appendTurns(
  connection: Connection,
  turns: readonly NewTurn[],
  { anchor, timeZone }: { readonly anchor: Anchor; readonly timeZone: string },
): Addition {
  const { added, known } = sift(connection, turns.map(storableTurn))
  const appended = { added: added.map((turn) => turn.id), known }
  if (added.length === 0) return { appended, replaced: undefined }
  const latest = connection.get<{ time: number }>('SELECT time FROM turn ORDER BY time DESC LIMIT 1')
  const { sources, rows } = insertTurns(connection, added, timeZone)
  const { units, aliases } = anchor(contextsOfRows(connection, rows))
  insertUnits(
    connection,
    units.map((unit) => draftUnit(connection, unit, { sources })),
  )
  for (const alias of aliases) insertAlias(connection, alias)
  const isLate = latest !== undefined && added.some(({ time }) => Date.parse(time) < latest.time)
  return {
    appended,
    replaced: isLate ? anchorFollowers(connection, [...sources.values()], anchor) : undefined,
  }
}

function anchorFollowers(
  connection: Connection,
  places: readonly SourceRow[],
  anchor: Anchor,
): Addition['replaced'] {
  const since = Math.min(...places.map(({ position }) => position))
  const touched = followersOfLate(connection, places, since)
  for (const { position } of places) touched.delete(position)
  const gone = anchorAnew(connection, withSharedUnits(connection, touched), anchor)
  if (gone.length === 0) return undefined
  const { generation } = connection.one<{ generation: number }>(
    'UPDATE bank SET generation = generation + 1 RETURNING generation - 1 AS generation',
  )
  return { gone, generation }
}

type Sifted = { readonly added: readonly NewTurn[]; readonly known: readonly TurnId[] }

/** Tells new turns from known ones; a known id with other content is a conflict, within the call as well. */
function sift(connection: Connection, turns: readonly NewTurn[]): Sifted {
  const seen = new Map<string, string>()
  const added: NewTurn[] = []
  const known: TurnId[] = []
  for (const turn of turns) {
    const content = contentOf(turn)
    const before = seen.get(turn.id) ?? storedContent(connection, turn.id)
    if (before === undefined) added.push(turn)
    else if (before === content) known.push(turn.id)
    else {
      throw new ConflictError(
        turn.id,
        `Cannot append turn ${turn.id}: it exists with other content; give this one another id, or forget that one first`,
      )
    }
    seen.set(turn.id, content)
  }
  return { added, known }
}

/** Everything by which two turns of one id are told apart, as text. */
function contentOf(turn: NewTurn): string {
  return JSON.stringify([
    turn.session,
    turn.speaker,
    turn.text,
    Date.parse(turn.time),
    turn.timeInferred,
    turn.role ?? null,
    turn.metadata === undefined ? null : canonicalJson(turn.metadata),
  ])
}

function storedContent(connection: Connection, id: string): string | undefined {
  const row = connection.get<TurnRow>(`SELECT ${turnColumns} FROM ${turnSource} WHERE turn.id = ?`, id)
  return (
    row &&
    JSON.stringify([
      row.session,
      row.speaker,
      row.text,
      row.time,
      row.time_inferred === 1,
      row.role,
      row.metadata,
    ])
  )
}

type Inserted = {
  readonly sources: ReadonlyMap<TurnId, SourceRow>
  readonly rows: readonly ContextRow[]
}

/** Returns what was written of the turns, in their order. */
function insertTurns(connection: Connection, turns: readonly NewTurn[], timeZone: string): Inserted {
  const sessions = upsertSessions(connection, turns)
  const speakers = upsertSpeakers(connection, turns)
  const sources = new Map<TurnId, SourceRow>()
  const rows = turns.map((turn): ContextRow => {
    const { number: session, ...span } = sessions.get(turn.session)!
    const speaker = speakers.get(turn.speaker)!
    const row = {
      id: turn.id,
      time: Date.parse(turn.time),
      time_inferred: turn.timeInferred ? 1 : 0,
      day: dayNumber(dayOfInstant(turn.time, timeZone)),
      role: turn.role ?? null,
      text: turn.text,
      metadata: turn.metadata === undefined ? null : canonicalJson(turn.metadata),
    }
    const { id, time, time_inferred, day, role, text, metadata } = row
    const position = connection.run(
      `INSERT INTO turn (id, session, speaker, time, time_inferred, day, role, text, metadata)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, session, speaker, time, time_inferred, day, role, text, metadata],
    )
    sources.set(turn.id, { position, session, speaker, time, day })
    return {
      ...row,
      ...span,
      position,
      session: turn.session,
      session_number: session,
      speaker: turn.speaker,
    }
  })
  return { sources, rows }
}

type SessionSpan = { readonly number: number; readonly first: number; readonly last: number }

/** Widens the spans; returns them by id. */
function upsertSessions(connection: Connection, turns: readonly NewTurn[]): ReadonlyMap<string, SessionSpan> {
  const sessions = new Map<string, SessionSpan>()
  for (const [id, inSession] of groupBy(turns, (turn) => turn.session as string)) {
    const times = inSession.map((turn) => Date.parse(turn.time))
    const session = connection.one<SessionSpan>(
      `INSERT INTO session (id, first, last, turns) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         first = min(first, excluded.first), last = max(last, excluded.last), turns = turns + excluded.turns
       RETURNING number, first, last`,
      id,
      times.reduce((a, b) => Math.min(a, b)),
      times.reduce((a, b) => Math.max(a, b)),
      times.length,
    )
    sessions.set(id, session)
  }
  return sessions
}

function upsertSpeakers(connection: Connection, turns: readonly NewTurn[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const [name, theirs] of groupBy(turns, (turn) => turn.speaker)) {
    const { number } = connection.one<{ number: number }>(
      `INSERT INTO speaker (name, turns) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET turns = turns + excluded.turns RETURNING number`,
      name,
      theirs.length,
    )
    numbers.set(name, number)
  }
  return numbers
}
