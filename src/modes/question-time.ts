import type { Embedder } from '../embed/embedder.ts'
import type { Purse } from '../llm/purse.ts'
import { onAbort } from '../provider/on-abort.ts'

/** The time of one question, for whatever is awaited beside the calls of language models. */
export type QuestionTime = {
  /**
   * Waits for work until the time is up; the work is then told to end, and `missed` names it. Not begun where the time is
   * up already.
   *
   * @param what What the work does, after “did not suffice to”.
   * @returns Undefined where the time did not suffice.
   * @throws What the work throws before; the reason of `signal`, as soon as it is set.
   */
  within<Value>(
    what: string,
    work: (ending: AbortSignal) => Promise<Value>,
    signal: AbortSignal | undefined,
  ): Promise<Value | undefined>
  /** The same embedder, which fails with a `BudgetError` once the time is up. */
  bounded(embedder: Embedder): Embedder
  /** What the time did not suffice for, each once, in order. */
  readonly missed: readonly string[]
}

/** Keeps to the time of a purse. */
export function questionTime({ deadline, timeIsUp }: Pick<Purse, 'deadline' | 'timeIsUp'>): QuestionTime {
  const missed: string[] = []

  function miss(what: string): undefined {
    if (!missed.includes(what)) missed.push(what)
  }

  const within: QuestionTime['within'] = async (what, work, signal) => {
    signal?.throwIfAborted()
    if (timeIsUp()) return miss(what)
    const ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    try {
      return await untilAborted(work(ending), ending)
    } catch (error) {
      signal?.throwIfAborted()
      if (!deadline.aborted) throw error
      return miss(what)
    }
  }

  return {
    within,
    missed,
    // Called on the embedder itself, which may be an object of a class.
    bounded: (embedder) => ({
      id: embedder.id,
      dimension: embedder.dimension,
      async embed(texts, kind, options) {
        const vectors = await within(
          'search by meaning',
          (signal) => embedder.embed(texts, kind, { signal }),
          options?.signal,
        )
        if (vectors === undefined) throw deadline.reason
        return vectors
      },
    }),
  }
}

/** Some work does not hear its signal. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  // What comes of it once nobody waits any longer is nobody's.
  work.catch(() => undefined)
  let stopListening = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stopListening()
  }
}
