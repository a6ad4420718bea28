import { expect, test } from 'vitest'
import { normalised } from '../../src/embed/pooling.ts'
import { exactShare } from './exactness.ts'
import { seededRandom } from './seeded.ts'

test('rescoring enough candidates finds the exact first fifty, too few lose some', () => {
  const random = seededRandom(1)
  const vectors = Array.from({ length: 500 }, () =>
    normalised(Float32Array.from({ length: 32 }, () => random() - 0.5)),
  )
  const questions = vectors.slice(0, 20)
  expect(exactShare(vectors, questions, 100)).toBe(1)
  expect(exactShare(vectors, questions, 25)).toBe(0.5)
})
