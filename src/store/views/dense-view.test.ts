import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDenseView, type DenseView } from './dense-view.ts'
import { createDenseKernel, PlainKernel, SimdKernel } from './dense-view-kernel.ts'
import { DENSE_KERNEL_BASE64 } from './dense-view-wasm.ts'
import { toFloat32, toInt8 } from './quantise.ts'

/** A view that keeps floats and scores them one by one. */
class FloatTwin {
  readonly vectors = new Map<number, Float32Array>()
  set(slot: number, vector: Float32Array): void {
    this.vectors.set(slot, toFloat32(toInt8(vector)))
  }
  score(slot: number, question: Float32Array): number {
    const vector = this.vectors.get(slot)
    if (vector === undefined) return Number.NEGATIVE_INFINITY
    return vector.reduce((sum, x, i) => sum + x * question[i]!, 0)
  }
}

/** Numbers that look random and are the same in each run. */
function unitVector(dimension: number, seed: number): Float32Array {
  const raw = Float32Array.from({ length: dimension }, (_, i) =>
    Math.sin((i + 1) * (seed * 12.9898 + 78.233)),
  )
  const length = Math.hypot(...raw)
  return raw.map((x) => x / length)
}

const put = (view: DenseView, slot: number, vector: Float32Array): void => {
  const { values, scale } = toInt8(vector)
  view.set(slot, values, scale)
}

test('this machine scans with SIMD', () => {
  expect(createDenseKernel()).toBeInstanceOf(SimdKernel)
})

for (const [name, kernel] of [
  ['SIMD', () => createDenseKernel()],
  ['plain', () => new PlainKernel()],
] as const) {
  describe(`with the ${name} kernel`, () => {
    test('scores are those of a float scan after any sequence of changes', () => {
      const step = fc.record({
        slot: fc.oneof(fc.nat(20), fc.integer({ min: 1000, max: 3100 })),
        seed: fc.nat(1000),
        clear: fc.boolean(),
      })
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 70 }),
          fc.array(step, { maxLength: 25 }),
          (dimension, steps) => {
            const view = createDenseView(dimension, kernel())
            const twin = new FloatTwin()
            for (const { slot, seed, clear } of steps) {
              if (clear) {
                view.clear(slot)
                twin.vectors.delete(slot)
              } else {
                put(view, slot, unitVector(dimension, seed))
                twin.set(slot, unitVector(dimension, seed))
              }
            }
            const question = unitVector(dimension, 7)
            const scores = view.scores(question)
            expect(scores.length).toBe(view.slots)
            for (let slot = 0; slot < scores.length; slot++) {
              expect(view.has(slot)).toBe(twin.vectors.has(slot))
              const expected = twin.score(slot, question)
              if (expected === Number.NEGATIVE_INFINITY) expect(scores[slot]).toBe(expected)
              else expect(Math.abs(scores[slot]! - expected)).toBeLessThan(2e-4)
            }
          },
        ),
        { numRuns: 40 },
      )
    })

    test('scores lie within 0.004 of the true cosine', () => {
      const view = createDenseView(384, kernel())
      const vectors = Array.from({ length: 300 }, (_, slot) => unitVector(384, slot))
      for (const [slot, vector] of vectors.entries()) put(view, slot, vector)
      const question = unitVector(384, 1000)
      const scores = view.scores(question)
      for (const [slot, vector] of vectors.entries()) {
        const cosine = vector.reduce((sum, x, i) => sum + x * question[i]!, 0)
        expect(Math.abs(scores[slot]! - cosine)).toBeLessThan(0.004)
      }
    })

    test('the largest numbers of many dimensions do not overflow', () => {
      for (const dimension of [384, 1024, 4096, 16_384]) {
        const view = createDenseView(dimension, kernel())
        view.set(0, new Int8Array(dimension).fill(127), 1)
        view.set(1, new Int8Array(dimension).fill(-128), 1)
        const [first, second] = view.scores(new Float32Array(dimension).fill(1))
        expect(first! / (127 * dimension)).toBeCloseTo(1, 4)
        expect(second! / (-128 * dimension)).toBeCloseTo(1, 4)
      }
    })

    test('results of earlier calls stay as they are', () => {
      const view = createDenseView(2, kernel())
      put(view, 0, Float32Array.of(1, 0))
      const before = view.scores(Float32Array.of(1, 0))
      put(view, 5000, Float32Array.of(1, 0))
      view.scores(Float32Array.of(0, 1))
      expect(before[0]).toBeCloseTo(1, 5)
    })

    test('a vector can be replaced, and a zero vector scores 0', () => {
      const view = createDenseView(2, kernel())
      put(view, 0, Float32Array.of(1, 0))
      put(view, 0, Float32Array.of(0, 1))
      put(view, 1, Float32Array.of(0, 0))
      const scores = view.scores(Float32Array.of(0, 1))
      expect(scores[0]).toBeCloseTo(1, 5)
      expect(scores[1]).toBe(0)
      expect(view.has(1)).toBe(true)
      expect([...view.scores(new Float32Array(2))]).toEqual([0, 0])
    })

    test('the caller chooses how many slots are scored, and those beyond are empty', () => {
      const view = createDenseView(2, kernel())
      expect([...view.scores(Float32Array.of(1, 0))]).toEqual([])
      put(view, 1, Float32Array.of(1, 0))
      const empty = Number.NEGATIVE_INFINITY
      expect([...view.scores(Float32Array.of(1, 0), 4)].map(Math.round)).toEqual([empty, 1, empty, empty])
      expect([...view.scores(Float32Array.of(1, 0), 1)]).toEqual([empty])
    })
  })
}

test('a hundred thousand vectors of 384 dimensions take 39 MB', () => {
  const view = createDenseView(384)
  const vector = new Int8Array(384).fill(1)
  for (let slot = 0; slot < 100_000; slot++) view.set(slot, vector, 1)
  expect(view.bytes).toBeGreaterThan(38e6)
  expect(view.bytes).toBeLessThan(40e6)
})

test('what is not of the view is refused', () => {
  const view = createDenseView(3)
  expect(() => createDenseView(0)).toThrow(RangeError)
  expect(() => view.set(-1, new Int8Array(3), 1)).toThrow(RangeError)
  expect(() => view.set(0.5, new Int8Array(3), 1)).toThrow(RangeError)
  expect(() => view.set(0, new Int8Array(2), 1)).toThrow(RangeError)
  expect(() => view.set(0, new Int8Array(3), Number.NaN)).toThrow(RangeError)
  expect(() => view.set(0, new Int8Array(3), -1)).toThrow(RangeError)
  expect(() => view.scores(new Float32Array(2))).toThrow(RangeError)
  expect(() => view.scores(Float32Array.of(0, Number.NaN, 0))).toThrow(RangeError)
})

test('the kernel is what its source compiles to', async ({ skip }) => {
  const compile = await import('../../../scripts/dense-kernel/compile.ts').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  })
  if (compile === undefined) return skip('wabt is not installed')
  const binary = await compile.compileDenseKernel()
  expect(Buffer.from(binary).toString('base64')).toBe(DENSE_KERNEL_BASE64)
})
