import { describe, expect, it } from 'vitest'
import type { Embedder } from '../embed/embedder.ts'
import { ClosedError } from '../model/errors.ts'
import type { KeyedVector, VectorQueue } from '../store/store.ts'
import { createVectorIndexer } from './vector-indexer.ts'

/** A queue of `count` units that keeps what is put and in which order. */
function queueOf(count: number) {
  const vectors = new Map<number, Float32Array>()
  const keys = Array.from({ length: count }, (_, index) => index + 1)
  const missing = () => keys.filter((key) => !vectors.has(key))
  const queue: VectorQueue = {
    model: undefined,
    pending: async (limit) =>
      missing()
        .slice(0, limit)
        .map((key) => ({ key, passage: `passage ${key}` })),
    count: async () => ({ units: count, pending: missing().length }),
    put: async (_, entries: readonly KeyedVector[]) => {
      for (const { key, vector } of entries) vectors.set(key, vector)
    },
    exact: async () => [],
    reset: async () => vectors.clear(),
  }
  return { queue, vectors }
}

/** Embeds a text as its number; fails while `fault` is set. */
function embedderOf() {
  const state = { embedded: [] as string[], fault: undefined as Error | undefined }
  const embedder: Embedder = {
    id: 'numbers',
    dimension: 1,
    async embed(texts, _, { signal } = {}) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      signal?.throwIfAborted()
      if (state.fault) throw state.fault
      state.embedded.push(...texts)
      return texts.map((text) => Float32Array.of(Number(text.split(' ')[1])))
    },
  }
  return { embedder, state }
}

const silent = { onFailure: () => undefined }
const patient = (limit: number) => ({ limit, withinMs: 10_000, signal: undefined })
const settled = { signal: undefined, onProgress: undefined }

describe('the vector indexer', () => {
  it('makes every vector once, however many parties ask at the same time', async () => {
    const { queue, vectors } = queueOf(100)
    const { embedder, state } = embedderOf()
    const indexer = createVectorIndexer(queue, embedder, silent)
    indexer.kick()
    const states = await Promise.all([
      indexer.drain(settled),
      indexer.catchUp(patient(200)),
      indexer.drain(settled),
    ])
    expect(states[0]).toEqual({ units: 100, wordsOnly: 0, awaitingModel: 0 })
    expect(vectors.get(77)).toEqual(Float32Array.of(77))
    expect(state.embedded).toHaveLength(100)
  })

  it('keeps what it made when the embedder fails, tells of it, and goes on at the next kick', async () => {
    const { queue, vectors } = queueOf(40)
    const { embedder, state } = embedderOf()
    const failures: unknown[] = []
    const indexer = createVectorIndexer(queue, embedder, { onFailure: (error) => failures.push(error) })
    await indexer.catchUp(patient(40))
    expect(vectors.size).toBe(32)
    state.fault = new Error('model gone')
    await expect(indexer.drain(settled)).rejects.toThrow('model gone')
    await indexer.catchUp(patient(40))
    expect(failures).toHaveLength(1)
    state.fault = undefined
    expect(await indexer.drain(settled)).toEqual({ units: 40, wordsOnly: 0, awaitingModel: 0 })
  })

  it('leaves more than the limit to the background and ends it on stop', async () => {
    const { queue, vectors } = queueOf(10_000)
    const indexer = createVectorIndexer(queue, embedderOf().embedder, silent)
    await indexer.catchUp(patient(32))
    await indexer.stop()
    const made = vectors.size
    expect(made).toBeLessThan(10_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(vectors.size).toBe(made)
  })

  it('ends a drain at the abort signal', async () => {
    const { queue } = queueOf(10_000)
    const stop = new AbortController()
    const indexer = createVectorIndexer(queue, embedderOf().embedder, silent)
    const drained = indexer.drain({ signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) })
    await expect(drained).rejects.toThrow('enough')
  })

  it('does not make a question wait for a model that never answers, nor past its own signal', async () => {
    const { queue } = queueOf(3)
    const stuck: Embedder = { id: 'stuck', dimension: 1, embed: () => new Promise(() => undefined) }
    const indexer = createVectorIndexer(queue, stuck, silent)
    await indexer.catchUp({ limit: 32, withinMs: 5, signal: undefined })
    const stop = new AbortController()
    const asked = indexer.catchUp({ limit: 32, withinMs: 60_000, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })

  it('ends a drain at the abort signal, or by closing, though a step before it never ends', async () => {
    const { queue } = queueOf(3)
    const embed: Embedder['embed'] = (_, __, { signal } = {}) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const indexer = createVectorIndexer(queue, { id: 'stuck', dimension: 1, embed }, silent)
    indexer.kick()
    const ending = new AbortController()
    const drained = indexer.drain({ ...settled, signal: ending.signal })
    const other = expect(indexer.drain(settled)).rejects.toThrow(ClosedError)
    ending.abort(new Error('enough'))
    await expect(drained).rejects.toThrow('enough')
    await indexer.stop()
    await other
  })

  it('goes on by itself after a failure', async () => {
    const { queue, vectors } = queueOf(40)
    const { embedder, state } = embedderOf()
    state.fault = new Error('overloaded')
    const failed = new Promise<void>((resolve) => {
      createVectorIndexer(queue, embedder, { onFailure: () => resolve() }).kick()
    })
    await failed
    state.fault = undefined
    // The timer of the retry keeps no process alive, so the test must.
    await expect.poll(() => vectors.size, { timeout: 20_000 }).toBe(40)
  })
})
