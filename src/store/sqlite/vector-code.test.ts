import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInt8 } from '../views/quantise.ts'
import { decodeVector, encodeVector, narrowVector } from './vector-code.ts'

const vectors = fc
  .float32Array({ minLength: 1, maxLength: 32, noNaN: true, noDefaultInfinity: true, min: -1, max: 1 })
  .filter((vector) => vector.some((x) => Math.abs(x) > 1e-6))

test('a vector comes back to within half a scale in each component', () => {
  fc.assert(
    fc.property(vectors, (vector) => {
      const row = encodeVector(vector)!
      const error = decodeVector(row).map((x, i) => Math.abs(x - vector[i]!))
      expect(Math.max(...error)).toBeLessThanOrEqual(row.scale * 0.501)
    }),
  )
})

test('the views get what rounding to eight bits at once would give, or the next number', () => {
  fc.assert(
    fc.property(vectors, (vector) => {
      const narrow = narrowVector(encodeVector(vector)!)
      const direct = toInt8(vector)
      expect(Math.abs(narrow.scale / direct.scale - 1)).toBeLessThan(1e-6)
      const apart = narrow.values.map((value, i) => Math.abs(value - direct.values[i]!))
      expect(Math.max(...apart)).toBeLessThanOrEqual(1)
    }),
  )
})

test('bytes that begin at an odd address are read', () => {
  const { numbers, scale } = encodeVector(Float32Array.of(0.25, -1))!
  const shifted = new Uint8Array(numbers.length + 1)
  shifted.set(numbers, 1)
  const odd = { numbers: shifted.subarray(1), scale }
  expect(decodeVector(odd)).toEqual(decodeVector({ numbers, scale }))
})

test('a vector of zeros has no code, one that is not finite is refused', () => {
  expect(encodeVector(new Float32Array(3))).toBeUndefined()
  expect(() => encodeVector(Float32Array.of(1, Number.NaN))).toThrow(RangeError)
  expect(() => encodeVector(Float32Array.of(Number.NEGATIVE_INFINITY))).toThrow(RangeError)
})
