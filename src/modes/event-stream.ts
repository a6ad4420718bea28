/**
 * The events of some work as they come; what the work throws is thrown after the events before it. Whoever stops
 * reading ends the work through its signal.
 */
export async function* eventStream<Event>(
  work: (emit: (event: Event) => void, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event, void, undefined> {
  const leaving = new AbortController()
  const events: Event[] = []
  let wake: (() => void) | undefined
  let ended = false
  const emit = (event: Event) => {
    events.push(event)
    wake?.()
  }
  const both = signal === undefined ? leaving.signal : AbortSignal.any([signal, leaving.signal])
  const working = work(emit, both).finally(() => {
    ended = true
    wake?.()
  })
  // Thrown below, or by nobody where nobody reads to the end.
  working.catch(() => undefined)
  try {
    for (;;) {
      for (let event = events.shift(); event !== undefined; event = events.shift()) yield event
      if (ended) break
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      wake = undefined
    }
    await working
  } finally {
    leaving.abort(new DOMException('Nobody reads the answer any more', 'AbortError'))
  }
}
