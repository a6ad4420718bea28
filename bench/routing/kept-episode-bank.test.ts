import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAnchor } from '../../src/anchor/anchor.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import type { Store } from '../../src/store/store.ts'
import { episodeBank } from './episode-bank.ts'
import { folderOfBanks, keptEpisodeBank } from './kept-episode-bank.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reinstate-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const TURNS = Array.from({ length: 30 }, (_, i) => ({
  id: `t${i}`,
  session: 's',
  speaker: 'Ana',
  text: `The mill ${i} by the Lune was built by Ada Holt. `.repeat(40),
  time: new Date(Date.UTC(2031, 2, 1, 10, i)).toISOString(),
}))
const anchor = createAnchor({ timeZone: 'UTC', dateOrder: undefined })

test('a bank that is kept is the one that would be made, and is made once', async () => {
  await using made = await episodeBank(TURNS, { anchor, embedder: SOME })
  for (const embed of [SOME, NONE]) {
    await using kept = await keptEpisodeBank(TURNS, { anchor, embedder: embed, folder, name: 'trial' })
    expect(await contentsOf(kept)).toEqual(await contentsOf(made))
  }
  expect(readdirSync(folder)).toEqual(['trial.db'])
})

test('banks of other data or of another model are let go of, whatever else is kept stays', () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  const first = folderOfBanks(data, 'a model', folder)
  mkdirSync(join(folder, 'banks', '100000-1-any'))
  expect(folderOfBanks(data, 'a model', folder)).toBe(first)
  writeFileSync(join(data, 'more'), 'than before')
  const second = folderOfBanks(data, 'a model', folder)
  const third = folderOfBanks(data, 'another', folder)
  expect(new Set([first, second, third]).size).toBe(3)
  expect(readdirSync(join(folder, 'banks')).map((name) => join(folder, 'banks', name))).toEqual([
    join(folder, 'banks', '100000-1-any'),
    third,
  ])
})

const SOME: Embedder = {
  id: 'any',
  dimension: 2,
  embed: async (texts) => texts.map(({ length }) => Float32Array.of(Math.cos(length), Math.sin(length))),
}

const NONE: Embedder = {
  id: 'any',
  dimension: 2,
  embed: () => Promise.reject(new Error('Nothing is left to embed')),
}

async function contentsOf(store: Store) {
  const heads = await store.derived.episodes.heads()
  expect(heads.length).toBeGreaterThan(1)
  return {
    heads,
    summaries: await store.derived.episodes.summaries(),
    vectors: await store.derived.vectors.exact([1, 2, 3]),
    history: await store.history(),
  }
}
