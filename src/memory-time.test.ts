import { afterEach, describe, expect, it, vi } from 'vitest'
import { shedTurns, wordEmbedder } from '../test/models/shed.ts'
import type { AskOptions, Memory, MemoryOptions } from './api.ts'
import type { Embedder } from './embed/embedder.ts'
import { openMemory } from './memory.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'
import type { Store } from './store/store.ts'
import { createUnitViews } from './store/views/create-unit-views.ts'

const open: Memory[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const each of open.splice(0)) await each.close()
})

async function memoryOf(bank: string | Store, options: MemoryOptions): Promise<Memory> {
  const memory = await openMemory(bank, { episodes: { tokens: 256, overlap: 0 }, ...options })
  open.push(memory)
  return memory
}

/** Embeds what is remembered, and hangs at whatever is asked; it hears no signal. */
const deafToQuestions: Embedder = {
  ...wordEmbedder,
  embed: (texts, kind) =>
    kind === 'question' ? new Promise(() => undefined) : wordEmbedder.embed(texts, kind),
}

const QUESTION = 'What does Ada keep in the shed?'
const MODES: readonly AskOptions['mode'][] = ['fast', 'deep', 'auto']

describe('the time of a question', () => {
  it.each(MODES)(
    'bounds the embedding of the question, and words alone are searched then: %s',
    async (mode) => {
      const memory = await memoryOf(':memory:', { embedder: deafToQuestions })
      await memory.append(shedTurns(12))
      await memory.flush()
      const answer = await memory.ask(QUESTION, { mode, budget: { timeoutMs: 50 } })
      expect(answer.answered).toBe(true)
      expect(answer.why).toMatch(/time of the budget did not suffice to search by meaning/)
      expect(answer.index.wordsOnly).toBe(answer.index.units)
    },
  )

  it.each(MODES)('leaves an embedder that is an object of a class its “this”: %s', async (mode) => {
    class OwnEmbedder implements Embedder {
      readonly id = wordEmbedder.id
      readonly dimension = wordEmbedder.dimension
      readonly #words = wordEmbedder
      embed(...asked: Parameters<Embedder['embed']>): ReturnType<Embedder['embed']> {
        return this.#words.embed(...asked)
      }
    }
    const memory = await memoryOf(':memory:', { embedder: new OwnEmbedder() })
    await memory.append(shedTurns(12))
    await memory.flush()
    const answer = await memory.ask(QUESTION, { mode })
    expect(answer.index.wordsOnly).toBe(0)
  })

  it.each(MODES)('is the reason where nothing was found by words alone: %s', async (mode) => {
    const memory = await memoryOf(':memory:', { embedder: deafToQuestions })
    await memory.append(shedTurns(12))
    await memory.flush()
    const answer = await memory.ask('Who repaired the violin?', { mode, budget: { timeoutMs: 50 } })
    expect(answer).toMatchObject({ answered: false, reason: 'budget' })
  })

  it('bounds the wait for the vectors of new turns', async () => {
    const idle: Embedder = {
      ...wordEmbedder,
      embed: (_, __, options) =>
        new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
        }),
    }
    const memory = await memoryOf(':memory:', { embedder: idle })
    await memory.append(shedTurns(3))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let said: string | undefined
    const asked = memory.ask(QUESTION, { budget: { timeoutMs: 20 } }).then(({ why }) => {
      said = why
    })
    await vi.advanceTimersByTimeAsync(60)
    expect(said).toMatch(/time of the budget did not suffice to make the vectors of new turns/)
    await vi.advanceTimersByTimeAsync(10_000)
    await asked
    vi.useRealTimers()
  })

  it.each(['deep', 'auto'] as const)('bounds the cutting of episodes: %s', async (mode) => {
    const store = await openSqliteStore(':memory:', {
      timeZone: 'UTC',
      readOnly: false,
      mustExist: false,
      createViews: createUnitViews,
      analyserVersion: '2',
    })
    const episodes = { ...store.derived.episodes, extend: () => new Promise<void>(() => undefined) }
    const slow: Store = { ...store, derived: { ...store.derived, episodes } }
    const memory = await memoryOf(slow, { embedder: 'none' })
    await memory.append(shedTurns(12))
    const answer = await memory.ask('Which lanterns, ducklings and boots does Ada keep in the shed?', {
      mode,
      budget: { timeoutMs: 50 },
    })
    expect(answer).toMatchObject({ mode: 'fast', answered: true })
    expect(answer.why).toMatch(/time of the budget did not suffice to open the episodes|budget has run out/)
  })
})

it.each(MODES)('an embedder that fails for a question leaves its words to be searched: %s', async (mode) => {
  const memory = await memoryOf(':memory:', {
    embedder: {
      ...wordEmbedder,
      embed: async (texts, kind) => {
        if (kind === 'question') throw new Error('down')
        return wordEmbedder.embed(texts, kind)
      },
    },
  })
  await memory.append(shedTurns(12))
  await memory.flush()
  expect(await memory.ask(QUESTION, { mode })).toMatchObject({ answered: true })
})
