import { expect, test } from 'vitest'
import { seededRandom } from '../speed/seeded.ts'
import { bootstrap } from './bootstrap.ts'

test('values that are all the same leave no doubt', () => {
  expect(bootstrap([0.5, 0.5, 0.5], seededRandom(1))).toEqual({ low: 0.5, high: 0.5 })
})

test('the interval of a coin thrown a hundred times is about two standard errors to each side', () => {
  const values = Array.from({ length: 100 }, (_, i) => i % 2)
  const { low, high } = bootstrap(values, seededRandom(1))
  expect(low).toBeCloseTo(0.4, 1)
  expect(high).toBeCloseTo(0.6, 1)
})

test('the same seed gives the same interval', () => {
  const values = [0, 1, 1, 0, 1, 1, 1]
  expect(bootstrap(values, seededRandom(7))).toEqual(bootstrap(values, seededRandom(7)))
})
