import type { Store } from '../store/store.ts'
import type { Candidate, Candidates } from '../store/views/view-query.ts'

/** The candidates with the cosines of their stored vectors in place of the scan's 8-bit ones. */
export async function exactCosines(
  candidates: Candidates,
  vectors: readonly Float32Array[],
  store: Store,
): Promise<Candidates> {
  const keys = [...new Set([...candidates.content, ...candidates.context].map(({ key }) => key))]
  const exact = await store.derived.vectors.exact(keys)
  const byKey = new Map(keys.map((key, i) => [key, bestCosine(exact[i], vectors)]))
  const rescored = (list: readonly Candidate[]) =>
    list.map((each) => ({ ...each, dense: byKey.get(each.key) }))
  return { ...candidates, content: rescored(candidates.content), context: rescored(candidates.context) }
}

function bestCosine(unit: Float32Array | undefined, vectors: readonly Float32Array[]): number | undefined {
  if (unit === undefined || vectors.length === 0) return undefined
  return Math.max(...vectors.map((vector) => dot(vector, unit)))
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
