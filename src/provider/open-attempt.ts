import { ProviderError, ProviderTimeoutError } from '../model/errors.ts'
import { onAbort } from './on-abort.ts'

export type AttemptBounds = {
  /** The caller's. */
  readonly signal: AbortSignal | undefined
  /** Milliseconds that each piece of work may take. */
  readonly timeoutMs: number
  /** Who is asked, as errors name it: “The model”. */
  readonly who: string
}

/** One request to a provider, bounded in time. */
export type OpenAttempt = {
  /** Set once the attempt is to end: by the caller, by the time limit, or because it is over. */
  readonly signal: AbortSignal
  /**
   * Waits for a piece of work; at once no longer when the signal is set or the time runs out, also where the work does
   * not heed the signal.
   *
   * @throws {ProviderTimeoutError} When it took too long. What the work throws; the reason of the signal.
   */
  inTime<Value>(work: () => PromiseLike<Value>): Promise<Value>
  /** Ends the request, where it is still under way. */
  close(): void
}

/** Opens an attempt, which must be closed. */
export function openAttempt({ signal: callers, timeoutMs, who }: AttemptBounds): OpenAttempt {
  const ending = new AbortController()
  const { signal } = ending
  const abort = () => ending.abort(callers?.reason)
  if (callers?.aborted) abort()
  const stopListening = onAbort(callers, abort)
  return {
    signal,
    async inTime(work) {
      signal.throwIfAborted()
      const timer = setTimeout(() => {
        ending.abort(new ProviderTimeoutError(`${who} did not answer within ${timeoutMs} ms`))
      }, timeoutMs)
      let stopWaiting = () => {}
      const stopped = new Promise<never>((_, reject) => {
        stopWaiting = onAbort(signal, () => reject(signal.reason))
      })
      try {
        return await Promise.race([work(), stopped])
      } finally {
        clearTimeout(timer)
        stopWaiting()
      }
    },
    close() {
      stopListening()
      ending.abort(new ProviderError('The attempt is over'))
    },
  }
}
