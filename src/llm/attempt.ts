import { ProviderError } from '../model/errors.ts'
import { openAttempt } from '../provider/open-attempt.ts'
import type { ModelChunk } from './model-client.ts'

/** What bounds one attempt. */
export type ChunkLimits = {
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
  limits: ChunkLimits,
): AsyncGenerator<ModelChunk, void, undefined> {
  const opened = openAttempt({ ...limits, who: 'The model' })
  const chunks = open(opened.signal)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await opened.inTime(() => chunks.next())
      if (next.done)
        throw new ProviderError('The reply of the model ended without its end', { retryable: true })
      if (next.value.type === 'finish') {
        yield next.value
        return
      }
      if (next.value.text !== '') yield next.value
    }
  } finally {
    opened.close()
    // Lets the client clean up; not awaited, as one that hangs would hold the caller.
    chunks.return?.().catch(() => {})
  }
}
