import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../speed/seeded.ts'
import { type Coordinates, coordinatesOfUnit } from './coordinates-store.ts'
import { permutation, SHUFFLED, type ShuffledFields, shuffleFields } from './shuffle-fields.ts'
import { trialUnit } from './trial-unit.ts'

const bank = new Map<number, Coordinates>(
  Array.from({ length: 40 }, (_, i) => {
    const day = `2024-03-${String((i % 28) + 1).padStart(2, '0')}`
    const unit = trialUnit(`t${i}`, {
      session: `S${i}`,
      day,
      event: day,
      persons: [`Person${i}`],
      keywords: [`word${i}`],
      entities: [`Thing${i}`],
      topic: `topic${i}`,
    })
    return [i, coordinatesOfUnit(unit, 'UTC')]
  }),
)
const shuffled = (fields: ShuffledFields, seed = 1) =>
  shuffleFields(bank, fields, { random: seededRandom(seed), timeZone: 'UTC' })

test('a seeded order is a permutation, the same for the same seed', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.nat(), (size, seed) => {
      const order = permutation(size, seededRandom(seed))
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i))
      expect(permutation(size, seededRandom(seed))).toEqual(order)
    }),
  )
})

test.each(Object.keys(SHUFFLED) as ShuffledFields[])(
  'shuffling %s moves its fields together and loses none',
  (fields) => {
    const moved = shuffled(fields)
    const together = ({ unit }: Coordinates) =>
      JSON.stringify(SHUFFLED[fields].map((field) => unit.context[field] ?? null))
    const before = [...bank.values()].map(together)
    const after = [...moved.values()].map(together)
    expect([...after].sort()).toEqual([...before].sort())
    expect(after.filter((each, i) => each === before[i]).length).toBeLessThan(10)
  },
)

test.each(Object.keys(SHUFFLED) as ShuffledFields[])(
  'shuffling %s leaves text, words, sources and other fields',
  (fields) => {
    const moving: readonly string[] = SHUFFLED[fields]
    for (const [key, { unit }] of shuffled(fields)) {
      const was = bank.get(key)!.unit
      const rest = (of: typeof unit) => {
        const { session: _session, context, ...other } = of
        return { ...other, context: Object.entries(context).filter(([field]) => !moving.includes(field)) }
      }
      expect(rest(unit)).toEqual(rest(was))
    }
  },
)

test('the days that a recall reads are those of the shuffled fields, and stay where time is not shuffled', () => {
  const days = (of: ReadonlyMap<number, Coordinates>) => [...of.values()].map(({ session }) => session?.first)
  const sorted = (list: readonly (number | undefined)[]) => [...list].sort((a, b) => a! - b!)
  expect(days(shuffled('time'))).not.toEqual(days(bank))
  expect(sorted(days(shuffled('time')))).toEqual(sorted(days(bank)))
  expect(days(shuffled('people'))).toEqual(days(bank))
})
