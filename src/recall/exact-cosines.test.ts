import { expect, test } from 'vitest'
import type { Store } from '../store/store.ts'
import type { Candidate, Candidates } from '../store/views/view-query.ts'
import { exactCosines } from './exact-cosines.ts'

const candidate = (key: number, dense: number | undefined) => ({ key, dense }) as Candidate
const listsOf = (content: readonly Candidate[], context: readonly Candidate[] = []) =>
  ({ content, context }) as unknown as Candidates
const densesOf = (list: readonly Candidate[]) => list.map(({ key, dense }) => [key, dense])

/** Holds a vector for each key but those that are gone, and remembers what was read. */
function storeOf(cosines: ReadonlyMap<number, number>) {
  const read: number[][] = []
  const exact = async (keys: readonly number[]) => {
    read.push([...keys])
    return keys.map((key) => {
      const cosine = cosines.get(key)
      return cosine === undefined ? undefined : { values: Int16Array.of(cosine * 1000, 7), scale: 0.001 }
    })
  }
  return { store: { derived: { vectors: { exact } } } as unknown as Store, read }
}

const vectors = [Float32Array.of(0.5, 0), Float32Array.of(1, 0)]

test('the best of each list by meaning get their exact cosines, the best over all question vectors', async () => {
  const { store, read } = storeOf(
    new Map([
      [1, 0.5],
      [2, 0.75],
      [3, 0.25],
      [4, 0.125],
    ]),
  )
  const content = [candidate(1, 0.51), candidate(2, 0.74), candidate(3, 0.2)]
  const context = [candidate(3, 0.2), candidate(4, 0.1)]
  const found = await exactCosines(listsOf(content, context), { vectors, depth: 2 }, store)
  expect(read).toEqual([[2, 1, 3, 4]])
  expect(densesOf(found.content)).toEqual([
    [1, 0.5],
    [2, 0.75],
    // Read for the other list: one unit has one cosine.
    [3, 0.25],
  ])
  expect(densesOf(found.context)).toEqual([
    [3, 0.25],
    [4, 0.125],
  ])
})

test('what came in by its words alone keeps the cosine of the scan, or none', async () => {
  const { store, read } = storeOf(new Map([[1, 0.5]]))
  const content = [candidate(7, undefined), candidate(1, 0.4), candidate(2, 0.3)]
  const found = await exactCosines(listsOf(content), { vectors, depth: 1 }, store)
  expect(read).toEqual([[1]])
  expect(densesOf(found.content)).toEqual([
    [7, undefined],
    [1, 0.5],
    [2, 0.3],
  ])
})

test('a unit whose vector has gone since it was found has no cosine', async () => {
  const { store } = storeOf(new Map())
  const found = await exactCosines(listsOf([candidate(1, 0.4)]), { vectors, depth: 5 }, store)
  expect(densesOf(found.content)).toEqual([[1, undefined]])
})
