import { z } from 'zod'
import type { Day, DayRange, Instant } from '../model/day-range.ts'
import { ScopeRequiredError, ValidationError } from '../model/errors.ts'
import type { IndexState } from '../model/recollection.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'
import type { ForgetTarget, TurnFilter } from '../store/store.ts'
import { isDay } from '../time/day-range.ts'
import { dayOfInstant, instantsOfDays, isTimeZone } from '../time/zone.ts'
import { metadata } from './metadata.ts'
import { readInstant } from './turn-input.ts'
import { read } from './validation.ts'

const day = z.string().refine(isDay, 'a day is written like 2024-05-31')
const instant = z.union([z.date(), z.string()], 'a time is a Date or ISO 8601 text like 2024-05-31T18:30:00Z')
const name = z.string().min(1, 'it must not be empty')
const during = z
  .strictObject({ first: day, last: day })
  .refine(({ first, last }) => first <= last, 'the first day must not be later than the last')

const hardFilters = {
  during: during.optional(),
  session: name.optional(),
  speaker: name.optional(),
  metadata: metadata.optional(),
}

const recallOptions = z.strictObject({
  ...hardFilters,
  limit: z.number().int().min(1, 'limit is 1 to 1,000').max(1000, 'limit is 1 to 1,000').optional(),
  referenceTime: instant.optional(),
  asOf: instant.optional(),
  asker: name.optional(),
  reinstate: z.boolean().optional(),
  views: z.enum(['hybrid', 'lexical', 'dense']).optional(),
  settings: z
    .custom<object>((value) => typeof value === 'object' && value !== null, 'settings are a preset')
    .optional(),
  mode: z.literal('fast').optional(),
  signal: z.instanceof(AbortSignal).optional(),
})

const readFilter = z.strictObject({ ...hardFilters, ids: z.array(z.string()).optional() })

/** Recall options with every default filled in; below the door nobody writes `??`. */
export type ResolvedRecall = {
  readonly limit: number
  readonly referenceDay: Day
  /** True when neither a reference time nor an `asOf` was given. */
  readonly readAgainstClock: boolean
  readonly asOf: Instant | undefined
  readonly asker: string | undefined
  readonly reinstate: boolean
  readonly views: 'hybrid' | 'lexical' | 'dense'
  /** Passed through as given: its form is the recall's business. */
  readonly settings: object | undefined
  readonly filter: TurnFilter
  readonly signal: AbortSignal | undefined
}

/** How many pieces of evidence a recall gives. @see RaMem, section 4.5: K = 10 reaches what content alone needs 20 for */
const DEFAULT_LIMIT = 10

/** @throws {ValidationError} Names the option that does not hold. */
export function resolveRecall(
  options: unknown,
  context: { timeZone: string; clock: () => Date },
): ResolvedRecall {
  const given = read(recallOptions, options, 'options')
  const asOf = given.asOf === undefined ? undefined : endOfTime(given.asOf, 'options.asOf', context.timeZone)
  const reference =
    given.referenceTime === undefined
      ? (asOf ?? readInstant(context.clock(), 'clock', context.timeZone))
      : readInstant(given.referenceTime, 'options.referenceTime', context.timeZone)
  return {
    limit: given.limit ?? DEFAULT_LIMIT,
    referenceDay: dayOfInstant(reference, context.timeZone),
    readAgainstClock: given.referenceTime === undefined && asOf === undefined,
    asOf,
    asker: given.asker,
    reinstate: given.reinstate ?? true,
    views: given.views ?? 'hybrid',
    settings: given.settings,
    filter: { ...resolveFilter(given), notAfter: asOf },
    signal: given.signal,
  }
}

/** A day without a clock time, as in “as of 2024-05-31”, means up to its end. */
function endOfTime(value: Date | string, field: string, timeZone: string): Instant {
  if (typeof value === 'string' && isDay(value)) {
    const { end } = instantsOfDays({ first: value as Day, last: value as Day }, timeZone)
    return new Date(Date.parse(end) - 1).toISOString() as Instant
  }
  return readInstant(value, field, timeZone)
}

/** @throws {ValidationError} Names the filter that does not hold. */
export function resolveReadFilter(filter: unknown): TurnFilter {
  return resolveFilter(read(readFilter, filter, 'filter'))
}

function resolveFilter(given: Partial<z.infer<typeof readFilter>>): TurnFilter {
  return {
    ids: given.ids as readonly TurnId[] | undefined,
    session: given.session as SessionId | undefined,
    speaker: given.speaker,
    during: given.during as DayRange | undefined,
    notAfter: undefined,
    metadata: given.metadata as Turn['metadata'],
  }
}

const text = z.string().min(1)
const forgetScope = z.strictObject({
  turn: text.optional(),
  turns: z.array(text).optional(),
  session: text.optional(),
  speaker: text.optional(),
  everything: z.literal(true).optional(),
})

/**
 * Reads what to forget. Nothing given never means everything.
 *
 * @throws {ScopeRequiredError} If no scope is given, or an empty one.
 * @throws {ValidationError} If more than one is given, or one of the wrong type.
 */
export function resolveForget(scope: unknown): ForgetTarget {
  const entries = Object.entries(typeof scope === 'object' && scope !== null ? scope : {})
  const given = entries.filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  )
  if (given.length === 0 || given.some(([, value]) => Array.isArray(value) && value.length === 0)) {
    throw new ScopeRequiredError(
      'Cannot forget without a scope: give a turn, turns, a session, a speaker, or everything: true',
    )
  }
  if (given.length > 1) {
    const keys = given.map(([key]) => key).join(', ')
    throw new ValidationError('scope', `Cannot forget by more than one scope at once: got ${keys}`)
  }
  const one = read(forgetScope, Object.fromEntries(given), 'scope')
  if (one.turn !== undefined) return [one.turn as TurnId]
  if (one.turns !== undefined) return [...new Set(one.turns)] as TurnId[]
  if (one.session !== undefined) return { session: one.session as SessionId }
  if (one.speaker !== undefined) return { speaker: one.speaker }
  return 'everything'
}

const memoryOptions = z.strictObject({
  timeZone: z.string().refine(isTimeZone, 'a time zone is an IANA name like Europe/Paris').optional(),
  dateOrder: z.enum(['DMY', 'MDY']).optional(),
  embedder: z
    .custom<object | 'none'>(
      (value) => value === 'none' || isEmbedder(value),
      'an embedder has an id, a dimension (a whole number) and embed(texts, kind), or is “none”',
    )
    .optional(),
  clock: z.custom<() => Date>((value) => typeof value === 'function', 'a clock is a function').optional(),
  log: z.custom<object>((value) => typeof value === 'function', 'a log hook is a function').optional(),
  readOnly: z.boolean().optional(),
  replaceVectors: z.boolean().optional(),
})

/** @throws {ValidationError} Names the option that does not hold. */
export function checkMemoryOptions(options: unknown): void {
  read(memoryOptions, options, 'options')
}

function isEmbedder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, dimension, embed } = value as { id?: unknown; dimension?: unknown; embed?: unknown }
  const hasDimension = Number.isInteger(dimension) && (dimension as number) > 0
  return typeof id === 'string' && id !== '' && hasDimension && typeof embed === 'function'
}

const callOptions = z.strictObject({ signal: z.instanceof(AbortSignal).optional() })
const forgetOptions = callOptions.extend({ dryRun: z.boolean().optional() })
const indexOptions = callOptions.extend({
  onProgress: z
    .custom<(state: IndexState) => void>((value) => typeof value === 'function', 'onProgress is a function')
    .optional(),
})

export type ResolvedCall = { readonly signal: AbortSignal | undefined }

/** @throws {ValidationError} Names the option that does not hold; so do the next two. */
export function resolveCall(options: unknown): ResolvedCall {
  return { signal: read(callOptions, options ?? {}, 'options').signal }
}

/** A misspelt `dryRun` is refused rather than taken for a wish to forget. */
export function resolveForgetOptions(options: unknown): ResolvedCall & { readonly dryRun: boolean } {
  const { signal, dryRun = false } = read(forgetOptions, options ?? {}, 'options')
  return { signal, dryRun }
}

export function resolveIndexing(
  options: unknown,
): ResolvedCall & { readonly onProgress: ((state: IndexState) => void) | undefined } {
  const { signal, onProgress } = read(indexOptions, options ?? {}, 'options')
  return { signal, onProgress }
}
