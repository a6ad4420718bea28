import { z } from 'zod'
import type { Day, Instant } from '../model/day-range.ts'
import type { AskChoices, RecallChoices } from '../modes/question.ts'
import { isDay } from '../time/day-range.ts'
import { dayOfInstant, instantsOfDays, minuteOfInstant } from '../time/zone.ts'
import { hardFilters, name, resolveFilter } from './filters.ts'
import { timeValue } from './time-value.ts'
import { readInstant } from './turn-input.ts'
import { read, wholeFrom } from './validation.ts'

/** These take days above all. */
const A_DAY_IS = 'it is a day like 2024-05-31, or a time like 2024-05-31T18:30:00Z'

const LIMIT_IS = 'a limit is a whole number from 1 to 1,000'

const recallOptions = z.strictObject({
  ...hardFilters,
  limit: z.number(LIMIT_IS).int(LIMIT_IS).min(1, LIMIT_IS).max(1000, LIMIT_IS).optional(),
  referenceTime: timeValue.optional(),
  asOf: timeValue.optional(),
  asker: name.optional(),
  reinstate: z.boolean().optional(),
  views: z.enum(['hybrid', 'lexical', 'dense']).optional(),
  settings: z
    .custom<object>((value) => typeof value === 'object' && value !== null, 'settings are a preset')
    .optional(),
  units: z.enum(['turns', 'model', 'both']).optional(),
  effort: z.enum(['low', 'medium', 'high']).optional(),
  signal: z.instanceof(AbortSignal).optional(),
})

const askOptions = recallOptions.extend({
  mode: z.enum(['fast', 'deep', 'auto']).optional(),
  budget: z
    .strictObject({
      tokens: wholeFrom(1).optional(),
      calls: wholeFrom(1).optional(),
      timeoutMs: wholeFrom(1).optional(),
    })
    .optional(),
  episodes: wholeFrom(1).optional(),
  evidenceTokens: wholeFrom(64).optional(),
})

/** How many pieces of evidence a recall gives. @see RaMem, section 4.5: K = 10 reaches what content alone needs 20 for */
const DEFAULT_LIMIT = 10

/** @throws {ValidationError} Names the option that does not hold. */
export function resolveRecall(
  options: unknown,
  context: { timeZone: string; clock: () => Date },
): RecallChoices {
  return resolve(read(recallOptions, options, 'options'), context)
}

/** @see E-mem, section 4: τ = 5 */
const DEFAULT_EPISODES = 5
const DEFAULT_EVIDENCE_TOKENS = 2_000

/** @throws {ValidationError} Names the option that does not hold. */
export function resolveAsk(options: unknown, context: { timeZone: string; clock: () => Date }): AskChoices {
  const given = read(askOptions, options, 'options')
  return {
    ...resolve(given, context),
    mode: given.mode ?? 'fast',
    budget: {
      tokens: given.budget?.tokens,
      calls: given.budget?.calls,
      timeoutMs: given.budget?.timeoutMs,
    },
    episodes: given.episodes ?? DEFAULT_EPISODES,
    evidenceTokens: given.evidenceTokens ?? DEFAULT_EVIDENCE_TOKENS,
  }
}

function resolve(
  given: z.infer<typeof recallOptions>,
  context: { timeZone: string; clock: () => Date },
): RecallChoices {
  const asOf = given.asOf === undefined ? undefined : endOfTime(given.asOf, 'options.asOf', context.timeZone)
  const reference =
    given.referenceTime === undefined
      ? (asOf ?? readInstant(context.clock(), 'clock', context.timeZone))
      : readInstant(given.referenceTime, 'options.referenceTime', context.timeZone, A_DAY_IS)
  const day = dayAlone(given.referenceTime ?? given.asOf)
  return {
    limit: given.limit ?? DEFAULT_LIMIT,
    referenceDay: day ?? dayOfInstant(reference, context.timeZone),
    referenceMinute: day === undefined ? minuteOfInstant(reference, context.timeZone) : undefined,
    readAgainstClock: given.referenceTime === undefined && asOf === undefined,
    asOf,
    asker: given.asker,
    reinstate: given.reinstate ?? true,
    views: given.views ?? 'hybrid',
    settings: given.settings,
    units: given.units,
    effort: given.effort ?? 'low',
    filter: { ...resolveFilter(given), notAfter: asOf },
    signal: given.signal,
  }
}

function dayAlone(value: Date | string | undefined): Day | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined
}

/** A day without a clock time, as in “as of 2024-05-31”, means up to its end. */
function endOfTime(value: Date | string, field: string, timeZone: string): Instant {
  // In zones far ahead the first day of all begins before what can be written, which is refused here.
  const start = readInstant(value, field, timeZone, A_DAY_IS)
  const day = dayAlone(value)
  if (day === undefined) return start
  const { end } = instantsOfDays({ first: day, last: day }, timeZone)
  return new Date(Date.parse(end) - 1).toISOString() as Instant
}
