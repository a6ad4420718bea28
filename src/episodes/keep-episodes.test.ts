import { afterEach, expect, test } from 'vitest'
import { callerOf, type Reply, scriptedModel } from '../../test/scripted-model.ts'
import { createAnchor } from '../anchor/anchor.ts'
import type { Embedder } from '../embed/embedder.ts'
import { readTurns } from '../input/turn-input.ts'
import { ProviderError, ProviderTimeoutError } from '../model/errors.ts'
import type { TurnId } from '../model/turn.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import type { Store } from '../store/store.ts'
import { createUnitViews } from '../store/views/create-unit-views.ts'
import { cutEpisodes, type KeepContext, type KeptEpisodes, keepEpisodes } from './keep-episodes.ts'
import { createSummaryFailures } from './summary-failures.ts'

const anchor = createAnchor({ timeZone: 'UTC', dateOrder: undefined })

const open: Store[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store[Symbol.asyncDispose]()
})

async function bankOf(turns: number): Promise<Store> {
  const store = await openSqliteStore(':memory:', {
    timeZone: 'UTC',
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'test',
  })
  open.push(store)
  await tell(store, 0, turns)
  return store
}

async function tell(store: Store, from: number, turns: number): Promise<void> {
  const told = Array.from({ length: turns }, (_, i) => ({
    id: `t${from + i}`,
    session: 's',
    speaker: 'Ana',
    text: `Crate ${from + i} holds the amphora from Delos, and some straw.`,
    time: new Date(Date.UTC(2024, 0, 1) + (from + i) * 60_000).toISOString(),
  }))
  await store.append(readTurns(told, { timeZone: 'UTC' }), anchor)
}

const contextOf = (store: Store, rest: Partial<KeepContext> = {}): KeepContext => ({
  shelf: store.derived.episodes,
  shape: { tokens: 150, overlap: 0.1, tokenizer: 'words' },
  countTokens: (text) => text.split(/\s+/u).length,
  timeZone: 'UTC',
  writer: undefined,
  embedder: undefined,
  onFailure: (error) => {
    throw error
  },
  ...rest,
})

const ALL = { signal: undefined } as const

const embedderOf = (): Embedder & { readonly embedded: string[] } => {
  const embedded: string[] = []
  return {
    id: 'two',
    dimension: 2,
    embedded,
    async embed(texts) {
      embedded.push(...texts)
      return texts.map(() => Float32Array.of(1, 0))
    },
  }
}

const writerOf = (reply: Reply | string) => {
  const model = scriptedModel({ summarise: reply })
  return { model, writer: callerOf(model, 'writer') }
}

const SUMMARY = JSON.stringify({ summary: 'Ana lists crates from Delos.' })

test('without a model every episode has sentences for a summary, and its vector', async () => {
  const store = await bankOf(60)
  const embedder = embedderOf()
  const kept = await keepEpisodes(contextOf(store, { embedder }), ALL)
  const summaries = await store.derived.episodes.summaries()
  expect(kept).toEqual({ episodes: summaries.length, unsummarised: 0 })
  expect(summaries.length).toBeGreaterThan(3)
  for (const { by, text, vector } of summaries) {
    expect(by).toBe('extract')
    expect(text).toContain('amphora from Delos')
    expect([...vector!]).toEqual([1, 0])
  }
})

test('a writer summarises what is sealed, from the whole episode and from nothing else', async () => {
  const store = await bankOf(60)
  const { model, writer } = writerOf(SUMMARY)
  await keepEpisodes(contextOf(store, { writer }), ALL)
  const heads = await store.derived.episodes.heads()
  const summaries = await store.derived.episodes.summaries()
  expect(summaries.map(({ by }) => by)).toEqual(heads.map(({ sealed }) => (sealed ? 'model' : 'extract')))
  expect(model.requests).toHaveLength(heads.length - 1)
  expect(model.requests[0]!.prompt).toContain('Crate 0 holds')
  expect(model.requests[0]!.prompt).not.toContain('Crate 59 holds')
})

test('nothing is made twice, and an episode that has grown is summarised anew', async () => {
  const store = await bankOf(61)
  const { model, writer } = writerOf(SUMMARY)
  const embedder = embedderOf()
  await keepEpisodes(contextOf(store, { writer, embedder }), ALL)
  const [asked, embedded] = [model.requests.length, embedder.embedded.length]
  await keepEpisodes(contextOf(store, { writer, embedder }), ALL)
  expect([model.requests.length, embedder.embedded.length]).toEqual([asked, embedded])
  await tell(store, 61, 1)
  await keepEpisodes(contextOf(store, { writer, embedder }), ALL)
  expect([model.requests.length, embedder.embedded.length]).toEqual([asked, embedded + 1])
})

test('where the writer fails sentences stand in, it is told, and the next time it is asked again', async () => {
  const store = await bankOf(30)
  const failures: unknown[] = []
  const broken = writerOf(() => new ProviderTimeoutError('The model did not answer'))
  const context = contextOf(store, { writer: broken.writer, onFailure: (error) => failures.push(error) })
  await keepEpisodes(context, ALL)
  expect(failures.length).toBeGreaterThan(0)
  expect((await store.derived.episodes.summaries()).every(({ by }) => by === 'extract')).toBe(true)
  await keepEpisodes(contextOf(store, { writer: writerOf(SUMMARY).writer }), ALL)
  expect((await store.derived.episodes.summaries())[0]!.by).toBe('model')
})

test('what another try would not mend is asked for once, anything else three times, until all is cleared', async () => {
  const store = await bankOf(30)
  const failures = createSummaryFailures()
  const asked = async (reply: Reply | string) => {
    const { model, writer } = writerOf(reply)
    await keepEpisodes(contextOf(store, { writer, failures, onFailure: () => {} }), ALL)
    return model.requests.length
  }
  const down = () => new ProviderError('The provider is down', { retryable: false })
  const count = await asked(down)
  expect(count).toBe((await store.derived.episodes.heads()).filter(({ sealed }) => sealed).length)
  expect(await asked(down)).toBe(count)
  expect(await asked(down)).toBe(count)
  expect(await asked(down)).toBe(0)
  failures.clear()
  // A reply that cannot be read is asked for again at once, as ever.
  expect(await asked('no form at all')).toBe(count * 2)
  expect(await asked(SUMMARY)).toBe(0)
  failures.clear()
  expect(await asked(SUMMARY)).toBe(count)
  expect((await store.derived.episodes.summaries())[0]!.by).toBe('model')
})

test('a summary that was paid for outlasts an embedder that fails, and its vector follows', async () => {
  const store = await bankOf(30)
  const { model, writer } = writerOf(SUMMARY)
  const embedder = embedderOf()
  const broken = { ...embedder, embed: async () => Promise.reject(new Error('No memory left')) }
  await expect(keepEpisodes(contextOf(store, { writer, embedder: broken }), ALL)).rejects.toThrow('No memory')
  expect(model.requests).toHaveLength(1)
  await keepEpisodes(contextOf(store, { writer, embedder }), ALL)
  const summaries = await store.derived.episodes.summaries()
  expect(summaries[0]).toMatchObject({ by: 'model' })
  expect(summaries.every(({ vector }) => vector !== undefined)).toBe(true)
  expect(model.requests).toHaveLength(summaries.filter(({ by }) => by === 'model').length)
})

test('a summary is not kept for an episode that has lost a turn since it was written', async () => {
  const store = await bankOf(30)
  const { model, writer } = writerOf(SUMMARY)
  const broken = { ...embedderOf(), embed: async () => Promise.reject(new Error('No memory left')) }
  await expect(keepEpisodes(contextOf(store, { writer, embedder: broken }), ALL)).rejects.toThrow('No memory')
  expect(model.requests).toHaveLength(1)
  // Another handle forgets while this one is about to give the summary its vector.
  const shelf = store.derived.episodes
  let isForgotten = false
  const forgetful = {
    ...shelf,
    async read(number: number) {
      if (!isForgotten) {
        isForgotten = true
        await store.forget(['t0' as TurnId], anchor)
        await cutEpisodes(contextOf(store), undefined)
      }
      return shelf.read(number)
    },
  }
  await keepEpisodes(contextOf(store, { shelf: forgetful, writer, embedder: embedderOf() }), ALL)
  expect(model.requests[1]!.prompt).not.toContain('Crate 0 holds')
  const summaries = await shelf.summaries()
  expect(model.requests).toHaveLength(1 + summaries.filter(({ by }) => by === 'model').length)
})

test('what an abort leaves undone the next call does, and no more', async () => {
  const store = await bankOf(60)
  const controller = new AbortController()
  const states: KeptEpisodes[] = []
  const embedder = embedderOf()
  const first = keepEpisodes(contextOf(store, { embedder }), {
    signal: controller.signal,
    onProgress: (state) => {
      states.push(state)
      if (states.length === 3) controller.abort(new Error('enough'))
    },
  })
  await expect(first).rejects.toThrow('enough')
  expect(states[0]!.unsummarised - states[2]!.unsummarised).toBe(2)
  const made = embedder.embedded.length
  await keepEpisodes(contextOf(store, { embedder }), ALL)
  const { length } = await store.derived.episodes.heads()
  expect(made).toBeLessThan(length)
  expect(embedder.embedded).toHaveLength(length)
})

test('before a question is routed turns are cut and nothing is summarised', async () => {
  const store = await bankOf(60)
  await cutEpisodes(contextOf(store), undefined)
  expect((await store.derived.episodes.heads()).length).toBeGreaterThan(3)
  expect(await store.derived.episodes.summaries()).toEqual([])
})
