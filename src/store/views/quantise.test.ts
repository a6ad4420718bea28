import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toFloat32, toInt8, toInt16 } from './quantise.ts'

const vectors = fc.float32Array({ maxLength: 40, noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })

for (const [name, toWhole, limit] of [
  ['8', toInt8, 127],
  ['16', toInt16, 32_767],
] as const) {
  test(`${name} bits give every coordinate back to within half a step`, () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const whole = toWhole(vector)
        const back = toFloat32(whole)
        expect(back.length).toBe(vector.length)
        // A few units in the last place of a float on top: the way back is rounded too. Below 1e-38 floats lose digits.
        const largest = Math.max(0, ...vector.map(Math.abs))
        const step = Math.max(whole.scale / 2, 0) * 1.0001 + largest * 1e-6 + 1e-38
        for (let i = 0; i < vector.length; i++)
          expect(Math.abs(back[i]! - vector[i]!)).toBeLessThanOrEqual(step)
      }),
    )
  })

  test(`${name} bits use their whole range and keep every sign`, () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        fc.pre(vector.some((x) => Math.abs(x) > 1e-30))
        const { values, scale } = toWhole(vector)
        expect(Math.max(...values.map(Math.abs))).toBe(limit)
        expect(Math.fround(scale)).toBe(scale)
        for (let i = 0; i < vector.length; i++) expect(values[i]! * vector[i]!).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test(`${name} bits hold the zero vector with scale 0`, () => {
    const { values, scale } = toWhole(new Float32Array(3))
    expect([...values]).toEqual([0, 0, 0])
    expect(scale).toBe(0)
  })

  test(`a coordinate that is not finite is refused by ${name} bits`, () => {
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(() => toWhole(Float32Array.of(0, x))).toThrow(RangeError)
  })
}

test('the largest coordinate becomes the limit, the others in proportion', () => {
  expect([...toInt8(Float32Array.of(0.5, -1, 0.25)).values]).toEqual([64, -127, 32])
  expect([...toInt16(Float32Array.of(0.5, -1, 0.25), 100).values]).toEqual([50, -100, 25])
})

test('coordinates too small for a scale become zero', () => {
  expect(toInt16(Float32Array.of(1e-45, 0)).scale).toBe(0)
})
