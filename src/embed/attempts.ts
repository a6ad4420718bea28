import type { ProviderError } from '../model/errors.ts'
import { decideRetry } from '../provider/decide-retry.ts'
import { openAttempt } from '../provider/open-attempt.ts'
import { sleep } from '../provider/sleep.ts'

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

/** Attempts within limits, with the pauses of `decideRetry`. */
export function attemptWithin({ timeoutMs, sleep: pause = sleep, ...bounds }: AttemptLimits): Attempt {
  const { random = Math.random, ...limits } = bounds
  const retries = { ...limits, surroundings: { random } }
  return async (send, { signal, typed }) => {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted()
      const opened = openAttempt({ signal, timeoutMs, who: 'The embedding model' })
      let failure: ProviderError
      try {
        return await opened.inTime(() => send(opened.signal))
      } catch (error) {
        signal?.throwIfAborted()
        failure = typed(error)
      } finally {
        opened.close()
      }
      const next = decideRetry(failure, { attempt, limits: retries })
      if (next.type === 'give-up') throw next.error
      await pause(next.pauseMs, signal)
    }
  }
}
