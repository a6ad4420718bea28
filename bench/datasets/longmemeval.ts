import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One turn as a memory is given it, named by its place: the data set's own names say which sessions hold the answer. */
export type LongMemTurn = {
  readonly id: string
  readonly session: string
  readonly speaker: 'user' | 'assistant'
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly time: string
}

/** A haystack with its question; only `question`, `asked` and the turns may reach retrieval. */
export type Haystack = {
  readonly id: string
  readonly type: string
  readonly question: string
  /** The instant at which the question is asked. */
  readonly asked: string
  /** False for abstention questions, which have no evidence. */
  readonly answerable: boolean
  readonly turns: readonly LongMemTurn[]
  readonly evidenceSessions: readonly string[]
  /** Whether it was assembled from real sessions rather than published whole. */
  readonly reconstructed: boolean
}

/** Reads the 7 complete haystacks of LongMemEval-S and the 83 reconstructed ones. A session's turns are a minute apart. */
export function loadLongMemEval(dataFolder: string): readonly Haystack[] {
  const read = <T>(name: string) =>
    JSON.parse(readFileSync(join(dataFolder, 'longmemeval', name), 'utf8')) as readonly T[]
  const pool = new Map(
    read<{ session_id: string; turns: readonly RawTurn[] }>('session_pool.json').map((each) => [
      each.session_id,
      each.turns,
    ]),
  )
  const whole = read<RawQuestion & RawHaystack>('longmemeval_s_full_haystacks.json').map((raw) =>
    haystackOf(raw, {
      reconstructed: false,
      sessions: raw.haystack_session_ids.map((id, i) => ({
        id,
        date: raw.haystack_dates[i]!,
        turns: raw.haystack_sessions[i]!,
      })),
    }),
  )
  const assembled = read<RawQuestion & { haystack: readonly (readonly [string, string])[] }>(
    'longmemeval_s_reconstructed_index.json',
  ).map((raw) =>
    haystackOf(raw, {
      reconstructed: true,
      sessions: raw.haystack.map(([id, date]) => ({ id, date, turns: pool.get(id) ?? missing(id) })),
    }),
  )
  return [...whole, ...assembled]
}

type RawTurn = { readonly role: 'user' | 'assistant'; readonly content: string }
type RawSession = { readonly id: string; readonly date: string; readonly turns: readonly RawTurn[] }
type RawQuestion = {
  readonly question_id: string
  readonly question_type: string
  readonly question: string
  readonly question_date: string
  readonly answer_session_ids: readonly string[]
}
type RawHaystack = {
  readonly haystack_session_ids: readonly string[]
  readonly haystack_dates: readonly string[]
  readonly haystack_sessions: readonly (readonly RawTurn[])[]
}

const MINUTE_MS = 60_000

function haystackOf(
  raw: RawQuestion,
  { sessions, reconstructed }: { sessions: readonly RawSession[]; reconstructed: boolean },
): Haystack {
  const names = sessionNames(sessions)
  return {
    id: raw.question_id,
    type: raw.question_type,
    question: raw.question,
    asked: new Date(instantOf(raw.question_date)).toISOString(),
    answerable: !raw.question_id.endsWith('_abs'),
    turns: sessions
      .flatMap((session) => turnsOf(session, names.get(session.id)!))
      .map((turn, i) => ({ ...turn, id: `${turn.session}t${i + 1}` })),
    evidenceSessions: raw.answer_session_ids.map((id) => names.get(id) ?? ABSENT),
    reconstructed,
  }
}

/** By the order in which they come and have something to say. */
function sessionNames(sessions: readonly RawSession[]): ReadonlyMap<string, string> {
  const said = sessions.filter((session) => turnsOf(session, '').length > 0)
  return new Map([...new Set(said.map(({ id }) => id))].map((id, i) => [id, `s${i + 1}`]))
}

/** A session that the haystack does not have, so that it counts as not found. */
const ABSENT = 'absent'

function turnsOf({ date, turns }: RawSession, session: string): Omit<LongMemTurn, 'id'>[] {
  const start = instantOf(date)
  return turns
    .map(({ role, content }, i) => ({
      session,
      speaker: role,
      role,
      text: content,
      time: new Date(start + i * MINUTE_MS).toISOString(),
    }))
    .filter(({ text }) => text.trim() !== '')
}

/** Epoch milliseconds of “2023/05/20 (Sat) 03:29”, taken as UTC. */
function instantOf(text: string): number {
  const match = /^(\d{4})\/(\d{2})\/(\d{2}) \([A-Za-z]{3}\) (\d{2}):(\d{2})$/u.exec(text.trim())
  if (match === null) throw new RangeError(`Cannot read a LongMemEval time: ${JSON.stringify(text)}`)
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, day, hour, minute)
}

function missing(id: string): never {
  throw new RangeError(`Cannot assemble a haystack as session ${id} is not in the pool`)
}
