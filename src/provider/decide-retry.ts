import {
  ContextTooLongError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ProviderRefusedError,
  ProviderTimeoutError,
} from '../model/errors.ts'

/** What bounds the attempts of a call. */
export type RetryLimits = {
  /** Requests that may be sent, from 1. */
  readonly attempts: number
  /** Milliseconds a provider may ask us to wait. */
  readonly maxRetryAfterMs: number
  /** `random` is in [0, 1). */
  readonly surroundings: { readonly random: () => number }
}

/** What follows an attempt that failed. */
export type RetryDecision =
  | { readonly type: 'retry'; readonly pauseMs: number }
  | { readonly type: 'give-up'; readonly error: unknown }

/** The pause before the second attempt; doubled for each further one. */
const FIRST_PAUSE_MS = 500
/** No pause of our own is longer: a provider that needs more says so. */
const LONGEST_PAUSE_MS = 8_000

/**
 * Decides whether a further attempt can help, and when.
 *
 * Pauses double from 500 ms to 8 s; each is drawn from its upper half, so that calls that failed together do not come
 * back together. A provider's own wish (`Retry-After`) counts instead, and the same half second is drawn on top of it.
 *
 * @param attempt Attempts made so far, from 1.
 */
export function decideRetry(
  error: unknown,
  { attempt, limits }: { attempt: number; limits: RetryLimits },
): RetryDecision {
  if (!(error instanceof ProviderError) || !error.retryable) return giveUp(error, attempt)
  const wish = error.retryAfterMs
  if (wish !== undefined && wish > limits.maxRetryAfterMs)
    return giveUp(tooLong(error, wish, limits), attempt)
  if (attempt >= limits.attempts) return giveUp(error, attempt)
  const chance = limits.surroundings.random()
  if (wish !== undefined) return { type: 'retry', pauseMs: wish + chance * FIRST_PAUSE_MS }
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
  return { type: 'retry', pauseMs: pause * (0.5 + chance / 2) }
}

/** The end of a call: the error as its caller sees it, with the number of requests that were sent. */
export function giveUp(error: unknown, attempts: number): RetryDecision {
  if (!(error instanceof ProviderError) || error.attempts === attempts) return { type: 'give-up', error }
  const Kind = kinds.find((kind) => error instanceof kind) ?? ProviderError
  const { status, retryable, retryAfterMs } = error
  const facts = { status, retryable, retryAfterMs, attempts, cause: error }
  return { type: 'give-up', error: new Kind(`${error.message} (after ${attempts} attempts)`, facts) }
}

const kinds = [
  ProviderAuthError,
  ProviderRefusedError,
  ProviderOverloadedError,
  ProviderTimeoutError,
  ContextTooLongError,
]

function tooLong(error: ProviderError, wishMs: number, limits: RetryLimits): ProviderOverloadedError {
  const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`
  return new ProviderOverloadedError(
    `The provider asks to wait ${seconds(wishMs)} before the next request, at most ${seconds(limits.maxRetryAfterMs)} are waited: ${error.message}`,
    { status: error.status, retryAfterMs: wishMs, cause: error },
  )
}
