import { ClosedError } from '../model/errors.ts'

/** Waits for work, but no longer than a time, nor than until the signal aborts; the work goes on. */
export async function within<T>(
  work: Promise<T>,
  { milliseconds, signal }: { readonly milliseconds?: number; readonly signal?: AbortSignal | undefined },
): Promise<T | undefined> {
  // What comes of it once nobody waits any longer is nobody's.
  work.catch(() => undefined)
  signal?.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  let abort: (() => void) | undefined
  const enough = new Promise<undefined>((resolve, reject) => {
    if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds, undefined)
    abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([work, enough])
  } finally {
    clearTimeout(timer)
    if (abort) signal?.removeEventListener('abort', abort)
  }
}

/** Why work ends that is under way when a memory is closed. */
export function closing(): ClosedError {
  return new ClosedError('The memory was closed while this was under way')
}
