import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Embedder } from './embed/embedder.ts'
import { openMemory } from './memory.ts'
import { StoreFormatError, ValidationError } from './model/errors.ts'

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
