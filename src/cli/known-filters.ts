import { type Memory, NotFoundError } from '../index.ts'
import type { QuestionOptions } from './question-options.ts'
import { listed } from './words.ts'

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

function check(what: string, wanted: string | undefined, known: readonly string[]): void {
  if (wanted === undefined || known.includes(wanted)) return
  const has = known.length === 0 ? 'it has none' : `it has ${listed(known)}`
  throw new NotFoundError(`The bank has no ${what} “${wanted}”; ${has}`)
}
