import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesInOrder, cutToTokens, estimateTokens } from './batches.ts'

test('batches hold every text once, in order, and keep both bounds', () => {
  const bounds = fc.record({
    inputs: fc.integer({ min: 1, max: 20 }),
    tokens: fc.integer({ min: 1, max: 2048 }),
  })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 60 }), bounds, (tokens, bound) => {
      const batches = batchesInOrder(tokens, bound)
      expect(batches.flat()).toEqual(tokens.map((_, place) => place))
      const sums = batches.map((batch) => batch.reduce((sum, place) => sum + tokens[place]!, 0))
      for (const [i, batch] of batches.entries()) {
        expect(batch.length).toBeGreaterThan(0)
        expect(batch.length).toBeLessThanOrEqual(bound.inputs)
        if (batch.length > 1) expect(sums[i]).toBeLessThanOrEqual(bound.tokens)
        const next = batches[i + 1]
        if (next)
          expect(batch.length === bound.inputs || sums[i]! + tokens[next[0]!]! > bound.tokens).toBe(true)
      }
    }),
  )
})

test('two hundred texts of forty tokens never exceed three thousand tokens a request', () => {
  const batches = batchesInOrder(new Array<number>(200).fill(40), { inputs: 2048, tokens: 3000 })
  expect(batches.map((batch) => batch.length)).toEqual([75, 75, 50])
})

test('a text above the bound stands alone', () => {
  expect(batchesInOrder([10, 900, 10], { inputs: 4, tokens: 100 })).toEqual([[0], [1], [2]])
})

test('a bound below one text is refused', () => {
  expect(() => batchesInOrder([1], { inputs: 0, tokens: 10 })).toThrow(RangeError)
})

test('English is guessed above its four characters a token, other scripts at a token a character', () => {
  expect(estimateTokens('The kettle is on the stove.')).toBe(9)
  expect(estimateTokens('放风筝')).toBe(3)
  expect(estimateTokens('')).toBe(0)
})

test('a cut text is the longest beginning within the bound and splits no character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (text, max) => {
        const cut = cutToTokens(text, max)
        expect(text.startsWith(cut)).toBe(true)
        expect(estimateTokens(cut)).toBeLessThanOrEqual(max)
        expect(cut).not.toMatch(/[\uD800-\uDBFF]$/)
        if (cut !== text) expect(estimateTokens(text.slice(0, cut.length + 2))).toBeGreaterThan(max)
      },
    ),
  )
})
