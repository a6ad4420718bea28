import { ValidationError } from '../model/errors.ts'
import type { PlacedTurn } from './conversation-part.ts'
import type { ReadConversation } from './locomo.ts'
import { localTime, type WallClock } from './wall-clock.ts'

type Haystack = {
  question_id?: unknown
  haystack_sessions: readonly unknown[]
  haystack_dates?: unknown
  haystack_session_ids?: unknown
}

/** Whether a JSON value has the form of a LongMemEval question. */
export function isLongMemEval(value: unknown): value is Haystack {
  return Array.isArray((value as { haystack_sessions?: unknown } | null)?.haystack_sessions)
}

/**
 * Reads the history of one LongMemEval question, which is a bank of its own. The question, its answer and its labels
 * are never looked at.
 *
 * A session starts at its date and each turn is a minute later than the one before. Turn ids are the data set's own:
 * session id and number of the turn. A session that a history holds twice gets `#2` after its id.
 *
 * @throws {ValidationError} If sessions, dates and ids do not match, or a turn has no role or content.
 */
export function readLongMemEval(value: unknown, { name }: { name: string }): ReadConversation {
  if (!isLongMemEval(value)) {
    throw new ValidationError('file', `${name} is no LongMemEval file: each question has “haystack_sessions”`)
  }
  const bank = typeof value.question_id === 'string' ? value.question_id : undefined
  const where = `${name}, ${bank ?? 'question'}`
  const dates = listOf(value.haystack_dates, value.haystack_sessions.length, `${where}: “haystack_dates”`)
  const ids = listOf(
    value.haystack_session_ids,
    value.haystack_sessions.length,
    `${where}: “haystack_session_ids”`,
  )
  const seen = new Map<string, number>()
  const turns: PlacedTurn[] = []
  let blank = 0
  for (const [index, said] of value.haystack_sessions.entries()) {
    const given = ids[index] as string
    const times = (seen.get(given) ?? 0) + 1
    seen.set(given, times)
    const session = times === 1 ? given : `${given}#${times}`
    const read = readSession(said, {
      session,
      date: dates[index] as string,
      place: `${where}, session ${session}`,
    })
    turns.push(...read.turns)
    blank += read.blank
  }
  return { bank, turns, blank }
}

function readSession(
  said: unknown,
  { session, date, place }: { session: string; date: string; place: string },
) {
  if (!Array.isArray(said)) throw new ValidationError(place, `${place}: a session is an array of turns`)
  const start = clockOf(date, place)
  const turns: PlacedTurn[] = []
  let blank = 0
  for (const [index, turn] of (said as ({ role?: unknown; content?: unknown } | null)[]).entries()) {
    const at = `${place}, turn ${index + 1}`
    const { role, content: text } = turn ?? {}
    if (typeof role !== 'string' || typeof text !== 'string') {
      throw new ValidationError(at, `${at}: a LongMemEval turn has “role” and “content”`)
    }
    const time = localTime(start, index)
    if (time === undefined)
      throw new ValidationError(at, `${at}: its session begins on a day that does not exist`)
    if (text.trim() === '') blank += 1
    else
      turns.push({
        turn: { id: `${session}_${index + 1}`, session, speaker: role, role, text, time },
        place: at,
      })
  }
  return { turns, blank }
}

function listOf(value: unknown, length: number, what: string): readonly string[] {
  if (Array.isArray(value) && value.length === length && value.every((item) => typeof item === 'string'))
    return value
  throw new ValidationError('file', `${what} must have one text for each of the ${length} sessions`)
}

/** [2023/05/20 (Sat) 02:21] */
const DATE_TIME = /^\s*(\d{4})\/(\d{1,2})\/(\d{1,2})\s*(?:\([a-z]+\))?\s*(\d{1,2}):(\d{2})\s*$/i

function clockOf(value: string, place: string): WallClock {
  const match = DATE_TIME.exec(value)
  if (!match) {
    throw new ValidationError(
      place,
      `${place}: its date must look like “2023/05/20 (Sat) 02:21”, got ${JSON.stringify(value)}`,
    )
  }
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return { year, month, day, hour, minute }
}
