import type { Embedder } from '../embed/embedder.ts'
import type { IndexState } from '../model/recollection.ts'
import type { VectorQueue } from '../store/store.ts'

/** Small enough that closing a bank or asking a question waits a moment at most, large enough to fill a batch. */
const UNITS_PER_STEP = 32

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
  /** Makes missing vectors now if there are `limit` at most; more are left to the background. Never throws. */
  catchUp(limit: number, signal: AbortSignal | undefined): Promise<void>
  /** Makes all missing vectors. @throws What the embedder or the store throws; what was made before is kept. */
  drain(options: {
    signal: AbortSignal | undefined
    onProgress: ((state: IndexState) => void) | undefined
  }): Promise<IndexState>
  /** Ends the background work after its current step. */
  stop(): Promise<void>
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
  let stopped = false

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
      while (!stopped && (await step(undefined)) > 0) await new Promise((resolve) => setImmediate(resolve))
    } catch (error) {
      onFailure(error)
    } finally {
      background = undefined
    }
  }

  const begin = () => {
    timer = undefined
    if (!stopped) background ??= work()
  }

  return {
    kick({ rest = false } = {}) {
      if (stopped || background) return
      if (!rest) return begin()
      timer ??= setTimeout(begin, REST_MS).unref()
    },
    async catchUp(limit, signal) {
      const { pending } = await queue.count()
      if (pending === 0) return
      if (pending > limit) return this.kick()
      try {
        await step(signal)
      } catch (error) {
        if (!signal?.aborted) onFailure(error)
      }
    },
    async drain({ signal, onProgress }) {
      for (;;) {
        const made = await step(signal)
        const { units, pending } = await queue.count()
        const state = { units, wordsOnly: pending }
        onProgress?.(state)
        if (made === 0) return state
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await background
      await tail
    },
  }
}
