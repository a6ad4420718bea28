import { describe, expect, it } from 'vitest'
import type { TurnInput } from '../../src/api.ts'
import { openMemory } from '../../src/memory.ts'
import type { Store } from '../../src/store/store.ts'
import { bankOf } from '../retrieval/bank-of.ts'
import { seededRandom } from '../speed/seeded.ts'
import { type Coordinates, coordinatesOf, withCoordinates } from './coordinates-store.ts'
import { shuffleFields } from './shuffle-fields.ts'

/** Sessions a week apart, in each of which Ana and Bo speak of like things. */
const TURNS: TurnInput[] = Array.from({ length: 12 }, (_, week) => {
  const day = new Date(Date.UTC(2024, 2, 1 + 7 * week)).toISOString().slice(0, 10)
  return [
    'We paddled the red kayak on the lake.',
    'I repaired my old piano.',
    'The kayak club met again.',
  ].map((text, i) => ({
    id: `w${week}t${i}`,
    session: `s${week}`,
    speaker: i === 1 ? 'Bo' : 'Ana',
    text: `${text} Number ${week}.`,
    time: `${day}T10:0${i}:00Z`,
  }))
}).flat()

/** Words alone decide: no vectors are made. */
const WORDLESS = {
  id: 'none',
  dimension: 1,
  embed: async (texts: readonly string[]) => texts.map(() => new Float32Array(1)),
}
const QUESTIONS = [
  'What did Ana do with the kayak in April 2024?',
  'Who repaired the piano?',
  'What happened in March 2024?',
]

async function recalledFrom(store: Store, question: string) {
  await using memory = await openMemory(store, { embedder: 'none' })
  const { evidence } = await memory.recall(question, { limit: 20, referenceTime: '2024-06-30T00:00:00Z' })
  return evidence.map(({ unit, tier, score }) => ({ id: unit.id, tier, score }))
}

async function withStore<T>(run: (store: Store, known: Map<number, Coordinates>) => Promise<T>): Promise<T> {
  await using store = await bankOf(TURNS, WORDLESS)
  return await run(store, await coordinatesOf(store))
}

/** What a memory closes is not the store that others go on with. */
const open = (store: Store) => withCoordinates(store, new Map())

describe('a store with other coordinates', () => {
  it('recalls what the store itself recalls where its coordinates are the true ones', () =>
    withStore(async (store, known) => {
      for (const question of QUESTIONS) {
        const bare: Store = { ...bareOf(store), [Symbol.asyncDispose]: async () => {} }
        expect(await recalledFrom(withCoordinates(store, known), question)).toEqual(
          await recalledFrom(bare, question),
        )
      }
    }))

  it('puts first what its coordinates, not the stored ones, place in the asked range', () =>
    withStore(async (store, known) => {
      const [april] = QUESTIONS
      const within = async (of: Store) =>
        (await recalledFrom(of, april!)).filter(({ tier }) => tier === 'within').map(({ id }) => id)
      const random = seededRandom(1)
      const shuffled = shuffleFields(known, 'time', { random, timeZone: 'UTC' })
      const inApril = [...shuffled.values()]
        .filter(({ unit }) => unit.context.sessionSpan.start.startsWith('2024-04'))
        .map(({ unit }) => unit.id)
      const found = await within(withCoordinates(store, shuffled))
      expect(found.length).toBeGreaterThan(0)
      expect(inApril).toEqual(expect.arrayContaining(found))
      expect(found).not.toEqual(await within(open(store)))
    }))

  it('finds nothing in the asked range where no unit has a session time, and still answers by content', () =>
    withStore(async (store, known) => {
      const timeless = new Map(
        [...known].map(([key, each]) => [key, { ...each, session: undefined, event: undefined }]),
      )
      const found = await recalledFrom(withCoordinates(store, timeless), QUESTIONS[0]!)
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found.map(({ tier }) => tier))).toEqual(new Set(['elsewhere']))
    }))
})

/** The store's own members, which a spread of its class would lose. */
function bareOf(store: Store): Omit<Store, typeof Symbol.asyncDispose> {
  return {
    facts: store.facts,
    derived: store.derived,
    upkeep: store.upkeep,
    history: (notAfter) => store.history(notAfter),
    append: (turns, anchor) => store.append(turns, anchor),
    forget: (target, anchor) => store.forget(target, anchor),
    turns: (filter) => store.turns(filter),
    unitIds: (keys) => store.unitIds(keys),
    units: (filter) => store.units(filter),
    sessions: () => store.sessions(),
    search: (query, origin) => store.search(query, origin),
  }
}
