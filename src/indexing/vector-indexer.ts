import type { Embedder } from '../embed/embedder.ts'
import type { IndexState } from '../model/recollection.ts'
import type { VectorQueue } from '../store/store.ts'
import { closing, within } from './within.ts'

/** Small enough that closing a bank or asking a question waits a moment at most, large enough to fill a batch. */
const UNITS_PER_STEP = 32

/** The first pause after a failure; each further one is twice as long, up to a minute. */
const RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

/** How long closing waits for a model that does not hear the signal. */
const STOP_MS = 5_000

/** How long a bank rests after it was opened before missing vectors are made, so that a short visit pays nothing. */
const REST_MS = 100

export type IndexerEvents = {
  /** A background step failed; the units stay pending and the next `kick` tries again. */
  readonly onFailure: (error: unknown) => void
  /** The model gave so many units a zero vector: they stay findable by words alone. Default: nobody is told. */
  readonly onZeroVectors?: (units: number) => void
}

/** Makes the vectors that lag behind the turns: one step at a time, in the order of arrival. */
export interface VectorIndexer {
  /** Starts the background work unless it runs; `rest` lets a short visit end before it begins. */
  kick(options?: { rest?: boolean }): void
  /**
   * Makes missing vectors now if there are `limit` at most, and waits for them `withinMs` at most; the rest is left to
   * the background. A failure is told to `onFailure`. @throws The reason of the signal, as soon as it aborts.
   */
  catchUp(options: { limit: number; withinMs: number; signal: AbortSignal | undefined }): Promise<void>
  /**
   * Makes all missing vectors.
   *
   * @throws What the embedder or the store throws; the reason of the signal, as soon as it aborts; a `ClosedError` where
   *   it is stopped meanwhile. What was made before is kept.
   */
  drain(options: {
    signal: AbortSignal | undefined
    onProgress: ((state: IndexState) => void) | undefined
  }): Promise<IndexState>
  /** Ends the background work; units of a step that was under way stay pending. */
  stop(): Promise<void>
}

/** For a memory that has no embedding model: makes nothing, and leaves what is missing for a handle that has one. */
export function idleIndexer(queue: VectorQueue): VectorIndexer {
  return {
    kick: () => undefined,
    catchUp: async ({ signal }) => signal?.throwIfAborted(),
    async drain() {
      const { units, pending } = await queue.count()
      return { units, wordsOnly: pending, awaitingModel: 0 }
    },
    stop: async () => undefined,
  }
}

export function createVectorIndexer(
  queue: VectorQueue,
  embedder: Embedder,
  { onFailure, onZeroVectors }: IndexerEvents,
): VectorIndexer {
  const model = { id: embedder.id, dimension: embedder.dimension }
  let tail: Promise<unknown> = Promise.resolve()
  let background: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  /** Units came in while the background was about to end. */
  let again = false
  let failures = 0

  /** Steps of the background, of questions and of `drain` take turns: no unit is embedded twice. */
  function exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = tail.then(work, work)
    tail = run.catch(() => undefined)
    return run
  }

  const step = (signal: AbortSignal | undefined) =>
    exclusive(async () => {
      signal?.throwIfAborted()
      const units = await queue.pending(UNITS_PER_STEP)
      if (units.length === 0) return 0
      const vectors = await embedder.embed(
        units.map((unit) => unit.passage),
        'passage',
        signal ? { signal } : {},
      )
      await queue.put(
        model,
        units.map((unit, index) => ({ key: unit.key, vector: vectors[index]! })),
      )
      const zero = vectors.filter((vector) => vector.every((value) => value === 0)).length
      if (zero > 0) onZeroVectors?.(zero)
      return units.length
    })

  async function work(): Promise<void> {
    try {
      do {
        again = false
        while (!stopping.signal.aborted && (await step(stopping.signal)) > 0)
          await new Promise((resolve) => setImmediate(resolve))
      } while (again && !stopping.signal.aborted)
      failures = 0
    } catch (error) {
      tell(error)
      retryLater()
    } finally {
      background = undefined
    }
  }

  function tell(error: unknown): void {
    if (!stopping.signal.aborted) onFailure(error)
  }

  function retryLater(): void {
    if (stopping.signal.aborted) return
    const pause = Math.min(RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS)
    timer ??= setTimeout(begin, pause).unref()
  }

  const begin = () => {
    timer = undefined
    if (!stopping.signal.aborted) background ??= work()
  }

  return {
    kick({ rest = false } = {}) {
      if (stopping.signal.aborted) return
      if (background) {
        again = true
        return
      }
      if (!rest) return begin()
      timer ??= setTimeout(begin, REST_MS).unref()
    },
    async catchUp({ limit, withinMs, signal }) {
      signal?.throwIfAborted()
      const { pending } = await queue.count()
      if (pending === 0) return
      if (pending > limit) return this.kick()
      // Not bound to the question's signal: whoever asks next has use of these vectors too.
      await within(step(stopping.signal).catch(tell), { milliseconds: withinMs, signal })
    },
    async drain({ signal, onProgress }) {
      signal?.throwIfAborted()
      const ending = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal])
      for (;;) {
        // A step before it may be of a model that never answers.
        const made = await within(step(ending), { signal: ending })
        const { units, pending } = await queue.count()
        const state = { units, wordsOnly: pending, awaitingModel: 0 }
        onProgress?.(state)
        if (made === 0) return state
      }
    },
    async stop() {
      stopping.abort(closing())
      clearTimeout(timer)
      await within(Promise.all([background, tail]), { milliseconds: STOP_MS })
    },
  }
}
