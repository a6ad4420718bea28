import { expect, test } from 'vitest'
import type { MemoryUnit } from '../model/memory-unit.ts'
import { mergeRestated, type Place } from './merge-restated.ts'

type Written = `${'t' | 'm'}${string}`

/** [t1:a → key 1 of a turn `a`; m2:a,b → key 2 that a model wrote of the turns a and b] */
function placesOf(list: readonly Written[]) {
  const units = new Map<number, Pick<MemoryUnit, 'origin' | 'sources'>>()
  const items = list.map((written) => {
    const [, origin, key, sources] = /^([tm])(\d+):(.*)$/.exec(written)!
    units.set(Number(key), {
      origin: origin === 't' ? 'turn' : 'model',
      sources: sources!.split(',') as unknown as MemoryUnit['sources'],
    })
    return { candidate: { key: Number(key) } } as Place
  })
  return mergeRestated(items, units).map(({ candidate, restatedBy }) => [candidate.key, ...restatedBy])
}

test.each<[string, Written[], number[][]]>([
  ['a turn below the unit that a model wrote of it', ['m1:a', 't2:a'], [[1, 2]]],
  ['a unit of a model below its turn', ['t1:a', 'm2:a'], [[1, 2]]],
  ['both turns of a unit that stands above them', ['m1:a,b', 't2:a', 't3:b'], [[1, 2, 3]]],
  ['not a unit of which one turn alone stands above it', ['t1:a', 'm2:a,b'], [[1], [2]]],
  ['not a unit of which two places have one turn each', ['t1:a', 't2:b', 'm3:a,b'], [[1], [2], [3]]],
  ['not a unit of the same origin', ['t1:a', 't2:a', 'm3:c', 'm4:c'], [[1], [2], [3], [4]]],
  ['into the best of several that cover it', ['m1:a', 'm2:a,b', 't3:a'], [[1, 3], [2]]],
  ['nothing of what merely restates', ['m1:a,b', 't2:a', 'm3:a'], [[1, 2], [3]]],
])('a place takes in %s', (_, list, expected) => {
  expect(placesOf(list)).toEqual(expected)
})

test('a unit that was forgotten meanwhile takes no place, and what was merged before stays', () => {
  const units = new Map([
    [1, { origin: 'turn', sources: ['a'] }],
    [3, { origin: 'model', sources: ['a'] }],
  ]) as unknown as Parameters<typeof mergeRestated>[1]
  const list = [
    { candidate: { key: 1 }, restatedBy: [9] },
    { candidate: { key: 2 } },
    { candidate: { key: 3 }, restatedBy: [8] },
  ] as unknown as Place[]
  expect(mergeRestated(list, units)).toEqual([{ candidate: { key: 1 }, restatedBy: [9, 3, 8] }])
})
