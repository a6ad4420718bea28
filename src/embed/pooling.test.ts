import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meanOfTokens, normalised } from './pooling.ts'

test('the mean is taken over the tokens, coordinate by coordinate', () => {
  expect([...meanOfTokens(Float32Array.of(1, 2, 3, 6), 2)]).toEqual([2, 4])
})

test('no tokens give the zero vector', () => {
  expect([...meanOfTokens(new Float32Array(0), 2)]).toEqual([0, 0])
})

test('a normalised vector has length 1 and keeps its direction', () => {
  fc.assert(
    fc.property(
      fc.float32Array({ minLength: 1, maxLength: 20, noNaN: true, min: -1e6, max: 1e6 }),
      (vector) => {
        fc.pre(vector.some((x) => Math.abs(x) > 1e-3))
        const unit = normalised(vector)
        expect(Math.hypot(...unit)).toBeCloseTo(1, 5)
        const cosine = unit.reduce((sum, x, i) => sum + x * vector[i]!, 0) / Math.hypot(...vector)
        expect(cosine).toBeCloseTo(1, 5)
      },
    ),
  )
})

test('a vector without direction becomes zero', () => {
  expect([...normalised(Float32Array.of(0, 0))]).toEqual([0, 0])
  expect([...normalised(Float32Array.of(Number.NaN, 1))]).toEqual([0, 0])
  expect([...normalised(Float32Array.of(Number.POSITIVE_INFINITY, 1))]).toEqual([0, 0])
})
