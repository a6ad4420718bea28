/** A signal that is set by the first Ctrl-C; the second ends the process at once. */
export type Interruption = Disposable & { readonly signal: AbortSignal }

/** Listens for Ctrl-C and for the end that a supervisor asks for, until it is disposed of. */
export function listenForInterruption({
  on,
  off,
}: Pick<NodeJS.Process, 'on' | 'off'> = process): Interruption {
  const controller = new AbortController()
  const stop = () => {
    release()
    controller.abort()
  }
  const release = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) off.call(process, signal, stop)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) on.call(process, signal, stop)
  return { signal: controller.signal, [Symbol.dispose]: release }
}
