import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TurnId } from '../../src/model/turn.ts'
import { EVERY_TURN, type Store, type TurnFilter } from '../../src/store/store.ts'
import { bankOf } from './bank-of.ts'
import { rememberingStore } from './remembering-store.ts'

const TURNS = Array.from({ length: 9 }, (_, i) => ({
  id: `t${i}`,
  session: `s${i % 2}`,
  speaker: i % 3 === 0 ? 'Ana' : 'Bo',
  text: `The boat ${i} lies in the harbour.`,
  // Not in the order in which they come.
  time: `2031-03-0${((i * 4) % 9) + 1}T10:00:00Z`,
}))

const EMBEDDER = {
  id: 'any',
  dimension: 2,
  embed: async (texts: readonly string[]) =>
    texts.map((text) => {
      const angle = text.length + Number(text.match(/\d/u)![0])
      return Float32Array.of(Math.cos(angle), Math.sin(angle))
    }),
}

const filters = fc.record({
  session: fc.constantFrom(undefined, undefined, 's1'),
  speaker: fc.constantFrom(undefined, undefined, 'Ana'),
}) as fc.Arbitrary<Partial<TurnFilter>>
const places = fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 12 })

test('it gives what the store gives, in the same order, whatever was read before', async () => {
  await using store = await bankOf(TURNS, EMBEDDER)
  const remembering = rememberingStore(store)
  await fc.assert(
    fc.asyncProperty(filters, places, async (filter, asked) => {
      expect(await readAll(remembering, filter, asked)).toEqual(await readAll(store, filter, asked))
    }),
    { numRuns: 60 },
  )
})

test('a bank that is kept as it was read refuses whatever would change it', async () => {
  await using store = rememberingStore(await bankOf([], EMBEDDER))
  const { vectors } = store.derived
  const changes = [
    () => store.append([], () => ({ units: [], aliases: [] })),
    () => store.forget('everything', () => ({ units: [], aliases: [] })),
    () => vectors.put({ id: 'another', dimension: 2 }, []),
    () => vectors.reset(),
  ]
  for (const change of changes) await expect(change()).rejects.toThrow(TypeError)
})

async function readAll(store: Store, filter: Partial<TurnFilter>, asked: readonly number[]) {
  const keys = [...new Set(asked)]
  const ids = keys.map((place) => `t${place}` as TurnId)
  return {
    units: await listed(store.units({ ...EVERY_TURN, ...filter, keys })),
    turns: await listed(store.turns({ ...EVERY_TURN, ...filter, ids })),
    vectors: await store.derived.vectors.exact(keys),
    all: await listed(store.units({ ...EVERY_TURN, ...filter, keys: undefined })),
  }
}

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
