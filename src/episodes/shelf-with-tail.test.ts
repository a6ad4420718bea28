import fc from 'fast-check'
import { expect, it } from 'vitest'
import { turnOf, wordAnchor } from '../store/conformance-bank.ts'
import type { EpisodeShelf } from '../store/episode-shelf.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import type { Store } from '../store/store.ts'
import { createUnitViews } from '../store/views/create-unit-views.ts'
import { createCut } from './segment.ts'
import { shelfWithTail } from './shelf-with-tail.ts'

const SHAPE = { tokens: 60, overlap: 0.2, tokenizer: 'words' }
const CUT = createCut(SHAPE, {
  countTokens: (text) => text.split(/\s+/u).filter((word) => word !== '').length,
  timeZone: 'UTC',
})

function openStore(): Promise<Store> {
  return openSqliteStore(':memory:', {
    timeZone: 'UTC',
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'trial',
  })
}

/** Without numbers, of which nobody knows whether they were given away before; they only rise. */
async function contentOf(shelf: EpisodeShelf) {
  const heads = await shelf.heads()
  const numbers = heads.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  const read = await Promise.all(heads.map(({ number }) => shelf.read(number)))
  return read.map(({ summary: _, number: __, ...episode }) => episode)
}

/** Lengths of turns in words; long ones are cut. */
const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 25 })

it('has the episodes that a shelf would have which can be written', async () => {
  await fc.assert(
    fc.asyncProperty(lengths, lengths, fc.nat(24), async (cut, uncut, forgotten) => {
      await using store = await openStore()
      const tell = async (words: readonly number[], prefix: string) => {
        const turns = words.map((count, i) =>
          turnOf(`${prefix}${i}`, { text: `${prefix}${i} `.repeat(count).trim() }),
        )
        if (turns.length > 0) await store.append(turns, wordAnchor)
        return turns
      }
      const first = await tell(cut, 'a')
      await store.derived.episodes.extend(SHAPE, CUT)
      const gone = first[forgotten]
      if (gone !== undefined) await store.forget([gone.id], wordAnchor)
      await tell(uncut, 'b')

      const shelf = shelfWithTail(store.derived.episodes)
      await shelf.extend(SHAPE, CUT)
      const inMemory = await contentOf(shelf)
      await store.derived.episodes.extend(SHAPE, CUT)
      expect(inMemory).toEqual(await contentOf(store.derived.episodes))
    }),
    { numRuns: 40 },
  )
})

it('takes in what came since it was looked at, portion by portion', async () => {
  await using store = await openStore()
  const shelf = shelfWithTail(store.derived.episodes)
  const turns = Array.from({ length: 1_100 }, (_, i) => turnOf(`t${i}`, { text: `word${i}` }))
  await store.append(turns.slice(0, 1_050), wordAnchor)
  await shelf.extend(SHAPE, CUT)
  await store.append(turns.slice(1_050), wordAnchor)
  await shelf.extend(SHAPE, CUT)
  const inMemory = await contentOf(shelf)
  await store.derived.episodes.extend(SHAPE, CUT)
  expect(inMemory).toEqual(await contentOf(store.derived.episodes))
})

it('reads again where a turn took the place of one that was forgotten', async () => {
  await using store = await openStore()
  const shelf = shelfWithTail(store.derived.episodes)
  const [first, secret, other] = ['first', 'secret', 'other'].map((text) => turnOf(text, { text }))
  await store.append([first!, secret!], wordAnchor)
  await shelf.extend(SHAPE, CUT)
  await store.forget([secret!.id], wordAnchor)
  await store.append([other!], wordAnchor)
  await shelf.extend(SHAPE, CUT)
  const [episode] = await contentOf(shelf)
  expect(episode?.turns.map(({ turn }) => turn.text)).toEqual(['first', 'other'])
})
