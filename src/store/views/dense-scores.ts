import type { DenseView } from './dense-view.ts'
import type { Mask } from './scope-mask.ts'
import type { UnitTable } from './unit-table.ts'

/** Cosines of one query. */
export type DenseScores = {
  /** By slot, −Infinity where there is no vector. */
  readonly best: Float32Array
  /** By session index, over the units of the mask; −Infinity where none has a vector. */
  readonly session: Float64Array
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
  return { best, session: bestOfSessions(table, mask, best) }
}

function bestOfSessions(table: UnitTable, mask: Mask, scores: Float32Array): Float64Array {
  const best = new Float64Array(table.sessions.length).fill(-Infinity)
  for (let slot = 0; slot < table.slots; slot++) {
    if (mask.bits[slot] === 0) continue
    const session = table.session.values[slot]!
    if (scores[slot]! > best[session]!) best[session] = scores[slot]!
  }
  return best
}
