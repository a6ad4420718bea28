import pLimit, { type LimitFunction } from 'p-limit'
import { onAbort } from '../provider/on-abort.ts'

/** A bounded number of places; who finds none free waits in line. */
export type Places = {
  /**
   * Takes a place as soon as one is free, first come, first served.
   *
   * @returns Gives the place back; to be called exactly once.
   * @throws The signal's reason, when it is set before a place was free; then no place is held.
   */
  take(signal?: AbortSignal): Promise<() => void>
}

/** @param count At least 1. */
export function openPlaces(count: number): Places {
  const limit = pLimit(count)
  return { take: (signal) => take(limit, signal) }
}

function take(limit: LimitFunction, signal: AbortSignal | undefined): Promise<() => void> {
  if (signal?.aborted) return Promise.reject(signal.reason)
  const { promise, resolve, reject } = withResolvers<() => void>()
  const stopListening = onAbort(signal, () => reject(signal?.reason))
  const hold = () => {
    stopListening()
    // Who has left the line meanwhile must not keep the place that comes too late.
    return signal?.aborted ? Promise.resolve() : new Promise<void>(resolve)
  }
  limit(hold).catch(reject)
  return promise
}

function withResolvers<Value>() {
  let resolve!: (value: Value) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}
