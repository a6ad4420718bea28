import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Embedder } from './embed/embedder.ts'
import { openMemory } from './memory.ts'
import { EmbeddingModelError, StoreFormatError, ValidationError } from './model/errors.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'
import { createUnitViews } from './store/views/create-unit-views.ts'

const embedder: Embedder = {
  id: 'letters',
  dimension: 4,
  async embed(texts) {
    return texts.map((text) => new Float32Array(4).fill(text === '' ? 0 : 0.5))
  },
}
const turn = { id: 'a', speaker: 'Ida', text: 'The tram was late.', time: '2025-03-01T10:00:00Z' }

async function filled() {
  const memory = await openMemory(':memory:', { embedder })
  await memory.append(turn)
  await memory.flush()
  return memory
}

const wrongOptions: readonly (readonly [string, unknown])[] = [
  ['an option that does not exist', { dryrun: true }],
  ['a signal that is none', { signal: { aborted: true } }],
  ['a number', 1],
  ['a listener that is no function', { onProgress: 1 }],
]

describe.each(wrongOptions)('options that hold %s', (_, options) => {
  it('are refused by every call that takes them, which then does nothing', async () => {
    await using memory = await filled()
    const given = options as object
    for (const call of [
      () => memory.append({ ...turn, id: 'b' }, given),
      () => memory.forget({ everything: true }, given),
      () => memory.flush(given),
      () => memory.reembed(given),
      () => memory.recall('tram', given),
    ])
      await expect(call()).rejects.toThrow(ValidationError)
    expect(await memory.verify()).toMatchObject({ turns: 1, vectors: 1, pending: 0 })
  })
})

it('leaves the vectors alone when making them anew was given up before it began', async () => {
  await using memory = await filled()
  await expect(memory.reembed({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect(await memory.verify()).toMatchObject({ vectors: 1, pending: 0 })
})

it('keeps what a log hook throws from the callers, whose turns are stored', async () => {
  const log = () => {
    throw new Error('the log is full')
  }
  const failing: Embedder = { ...embedder, embed: () => Promise.reject(new Error('no model')) }
  for (const used of [embedder, failing]) {
    await using memory = await openMemory(':memory:', { embedder: used, log })
    expect(await memory.append(turn)).toMatchObject({ added: ['a'] })
    expect((await memory.recall('late tram')).evidence).toHaveLength(1)
    expect(await memory.forget({ turn: 'a' })).toMatchObject({ turns: 1 })
  }
})

it.each([undefined, null, 7, {}, []])('refuses %j for a bank', async (bank) => {
  await expect(openMemory(bank as never, { embedder })).rejects.toThrow(ValidationError)
})

it.each([
  ['nothing', {}],
  ['no function', { ...embedder, embed: 1 }],
  ['no name', { ...embedder, id: '' }],
  ['half a dimension', { ...embedder, dimension: 1.5 }],
])('refuses an embedder that has %s', async (_, given) => {
  await expect(openMemory(':memory:', { embedder: given as never })).rejects.toThrow('options.embedder')
})

describe('paths that are no place for a bank', () => {
  it('are refused, and nothing is made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reinstate-paths-'))
    try {
      await expect(openMemory(folder, { embedder })).rejects.toThrow(StoreFormatError)
      await expect(openMemory(join(folder, 'x'.repeat(300)), { embedder })).rejects.toThrow(ValidationError)
      await using memory = await filled()
      for (const path of [':memory:', '', undefined])
        await expect(memory.freeze(path as never)).rejects.toThrow(ValidationError)
      expect(await readdir(folder)).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it.skipIf(process.platform === 'win32')('may be devices, as little as folders', async () => {
    await expect(openMemory('/dev/null', { embedder })).rejects.toThrow(StoreFormatError)
  })
})

/** An embedder of its own name; `fault` makes it fail. */
function embedderNamed(id: string, dimension = 4) {
  const state = { fault: undefined as Error | undefined }
  const named: Embedder = {
    id,
    dimension,
    async embed(texts) {
      if (state.fault) throw state.fault
      return texts.map(() => new Float32Array(dimension).fill(1 / Math.sqrt(dimension)))
    },
  }
  return { embedder: named, state }
}

describe('a bank whose vectors another handle made anew', () => {
  it.each([
    ['of the same form', 4],
    ['of another dimension', 8],
  ])('is refused to a handle with the old model, for vectors %s', async (_, dimension) => {
    const folder = await mkdtemp(join(tmpdir(), 'reinstate-memory-'))
    const path = join(folder, 'bank.db')
    await using old = await openMemory(path, { embedder: embedderNamed('old').embedder })
    await old.append([turn, { ...turn, id: 'b', text: 'The ferry was early.' }])
    await old.flush()
    const renewed = embedderNamed('new', dimension).embedder
    await expect(openMemory(path, { embedder: renewed })).rejects.toThrow(EmbeddingModelError)
    await using fresh = await openMemory(path, { embedder: renewed, replaceVectors: true })
    await expect(old.recall('tram')).rejects.toThrow(EmbeddingModelError)
    await expect(old.flush()).rejects.toThrow(EmbeddingModelError)
    expect(await fresh.flush()).toEqual({ units: 2, wordsOnly: 0, awaitingModel: 0 })
    expect((await fresh.recall('tram')).evidence[0]?.turns[0].id).toBe('a')
    await rm(folder, { recursive: true })
  })
})

describe('a memory whose embedder fails', () => {
  it('still finds every turn by its words, and says that it searched by words alone', async () => {
    const { embedder: failing, state } = embedderNamed('failing')
    const events: string[] = []
    await using memory = await openMemory(':memory:', {
      embedder: failing,
      log: ({ event, facts }) => events.push(`${event} ${JSON.stringify(facts)}`),
    })
    await memory.append(turn)
    await memory.flush()
    state.fault = new Error('overloaded: “The tram was late.”')
    await memory.append({ ...turn, id: 'b', text: 'The ferry was early.' })
    const { evidence, index } = await memory.recall('ferry')
    expect(evidence[0]?.turns[0].id).toBe('b')
    expect(index).toEqual({ units: 2, wordsOnly: 2, awaitingModel: 0 })
    expect(events.join('\n')).toContain('question-not-embedded')
    expect(events.join('\n')).not.toContain('tram')
  })
})

describe('a memory without an embedder', () => {
  it('opens a bank of any model, searches by words, forgets, and makes no vectors', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reinstate-memory-'))
    const path = join(folder, 'bank.db')
    {
      await using memory = await openMemory(path, { embedder: embedderNamed('of-its-own', 8).embedder })
      await memory.append([turn, { ...turn, id: 'b', text: 'The ferry was early.' }])
      await memory.flush()
    }
    await using words = await openMemory(path, { embedder: 'none' })
    const { evidence, index } = await words.recall('ferry')
    expect(evidence[0]?.turns[0].id).toBe('b')
    expect(index).toEqual({ units: 2, wordsOnly: 2, awaitingModel: 0 })
    await words.append({ ...turn, id: 'c', text: 'The bus never came.' })
    expect(await words.flush()).toEqual({ units: 3, wordsOnly: 1, awaitingModel: 0 })
    expect(await words.forget({ turn: 'a' })).toMatchObject({ turns: 1 })
    await expect(words.reembed()).rejects.toThrow(ValidationError)
    await rm(folder, { recursive: true })
  })
})

describe('asOf', () => {
  it('hides later turns, and with them the names and the span that only they tell', async () => {
    await using memory = await openMemory(':memory:', { embedder })
    await memory.append([
      { ...turn, session: 's', text: 'The kettle is new.', time: '2023-01-10T10:00:00Z' },
      {
        ...turn,
        id: 'b',
        session: 's',
        speaker: 'Heike',
        text: 'The kettle is broken.',
        time: '2023-03-20T10:00:00Z',
      },
    ])
    const then = await memory.recall('What did Heike say of the kettle in March 2023?', {
      asOf: '2023-02-01',
    })
    expect(then.evidence.map(({ turns }) => turns[0].id)).toEqual(['a'])
    expect(then.frame.unknownNames).toEqual(['Heike'])
    expect(then.evidence[0]?.tier).not.toBe('within')
    expect(then.evidence[0]!.unit.context.sessionSpan.end <= '2023-02-01T23:59:59.999Z').toBe(true)
    const now = await memory.recall('What did Heike say of the kettle in March 2023?', {
      referenceTime: '2023-04-01',
    })
    expect(now.frame.unknownNames).toEqual([])
  })
})

describe('forgetting everything', () => {
  it('leaves nothing that was told before it, whoever appends at the same time', async () => {
    await using memory = await openMemory(':memory:', { embedder })
    for (let round = 0; round < 5; round++) {
      const told = memory.append(Array.from({ length: 20 }, (_, i) => ({ ...turn, id: `t${round}-${i}` })))
      const [, forgotten] = await Promise.all([told, memory.forget({ everything: true })])
      const left: string[] = []
      for await (const { id } of memory.turns()) left.push(id)
      expect([0, 20]).toContain(left.length)
      expect(forgotten.turns + left.length).toBe(20)
      if (left.length > 0) await memory.forget({ everything: true })
    }
  })
})

it('a store that was opened with other settings is refused', async () => {
  const store = await openSqliteStore(':memory:', {
    timeZone: 'UTC',
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: '1',
  })
  await expect(openMemory(store, { embedder, timeZone: 'Europe/Paris' })).rejects.toThrow(ValidationError)
})
