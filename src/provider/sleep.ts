import { onAbort } from './on-abort.ts'

/** Waits. @throws The signal's reason, as soon as it is set. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stopListening = onAbort(signal, () => {
      clearTimeout(timer)
      reject(signal?.reason)
    })
    const timer = setTimeout(() => {
      stopListening()
      resolve()
    }, milliseconds)
  })
}
