const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls a listener once the signal is set; not at all where it is set already.
 *
 * However many wait for a signal, it gets one listener: hundreds of calls that share it would make Node warn of a leak.
 *
 * @returns Stops listening.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {}
  const listeners = waiting.get(signal) ?? listen(signal)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function listen(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>()
  waiting.set(signal, listeners)
  const call = () => {
    for (const listener of listeners) listener()
  }
  signal.addEventListener('abort', call, { once: true })
  return listeners
}
