import { expect, test } from 'vitest'
import { bootstrap } from './bootstrap.ts'

test('values that are all the same leave no doubt', () => {
  expect(bootstrap([0.5, 0.5, 0.5], 1)).toEqual({ low: 0.5, high: 0.5 })
})

test('the interval of a coin thrown a hundred times is about two standard errors to each side', () => {
  const values = Array.from({ length: 100 }, (_, i) => i % 2)
  const { low, high } = bootstrap(values, 1)
  expect(low).toBeCloseTo(0.4, 1)
  expect(high).toBeCloseTo(0.6, 1)
})

test('the same seed gives the same interval', () => {
  const values = [0, 1, 1, 0, 1, 1, 1]
  expect(bootstrap(values, 7)).toEqual(bootstrap(values, 7))
})

test('what was resampled before does not matter, be it as long, longer or of another seed', () => {
  const values = [0, 1, 1, 0, 1, 1, 1]
  const alone = bootstrap(values, 7)
  for (const [other, seed] of [
    [[3, 1, 4, 1, 5, 9, 2], 7],
    [[1, 2], 7],
    [values, 8],
  ] as const) {
    bootstrap(other, seed)
    expect(bootstrap(values, 7)).toEqual(alone)
  }
  expect(bootstrap(values, 8)).not.toEqual(bootstrap([...values, 0], 8))
})
