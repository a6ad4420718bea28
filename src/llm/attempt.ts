import { ProviderError, ProviderTimeoutError } from '../model/errors.ts'
import type { ModelChunk } from './model-client.ts'
import { onAbort } from './on-abort.ts'

/** What bounds one attempt. */
export type AttemptBounds = {
  readonly signal: AbortSignal | undefined
  /** Milliseconds until the first chunk, and between two chunks. */
  readonly timeoutMs: number
}

/**
 * One attempt at a reply: its chunks as they come, `finish` last.
 *
 * It ends at once when the signal is set or the time runs out, also where the client does not heed its signal; whoever
 * stops reading ends the request.
 *
 * @throws {ProviderTimeoutError} When no chunk came in time.
 */
export async function* attempt(
  open: (signal: AbortSignal) => AsyncIterable<ModelChunk>,
  bounds: AttemptBounds,
): AsyncGenerator<ModelChunk, void, undefined> {
  const ending = new AbortController()
  const abort = () => ending.abort(bounds.signal?.reason)
  if (bounds.signal?.aborted) abort()
  const stopListening = onAbort(bounds.signal, abort)
  const chunks = open(ending.signal)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await inTime(() => chunks.next(), { ending, timeoutMs: bounds.timeoutMs })
      if (next.done)
        throw new ProviderError('The reply of the model ended without its end', { retryable: true })
      if (next.value.type === 'finish') {
        yield next.value
        return
      }
      if (next.value.text !== '') yield next.value
    }
  } finally {
    stopListening()
    ending.abort(new ProviderError('The attempt is over'))
    // Lets the client clean up; not awaited, as one that hangs would hold the caller.
    chunks.return?.().catch(() => {})
  }
}

async function inTime<Value>(
  work: () => Promise<Value>,
  { ending, timeoutMs }: { ending: AbortController; timeoutMs: number },
): Promise<Value> {
  const { signal } = ending
  signal.throwIfAborted()
  const timer = setTimeout(() => {
    ending.abort(new ProviderTimeoutError(`The model did not answer within ${timeoutMs} ms`))
  }, timeoutMs)
  let stopListening = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([work(), stopped])
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}
