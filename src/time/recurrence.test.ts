import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import { dayOfNumber } from './day-range.ts'
import { occursOn, parseRecurrence } from './recurrence.ts'
import { WEEKDAY_CODES } from './vocabulary.ts'

describe('parsing', () => {
  test.each([
    ['The choir meets on the last Saturday of each month.', 'monthly', 1, ['-1SA']],
    ['We meet every Tuesday.', 'weekly', 1, ['TU']],
    ['We meet every second Tuesday.', 'weekly', 2, ['TU']],
    ['We meet every other week.', 'weekly', 2, []],
    ['We meet every second Tuesday of the month.', 'monthly', 1, ['2TU']],
    ['I swim every Monday, Wednesday and Friday.', 'weekly', 1, ['MO', 'WE', 'FR']],
    ['We meet on the first and third Monday evening of every month.', 'monthly', 1, ['1MO', '3MO']],
    ['We hike on the last weekend of each month.', 'monthly', 1, ['-1SA']],
    ['I work every weekday.', 'weekly', 1, ['MO', 'TU', 'WE', 'TH', 'FR']],
    ['I dance each day.', 'daily', 1, []],
    ['I run every morning.', 'daily', 1, []],
    ['I pay it every three months.', 'monthly', 3, []],
    ['We play on Sundays.', 'weekly', 1, ['SU']],
    ['We ski every winter.', 'yearly', 1, []],
    ['I see her once a week.', 'weekly', 1, []],
    ['The bill comes monthly.', 'monthly', 1, []],
    ['I run three times a week.', 'weekly', 1, []],
    ['I swim once or twice a month.', 'monthly', 1, []],
    ['I work five days a week.', 'weekly', 1, []],
    ['I run mostly Tuesdays, Thursdays and Sundays.', 'weekly', 1, ['TU', 'TH', 'SU']],
    ['I get up at 3 every morning.', 'daily', 1, []],
    ['I hike on weekends.', 'weekly', 1, ['SA', 'SU']],
    ['The ferry runs every day except Sunday.', 'weekly', 1, ['MO', 'TU', 'WE', 'TH', 'FR', 'SA']],
    ['It is open daily, except on Mondays and Tuesdays.', 'weekly', 1, ['WE', 'TH', 'FR', 'SA', 'SU']],
    ['I cook every day but hate it.', 'daily', 1, []],
  ])('%s', (text, freq, interval, byday) => {
    expect(parseRecurrence(text)).toEqual({ freq, interval, byday })
  })

  test.each([
    ['Rent is due on the 15th of each month.', { freq: 'monthly', bymonthday: [15] }],
    ['Rent is due every month on the 3rd.', { freq: 'monthly', bymonthday: [3] }],
    ['I am paid on the last day of every month.', { freq: 'monthly', bymonthday: [-1] }],
    ['The fair is every year on 24 June.', { freq: 'yearly', bymonthday: [24], bymonth: [6] }],
    ['The fair is on June 24 every year.', { freq: 'yearly', bymonthday: [24], bymonth: [6] }],
    ['The fair is held annually on the 24th of June.', { freq: 'yearly', bymonthday: [24], bymonth: [6] }],
    ['We meet every 5 May.', { freq: 'yearly', bymonthday: [5], bymonth: [5] }],
  ])('%s', (text, rule) => {
    expect(parseRecurrence(text)).toEqual({ interval: 1, byday: [], ...rule })
  })

  test('a number of days before a time does not repeat', () => {
    expect(parseRecurrence('We spent two days a week ago in Rome.')).toBeUndefined()
  })

  test('what happens once does not repeat', () => {
    expect(parseRecurrence('I saw every one of them last Tuesday.')).toBeUndefined()
  })
})

describe('occurrence', () => {
  const day = fc.integer({ min: 0, max: 30_000 }).map(dayOfNumber)

  test('a day of the month is the one that Temporal finds, counted from either end', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 28 }), (each, nth) => {
        const date = Temporal.PlainDate.from(each)
        const rule = { freq: 'monthly', interval: 1, byday: [] } as const
        expect(occursOn({ ...rule, bymonthday: [nth] }, each)).toBe(date.day === nth)
        expect(occursOn({ ...rule, bymonthday: [-nth] }, each)).toBe(date.day === date.daysInMonth + 1 - nth)
      }),
    )
  })

  test('the nth weekday of a month is the one that counting finds', () => {
    const ordinal = fc.constantFrom(1, 2, 3, 4, -1, -2)
    fc.assert(
      fc.property(day, ordinal, fc.integer({ min: 1, max: 7 }), (each, nth, isoWeekday) => {
        const date = Temporal.PlainDate.from(each)
        const all = Array.from({ length: date.daysInMonth }, (_, at) => date.with({ day: at + 1 })).filter(
          ({ dayOfWeek }) => dayOfWeek === isoWeekday,
        )
        const rule = { freq: 'monthly', interval: 1, byday: [`${nth}${WEEKDAY_CODES[isoWeekday]}`] } as const
        expect(occursOn(rule, each)).toBe(all.at(nth > 0 ? nth - 1 : nth)?.toString() === each)
      }),
      { numRuns: 500 },
    )
  })

  test('an interval counts from the week of the anchor', () => {
    const rule = { freq: 'weekly', interval: 2, byday: ['TU'] } as const
    const anchor = '2024-05-07' as Day
    expect(occursOn(rule, '2024-05-21' as Day, anchor)).toBe(true)
    expect(occursOn(rule, '2024-05-14' as Day, anchor)).toBe(false)
    expect(occursOn(rule, '2024-05-14' as Day)).toBe(true)
  })

  test('a rule without a weekday takes that of its anchor', () => {
    const rule = { freq: 'weekly', interval: 1, byday: [] } as const
    expect(occursOn(rule, '2024-05-14' as Day, '2024-05-07' as Day)).toBe(true)
    expect(occursOn(rule, '2024-05-15' as Day, '2024-05-07' as Day)).toBe(false)
    expect(
      occursOn({ freq: 'yearly', interval: 1, byday: [] }, '2025-05-07' as Day, '2024-05-07' as Day),
    ).toBe(true)
  })

  test('the last Saturday of November 2017 is the 25th', () => {
    const rule = parseRecurrence('on the last Saturday of each month')!
    expect(occursOn(rule, '2017-11-25' as Day)).toBe(true)
    expect(occursOn(rule, '2017-11-18' as Day)).toBe(false)
  })
})
