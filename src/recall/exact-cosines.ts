import type { Store } from '../store/store.ts'
import type { Quantised } from '../store/views/quantise.ts'
import type { Candidate, Candidates } from '../store/views/view-query.ts'

/**
 * The candidates with the cosines of their stored vectors in place of the scan's 8-bit ones, which are off by a
 * thousandth: of the best `depth` of each list by meaning. What came in by its words alone competes with none of them.
 */
export async function exactCosines(
  candidates: Candidates,
  { vectors, depth }: { readonly vectors: readonly Float32Array[]; readonly depth: number },
  store: Store,
): Promise<Candidates> {
  const { content, context } = candidates
  const keys = [...new Set([...nearest(content, depth), ...nearest(context, depth)].map(({ key }) => key))]
  const exact = await store.derived.vectors.exact(keys)
  const byKey = new Map(keys.map((key, i) => [key, bestCosine(exact[i], vectors)]))
  const rescored = (list: readonly Candidate[]) =>
    list.map((each) => (byKey.has(each.key) ? { ...each, dense: byKey.get(each.key) } : each))
  return { ...candidates, content: rescored(content), context: rescored(context) }
}

function nearest(list: readonly Candidate[], depth: number): readonly Candidate[] {
  if (list.length <= depth) return list
  return list.toSorted((a, b) => (b.dense ?? -1) - (a.dense ?? -1) || a.key - b.key).slice(0, depth)
}

function bestCosine(
  unit: Quantised<Int16Array> | undefined,
  vectors: readonly Float32Array[],
): number | undefined {
  if (unit === undefined || vectors.length === 0) return undefined
  const { values, scale } = unit
  return scale * Math.max(...vectors.map((vector) => dot(vector, values)))
}

/** A plain loop over the whole numbers: to make floats of them first takes as long again. */
function dot(vector: Float32Array, values: Int16Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += vector[i]! * values[i]!
  return sum
}
