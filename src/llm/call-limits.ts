import { ValidationError } from '../model/errors.ts'
import { sleep } from '../provider/sleep.ts'
import { openPlaces, type Places } from './places.ts'

/** What bounds the calls of language models. */
export type CallLimitOptions = {
  /** Requests under way at once, all roles of a memory together; from 1. Default 8. */
  readonly concurrency?: number | undefined
  /** Milliseconds an attempt may take; of a stream, until its first chunk and between two chunks. Default 120 000. */
  readonly timeoutMs?: number | undefined
  /** Requests a call may send, from 1. Default 3. */
  readonly attempts?: number | undefined
  /** Milliseconds a provider may ask us to wait; where it asks for more, the call fails at once. Default 60 000. */
  readonly maxRetryAfterMs?: number | undefined
}

/** The limits with all they need, shared by every caller that is made with them. */
export type CallBounds = Required<{ [K in keyof CallLimitOptions]-?: number }> & {
  readonly places: Places
  readonly surroundings: Surroundings
}

/** What a call takes from the world around it. */
export type Surroundings = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** @throws The signal's reason, as soon as it is set. */
  readonly sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
}

/** @throws {ValidationError} If a limit is out of its range. */
export function callLimits(
  options: CallLimitOptions = {},
  surroundings: Partial<Surroundings> = {},
): CallBounds {
  const concurrency = wholeNumber('concurrency', options.concurrency ?? 8)
  return {
    concurrency,
    timeoutMs: wholeNumber('timeoutMs', options.timeoutMs ?? 120_000),
    attempts: wholeNumber('attempts', options.attempts ?? 3),
    maxRetryAfterMs: wholeNumber('maxRetryAfterMs', options.maxRetryAfterMs ?? 60_000),
    places: openPlaces(concurrency),
    surroundings: { now: () => performance.now(), sleep, random: Math.random, ...surroundings },
  }
}

/** What a timer of Node holds: 2^31 - 1 milliseconds. A longer one would end at once. */
const LONGEST_TIMER_MS = 2_147_483_647

function wholeNumber(name: keyof CallLimitOptions, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= LONGEST_TIMER_MS) return value
  throw new ValidationError(
    `limits.${name}`,
    `limits.${name} must be a whole number from 1 to ${LONGEST_TIMER_MS}: current value is ${value}`,
  )
}
