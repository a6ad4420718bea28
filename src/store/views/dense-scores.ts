import type { DenseView } from './dense-view.ts'
import type { Mask } from './scope-mask.ts'
import type { UnitTable } from './unit-table.ts'

/** Cosines of one query. */
export type DenseScores = {
  /** By slot, −Infinity where there is no vector. */
  readonly best: Float32Array
  /** By session index, over the units of the mask; −Infinity where none has a vector. */
  readonly session: Float64Array
  /** Over the units of the mask that have a vector; 0 where none has. */
  readonly mean: number
}

/** The best cosine over the question vectors, by slot and by session; undefined where there is nothing to compare. */
export function denseScores(
  view: DenseView | undefined,
  { table, mask }: { table: UnitTable; mask: Mask },
  vectors: readonly Float32Array[],
): DenseScores | undefined {
  if (view === undefined) return undefined
  const [best, ...others] = vectors.map((vector) => view.scores(vector, table.slots))
  if (best === undefined) return undefined
  for (const scores of others) {
    for (let slot = 0; slot < best.length; slot++) best[slot] = Math.max(best[slot]!, scores[slot]!)
  }
  return { best, ...summaryOf(best, { table, mask }) }
}

function summaryOf(scores: Float32Array, { table, mask }: { table: UnitTable; mask: Mask }) {
  const session = new Float64Array(table.sessions.length).fill(-Infinity)
  let sum = 0
  let count = 0
  for (let slot = 0; slot < table.slots; slot++) {
    const score = scores[slot]!
    if (mask.bits[slot] === 0 || score === -Infinity) continue
    sum += score
    count++
    const row = table.session.values[slot]!
    if (score > session[row]!) session[row] = score
  }
  return { session, mean: count === 0 ? 0 : sum / count }
}
