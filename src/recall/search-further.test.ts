import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinFound } from './search-further.ts'
import type { Listed } from './select-evidence.ts'

const listed = (keys: readonly number[]) => keys.map((key) => ({ candidate: { key } }) as Listed)
const joined = (ordered: readonly number[], lists: readonly (readonly number[])[], limit: number) =>
  joinFound(listed(ordered), lists.map(listed), limit).map(({ candidate }) => candidate.key)

test.each<[string, number[][], number[]]>([
  ['nothing', [], [1, 2, 3, 4, 5, 6]],
  ['one find: the last place', [[9]], [1, 2, 3, 9, 4, 5, 6]],
  ['the best of each search before the second of any', [[9, 8], [7]], [1, 2, 9, 7, 3, 4, 5, 6]],
  ['what stands high already', [[1], [9]], [1, 2, 3, 9, 4, 5, 6]],
  ['what stood below the first places', [[6]], [1, 2, 3, 6, 4, 5]],
])('joins %s', (_, lists, expected) => {
  expect(joined([1, 2, 3, 4, 5, 6], lists, 4)).toEqual(expected)
})

test('no find is lost by its own doing, and at most half of the places change', () => {
  const keys = fc.uniqueArray(fc.integer({ min: 1, max: 40 }))
  fc.assert(
    fc.property(
      keys,
      fc.array(keys, { maxLength: 6 }),
      fc.integer({ min: 1, max: 12 }),
      (ordered, lists, limit) => {
        const result = joined(ordered, lists, limit)
        expect(new Set(result).size).toBe(result.length)
        for (const key of ordered) expect(result).toContain(key)
        const safe = ordered.slice(0, limit - Math.floor(limit / 2))
        expect(result.slice(0, safe.length)).toEqual(safe)
        const best = lists.flatMap(([first]) => (first === undefined ? [] : [first]))
        if (best.length <= Math.floor(limit / 2))
          for (const key of best) expect(result.slice(0, limit)).toContain(key)
      },
    ),
  )
})
