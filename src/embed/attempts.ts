import { setTimeout as pause } from 'node:timers/promises'
import { type ProviderError, ProviderTimeoutError } from '../model/errors.ts'

/** Sends one request, again where that can help; throws a `ProviderError` of the family, or the signal's reason. */
export type Attempt = <Value>(
  send: (signal: AbortSignal) => PromiseLike<Value>,
  options: {
    readonly signal: AbortSignal | undefined
    readonly typed: (error: unknown) => ProviderError
  },
) => Promise<Value>

export type AttemptLimits = {
  /** Requests for one batch, from 1. */
  readonly attempts: number
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number
  /** Milliseconds a provider may ask us to wait; where it asks for more the batch fails at once. */
  readonly maxRetryAfterMs: number
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  /** In [0, 1). */
  readonly random?: () => number
}

/**
 * Attempts within limits: pauses double from 500 ms to 8 s, each drawn from its upper half; a provider's own wish
 * (`Retry-After`) counts instead.
 */
export function attemptWithin(limits: AttemptLimits): Attempt {
  const { sleep = sleepUnlessAborted, random = Math.random } = limits
  return async (send, { signal, typed }) => {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted()
      try {
        return await inTime(send, limits.timeoutMs, signal)
      } catch (cause) {
        signal?.throwIfAborted()
        const error = typed(cause)
        const wish = error.retryAfterMs
        if (!error.retryable || attempt >= limits.attempts || (wish ?? 0) > limits.maxRetryAfterMs) {
          throw attempt === 1 ? error : counted(error, attempt)
        }
        const ownPause =
          Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS) * (0.5 + random() / 2)
        await sleep(wish === undefined ? ownPause : wish + random() * FIRST_PAUSE_MS, signal)
      }
    }
  }
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000

/** Ends also where the model does not heed its signal. */
async function inTime<Value>(
  send: (signal: AbortSignal) => PromiseLike<Value>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const ending = new AbortController()
  const abort = (): void => ending.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => {
    ending.abort(new ProviderTimeoutError(`The embedding model did not answer within ${timeoutMs} ms`))
  }, timeoutMs)
  try {
    return await new Promise<Value>((resolve, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
      Promise.resolve(send(ending.signal)).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** The same error with the number of requests that were sent. */
function counted(error: ProviderError, attempts: number): ProviderError {
  const { status, retryable, retryAfterMs } = error
  const Kind = error.constructor as typeof ProviderError
  const facts = { status, retryable, retryAfterMs, attempts, cause: error }
  return new Kind(`${error.message} (after ${attempts} attempts)`, facts)
}

async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(milliseconds, undefined, signal ? { signal } : {}).catch((error) => {
    throw signal?.aborted ? signal.reason : error
  })
}
