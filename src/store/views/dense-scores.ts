import type { Mask } from './scope-mask.ts'
import type { UnitTable } from './unit-table.ts'

/** What the scan of the vectors gives, by slot. */
export interface DenseScan {
  /** Cosine of every slot below `slots` with the vector; 0 where a slot has none. */
  scores(vector: Float32Array, slots: number): Float32Array
}

/** Cosines of one query. */
export type DenseScores = {
  /** By slot; 0 where there is no vector or no question vector. */
  readonly best: Float32Array
  at(slot: number): number | undefined
  ofSession(session: number): number | undefined
}

/** The best cosine over the question vectors, by slot and by session. */
export function denseScores(
  scan: DenseScan,
  { table, mask, hasVector }: { table: UnitTable; mask: Mask; hasVector: Uint8Array },
  vectors: readonly Float32Array[],
): DenseScores {
  const [first, ...others] = vectors.map((vector) => scan.scores(vector, table.slots))
  if (first === undefined) return NO_SCORES
  for (const scores of others) {
    for (let slot = 0; slot < first.length; slot++) first[slot] = Math.max(first[slot]!, scores[slot]!)
  }
  const bySession = bestOfSessions(table, { mask, hasVector, scores: first })
  return {
    best: first,
    at: (slot) => (hasVector[slot] === 1 && mask.bits[slot] === 1 ? first[slot] : undefined),
    ofSession: (session) => (bySession[session] === -Infinity ? undefined : bySession[session]),
  }
}

const NO_SCORES: DenseScores = { best: new Float32Array(0), at: () => undefined, ofSession: () => undefined }

function bestOfSessions(
  table: UnitTable,
  { mask, hasVector, scores }: { mask: Mask; hasVector: Uint8Array; scores: Float32Array },
): Float64Array {
  const best = new Float64Array(table.sessions.length).fill(-Infinity)
  for (let slot = 0; slot < table.slots; slot++) {
    if (mask.bits[slot] === 0 || hasVector[slot] !== 1) continue
    const session = table.session.values[slot]!
    if (scores[slot]! > best[session]!) best[session] = scores[slot]!
  }
  return best
}
