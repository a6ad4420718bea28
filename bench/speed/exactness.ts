import { createDenseView } from '../../src/store/views/dense-view.ts'
import { toFloat32, toInt8, toInt16 } from '../../src/store/views/quantise.ts'

/**
 * Share of the exact first 50 that the 8-bit scan finds, when its best `depth` are scored again with the stored 16-bit
 * vectors; the mean over the questions.
 *
 * @param vectors L2-normalised, at least 50.
 */
export function exactShare(
  vectors: readonly Float32Array[],
  questions: readonly Float32Array[],
  depth: number,
): number {
  const view = createDenseView(vectors[0]!.length)
  for (const [slot, vector] of vectors.entries()) {
    const { values, scale } = toInt8(vector)
    view.set(slot, values, scale)
  }
  const found = questions.map((question) => {
    const truth = bestOf(
      vectors.map((vector) => dot(vector, question)),
      FIRST,
    )
    const candidates = bestOf(view.scores(question), depth)
    const again = candidates.map((slot) => dot(toFloat32(toInt16(vectors[slot]!)), question))
    const first = new Set(bestOf(again, FIRST).map((place) => candidates[place]!))
    return truth.filter((slot) => first.has(slot)).length / truth.length
  })
  return found.reduce((sum, share) => sum + share, 0) / found.length
}

const FIRST = 50

/** Places of the largest scores, best first; ties by place. */
function bestOf(scores: ArrayLike<number>, count: number): readonly number[] {
  const sorted = Float64Array.from(scores).sort()
  const least = sorted[Math.max(0, sorted.length - count)]!
  const places: number[] = []
  for (let i = 0; i < scores.length; i++) if (scores[i]! >= least) places.push(i)
  return places.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, count)
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
