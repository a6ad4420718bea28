import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import type { Day, DayRange } from '../model/day-range.ts'
import {
  addDays,
  addMonths,
  contains,
  dayNumber,
  dayOfNumber,
  distanceDays,
  hull,
  intersect,
  isDay,
  lengthDays,
  makeRange,
  monthOf,
  overlap,
  parseDay,
  quarterRange,
  seasonRange,
  weekday,
  weekendOf,
  weekOf,
  widen,
  yearRange,
} from './day-range.ts'

const FIRST = dayNumber('0001-01-01' as Day)
const LAST = dayNumber('9999-12-31' as Day)
const day = fc.integer({ min: FIRST, max: LAST }).map(dayOfNumber)
const range = fc
  .tuple(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: 0, max: 400 }))
  .map(([first, length]): DayRange => ({ first: dayOfNumber(first), last: dayOfNumber(first + length) }))

const twin = (text: string) => Temporal.PlainDate.from(text)

describe('days', () => {
  test('dayNumber counts the days that Temporal counts', () => {
    fc.assert(
      fc.property(
        day,
        (each) => dayNumber(each) === twin('1970-01-01').until(each, { largestUnit: 'days' }).days,
      ),
    )
  })

  test('dayOfNumber takes dayNumber back', () => {
    fc.assert(fc.property(day, (each) => dayOfNumber(dayNumber(each)) === each && isDay(each)))
  })

  test('weekday is that of Temporal, Monday first', () => {
    fc.assert(fc.property(day, (each) => weekday(each) === twin(each).dayOfWeek))
  })

  test('addMonths steps and clamps as Temporal does', () => {
    const inner = fc.integer({ min: FIRST + 40_000, max: LAST - 40_000 }).map(dayOfNumber)
    fc.assert(
      fc.property(inner, fc.integer({ min: -1200, max: 1200 }), (each, months) => {
        expect(addMonths(each, months)).toBe(twin(each).add({ months }).toString())
      }),
    )
  })

  test('addDays steps as Temporal does', () => {
    const inner = fc.integer({ min: FIRST + 40_000, max: LAST - 40_000 }).map(dayOfNumber)
    fc.assert(
      fc.property(inner, fc.integer({ min: -40_000, max: 40_000 }), (each, days) => {
        expect(addDays(each, days)).toBe(twin(each).add({ days }).toString())
      }),
    )
  })

  test('isDay takes just what Temporal takes, for texts of its form', () => {
    const part = (width: number, max: number) =>
      fc.integer({ min: 0, max }).map((value) => String(value).padStart(width, '0'))
    fc.assert(
      fc.property(part(4, 9999), part(2, 14), part(2, 33), (year, month, dayOfMonth) => {
        const text = `${year}-${month}-${dayOfMonth}`
        let exists = year !== '0000'
        try {
          Temporal.PlainDate.from(text, { overflow: 'reject' })
        } catch {
          exists = false
        }
        expect(isDay(text)).toBe(exists)
      }),
      { numRuns: 1000 },
    )
  })

  test('parseDay refuses a day that does not exist', () => {
    expect(() => parseDay('2023-02-29')).toThrow(RangeError)
    expect(() => parseDay('2023-2-9')).toThrow(RangeError)
    expect(parseDay('2024-02-29')).toBe('2024-02-29')
  })

  test('stepping past the last day that can be written is refused', () => {
    expect(() => addDays('9999-12-31' as Day, 1)).toThrow(RangeError)
    expect(() => addMonths('0001-01-31' as Day, -1)).toThrow(RangeError)
  })
})

describe('ranges', () => {
  const daysOf = ({ first, last }: DayRange) =>
    new Set(Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, at) => addDays(first, at)))

  test('overlap, contains, intersect and distance agree with the sets of days', () => {
    fc.assert(
      fc.property(range, range, (a, b) => {
        const [inA, inB] = [daysOf(a), daysOf(b)]
        const shared = [...inA].filter((each) => inB.has(each))
        expect(overlap(a, b)).toBe(shared.length > 0)
        expect(contains(a, b)).toBe(shared.length === inB.size)
        expect(intersect(a, b)).toEqual(
          shared.length > 0 ? { first: shared[0], last: shared.at(-1) } : undefined,
        )
        const gaps = [dayNumber(b.first) - dayNumber(a.last), dayNumber(a.first) - dayNumber(b.last), 0]
        expect(distanceDays(a, b)).toBe(Math.max(...gaps))
        expect(lengthDays(a)).toBe(inA.size)
        const both = hull(a, b)
        expect(contains(both, a) && contains(both, b)).toBe(true)
        expect([a.first, b.first]).toContain(both.first)
      }),
    )
  })

  test('widen reaches just as far as distance says', () => {
    fc.assert(
      fc.property(range, range, fc.integer({ min: 0, max: 100 }), (a, b, days) => {
        expect(overlap(widen(a, days), b)).toBe(distanceDays(a, b) <= days)
      }),
    )
  })

  test('widen stops at the first and last day that can be written', () => {
    expect(widen({ first: '0001-01-02' as Day, last: '9999-12-30' as Day }, 5)).toEqual({
      first: '0001-01-01',
      last: '9999-12-31',
    })
  })

  test('a week runs from Monday to Sunday and its weekend ends it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9000, max: 40_000 }).map(dayOfNumber), (each) => {
        const week = weekOf(each)
        expect([weekday(week.first), weekday(week.last), lengthDays(week)]).toEqual([1, 7, 7])
        expect(contains(week, each)).toBe(true)
        expect(weekendOf(each)).toEqual({ first: addDays(week.last, -1), last: week.last })
      }),
    )
  })

  test('months, quarters, seasons and years begin and end where they should', () => {
    expect(monthOf('2024-02-10' as Day)).toEqual({ first: '2024-02-01', last: '2024-02-29' })
    expect(quarterRange(2023, 4)).toEqual({ first: '2023-10-01', last: '2023-12-31' })
    expect(seasonRange(2017, 'winter')).toEqual({ first: '2017-12-01', last: '2018-02-28' })
    expect(seasonRange(9999, 'winter')).toEqual({ first: '9999-12-01', last: '9999-12-31' })
    expect(seasonRange(2021, 'summer')).toEqual({ first: '2021-06-01', last: '2021-08-31' })
    expect(yearRange(2022)).toEqual({ first: '2022-01-01', last: '2022-12-31' })
  })

  test('a range that ends before it begins is refused', () => {
    expect(() => makeRange('2023-05-02' as Day, '2023-05-01' as Day)).toThrow(RangeError)
  })
})
