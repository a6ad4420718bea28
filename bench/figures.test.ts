import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meanOf } from './figures.ts'
import { bootstrap } from './metrics/bootstrap.ts'

const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 12 })

test('an interval lies within the values, its lower bound first', () => {
  fc.assert(
    fc.property(values, fc.nat(), (list, seed) => {
      const { low, high } = bootstrap(list, seed)
      expect(low).toBeLessThanOrEqual(high)
      expect(low).toBeGreaterThanOrEqual(Math.min(...list) - 1e-9)
      expect(high).toBeLessThanOrEqual(Math.max(...list) + 1e-9)
    }),
    { numRuns: 30 },
  )
})

test('an interval moves and stretches with its values', () => {
  const factor = fc.integer({ min: 1, max: 9 })
  fc.assert(
    fc.property(values, fc.nat(), factor, fc.integer({ min: -9, max: 9 }), (list, seed, scale, shift) => {
      const plain = bootstrap(list, seed)
      const moved = bootstrap(
        list.map((value) => value * scale + shift),
        seed,
      )
      expect(moved.low).toBeCloseTo(plain.low * scale + shift, 6)
      expect(moved.high).toBeCloseTo(plain.high * scale + shift, 6)
    }),
    { numRuns: 30 },
  )
})

test('means stand with the bounds of their intervals where a seed is given, and each is that of its own values', () => {
  const records = [0, 1, 1, 0, 1].map((value, i) => ({ mrr: value, calls: i }))
  expect(meanOf(records)).toEqual({ n: 5, mrr: 0.6, calls: 2 })
  const figures = meanOf(records, { seed: 3 })
  const { low, high } = bootstrap([0, 1, 1, 0, 1], 3)
  expect(figures).toMatchObject({ n: 5, mrr: 0.6, 'mrr.low': low, 'mrr.high': high, calls: 2 })
  expect(figures['calls.high']).toBeGreaterThan(2)
  expect(meanOf(records.slice(0, 1), { seed: 3 })).toEqual({ n: 1, mrr: 0, calls: 0 })
})
