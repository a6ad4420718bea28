import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesByLength } from './batches.ts'

test('batches hold every text once and keep both bounds, padding counted', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 60 })
  const bounds = fc.record({
    inputs: fc.integer({ min: 1, max: 20 }),
    tokens: fc.integer({ min: 1, max: 2048 }),
  })
  fc.assert(
    fc.property(lengths, bounds, (tokens, bound) => {
      const batches = batchesByLength(tokens, bound)
      expect(batches.flat().sort((a, b) => a - b)).toEqual(tokens.map((_, place) => place))
      for (const batch of batches) {
        const longest = Math.max(...batch.map((place) => tokens[place]!))
        expect(batch.length).toBeGreaterThan(0)
        expect(batch.length).toBeLessThanOrEqual(bound.inputs)
        if (batch.length > 1) expect(longest * batch.length).toBeLessThanOrEqual(bound.tokens)
      }
    }),
  )
})

test('a batch is closed only when the next text does not fit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1 }), (tokens) => {
      const batches = batchesByLength(tokens, { inputs: 8, tokens: 300 })
      for (const batch of batches.slice(0, -1)) {
        const longest = Math.max(...batch.map((place) => tokens[place]!))
        expect(batch.length === 8 || longest * (batch.length + 1) > 300).toBe(true)
      }
    }),
  )
})

test('two hundred texts of forty tokens never exceed three thousand tokens a request', () => {
  const batches = batchesByLength(new Array<number>(200).fill(40), { inputs: 2048, tokens: 3000 })
  expect(batches.map((batch) => batch.length)).toEqual([75, 75, 50])
})

test('texts of like length meet, and equal lengths keep their order', () => {
  expect(batchesByLength([5, 100, 5, 90], { inputs: 2, tokens: 1000 })).toEqual([
    [1, 3],
    [0, 2],
  ])
})

test('a text above the bound stands alone', () => {
  expect(batchesByLength([10, 900, 10], { inputs: 4, tokens: 100 })).toEqual([[1], [0, 2]])
})

test('a bound below one text is refused', () => {
  expect(() => batchesByLength([1], { inputs: 0, tokens: 10 })).toThrow(RangeError)
})
