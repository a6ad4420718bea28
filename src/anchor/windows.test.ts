import fc from 'fast-check'
import { expect, it } from 'vitest'
import { windows } from './windows.ts'

it('windows advance by size less overlap, and the last ends with the last turn', () => {
  expect(windows(100, { size: 40, overlap: 2 })).toEqual([
    { start: 0, end: 40 },
    { start: 38, end: 78 },
    { start: 76, end: 100 },
  ])
  expect(windows(40, { size: 40, overlap: 2 })).toEqual([{ start: 0, end: 40 }])
  expect(windows(0, { size: 40, overlap: 2 })).toEqual([])
})

it('windows that would never advance are refused', () => {
  expect(() => windows(5, { size: 2, overlap: 2 })).toThrow(RangeError)
})

it('windows hold every turn and share no more than the overlap', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 50 }), fc.nat(49), (count, size, overlap) => {
      fc.pre(overlap < size)
      const made = windows(count, { size, overlap })
      for (let turn = 0; turn < count; turn++)
        expect(made.some(({ start, end }) => start <= turn && turn < end)).toBe(true)
      for (let i = 1; i < made.length; i++) expect(made[i - 1]!.end - made[i]!.start).toBe(overlap)
    }),
  )
})
