import { expect, test } from 'vitest'
import { median, percentile } from './percentile.ts'

test('a percentile is the value at the nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect(percentile(values, 0.95)).toBe(95)
  expect(percentile(values, 1)).toBe(100)
  expect(percentile(values, 0)).toBe(1)
  expect(median([3, 1, 2])).toBe(2)
  expect(percentile([], 0.5)).toBeNaN()
})
