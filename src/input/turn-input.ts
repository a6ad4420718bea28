import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Instant } from '../model/day-range.ts'
import { ValidationError } from '../model/errors.ts'
import type { SessionId, TurnId } from '../model/turn.ts'
import { valueKind } from '../model/value-kind.ts'
import type { NewTurn } from '../store/store.ts'
import { dayOfInstant, parseInstant } from '../time/zone.ts'
import { plainText, turnText } from './content-parts.ts'
import { metadata } from './metadata.ts'
import { timeValue } from './time-value.ts'
import { read } from './validation.ts'

/** Long enough for any key that an application makes, short enough to stand in an index and in a message. */
const LONGEST_ID = 512

const notLonger = (what: string) => `${what} has 1 to ${LONGEST_ID} characters`
const id = z.string().min(1, notLonger('an id')).max(LONGEST_ID, notLonger('an id'))

const KEYS = 'id, session, sessionStart, speaker, text, time, role and metadata'

const turnInput = z.strictObject(
  {
    id: id.optional(),
    session: id.optional(),
    sessionStart: timeValue.optional(),
    speaker: z
      .string({
        error: ({ input }) =>
          `a turn needs a speaker${input === undefined ? '' : `, which is text; got ${valueKind(input)}`}`,
      })
      .trim()
      .min(1, 'a turn needs a speaker')
      .max(LONGEST_ID, notLonger('a speaker')),
    text: turnText,
    time: timeValue.nullish(),
    role: z.string().max(LONGEST_ID).optional(),
    metadata: metadata.optional(),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `a turn has no ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}; its keys are ${KEYS}`
        : `a turn is an object with ${KEYS}`,
  },
)

/**
 * Reads turns as they are handed in: checks every field, fills in ids, sessions and inferred times.
 *
 * All or nothing: the first turn that does not hold refuses the whole call.
 *
 * @throws {ValidationError} Names the field (`turns[1].text`) and, in the message, the turn's id where it has one.
 */
export function readTurns(inputs: unknown, { timeZone }: { timeZone: string }): readonly NewTurn[] {
  // A hole in an array is a turn that is missing, not one to pass over.
  const list: unknown[] = Array.isArray(inputs) ? Array.from(inputs) : [inputs]
  const told = new Map<string, number>()
  return list.map((input, index) => {
    try {
      const { id, ...content } = readTurn(input, `turns[${index}]`, timeZone)
      return { id: (id ?? idOf(content, told)) as TurnId, ...content }
    } catch (error) {
      throw named(error, input)
    }
  })
}

function readTurn(
  input: unknown,
  at: string,
  timeZone: string,
): Omit<NewTurn, 'id'> & { readonly id: string | undefined } {
  const turn = read(turnInput, input, at)
  const text = plainText(turn.text)
  if (text.trim() === '')
    throw new ValidationError(`${at}.text`, `Cannot read ${at}.text: a turn needs words, got only blanks`)
  const { instant, inferred } = readTime(turn.time ?? undefined, turn.sessionStart, at, timeZone)
  return {
    id: turn.id,
    session: (turn.session ?? dayOfInstant(instant, timeZone)) as SessionId,
    speaker: turn.speaker,
    text,
    time: instant,
    timeInferred: inferred,
    role: turn.role,
    metadata: turn.metadata,
  }
}

function readTime(
  given: Date | string | undefined,
  sessionStart: Date | string | undefined,
  at: string,
  timeZone: string,
) {
  const source = given ?? sessionStart
  if (source === undefined) {
    throw new ValidationError(
      `${at}.time`,
      `Cannot date ${at}: a turn needs a time like 2024-05-31T18:30:00Z, or its session a start (sessionStart)`,
    )
  }
  const field = given === undefined ? `${at}.sessionStart` : `${at}.time`
  return { instant: readInstant(source, field, timeZone), inferred: given === undefined }
}

/**
 * @param expected Says in messages what the field takes.
 * @throws {ValidationError} If the value is no time.
 */
export function readInstant(
  value: Date | string,
  field: string,
  timeZone: string,
  expected = 'a time is a Date or ISO 8601 text like 2024-05-31T18:30:00Z',
): Instant {
  const refused = (why: string, cause: unknown) =>
    new ValidationError(field, `Cannot read ${field}: ${why}, got ${timeWords(value)}`, { cause })
  let instant: Instant
  try {
    instant = parseInstant(value, timeZone)
  } catch (cause) {
    throw refused(expected, cause)
  }
  try {
    dayOfInstant(instant, timeZone)
  } catch (cause) {
    throw refused(`its day in ${timeZone} has to lie in the years 1 to 9999`, cause)
  }
  return instant
}

const timeWords = (value: Date | string): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  return Number.isNaN(value.getTime()) ? 'an invalid Date' : value.toISOString()
}

/** The same content gives the same id, so that a retry adds nothing. */
function idOf(content: object, told: Map<string, number>): string {
  const text = JSON.stringify(content)
  const times = told.get(text) ?? 0
  told.set(text, times + 1)
  const hash = createHash('sha256').update(times === 0 ? text : `${text}${times}`)
  return hash.digest('base64url').slice(0, 22)
}

function named(error: unknown, input: unknown): unknown {
  const id = typeof input === 'object' && input !== null ? (input as { id?: unknown }).id : undefined
  if (!(error instanceof ValidationError) || typeof id !== 'string' || id === '') return error
  return new ValidationError(error.path, `${error.message} (turn ${JSON.stringify(id.slice(0, 80))})`, {
    cause: error.cause,
  })
}
