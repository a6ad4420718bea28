import { type Memory, NotFoundError } from '../index.ts'
import type { QuestionOptions } from './question-options.ts'
import { listed, oneLine } from './words.ts'

/**
 * A filter by a session or speaker that the bank does not know is a slip of the pen: nothing could pass it.
 *
 * @throws {NotFoundError} Names what the bank has.
 */
export async function checkFilters(
  memory: Memory,
  { session, speaker }: Pick<QuestionOptions, 'session' | 'speaker'>,
): Promise<void> {
  if (session === undefined && speaker === undefined) return
  const sessions = await memory.sessions()
  check(
    'session',
    session,
    sessions.map(({ id }) => id),
  )
  check('speaker', speaker, [...new Set(sessions.flatMap(({ speakers }) => speakers))])
}

/** What to say where “I” is to be somebody who has said nothing; undefined where the bank knows the name, or part of it. */
export async function unknownAsker(memory: Memory, asker: string | undefined): Promise<string | undefined> {
  if (asker === undefined) return undefined
  const speakers = [...new Set((await memory.sessions()).flatMap(({ speakers }) => speakers))]
  const wanted = namesIn(asker)
  if (speakers.some((speaker) => namesIn(speaker).some((name) => wanted.some((one) => sameName(name, one)))))
    return undefined
  return `“${oneLine(asker)}” has said nothing in this bank, so “I” finds no words of theirs; those who speak: ${speakers.length === 0 ? 'nobody' : listed(speakers.map(oneLine))}`
}

/** More would hide what is wrong. */
const LISTED = 5

/** Melanie is called Mel. */
const sameName = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)
const namesIn = (name: string) => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function check(what: string, wanted: string | undefined, known: readonly string[]): void {
  if (wanted === undefined || known.includes(wanted)) return
  const all = known.length > LISTED ? ' (all of them: reinstate show sessions)' : ''
  const has = known.length === 0 ? 'it has none' : `it has ${listed(known, LISTED)}${all}`
  throw new NotFoundError(`The bank has no ${what} “${wanted}”; ${has}`)
}
