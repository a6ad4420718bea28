import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Day } from '../../model/day-range.ts'
import { dayNumber, dayOf, localDays } from './local-day.ts'

/** The slow twin: what a calendar on the wall of that place shows. */
function wallDay(time: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

test.each([
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
])('days of %s are those of its calendar', (timeZone) => {
  const days = localDays(timeZone)
  const times = fc.integer({ min: Date.UTC(1890, 0), max: Date.UTC(2060, 0) })
  fc.assert(
    fc.property(times, (time) => {
      expect(dayOf(days.of(time))).toBe(wallDay(time, timeZone))
      // Around midnight, where a cached quarter of an hour may not be of one day.
      const midnight = Math.round(time / 900_000) * 900_000
      for (const near of [midnight - 1, midnight, midnight + 28_000]) {
        expect(dayOf(days.of(near))).toBe(wallDay(near, timeZone))
      }
    }),
    { numRuns: 60 },
  )
})

test('day numbers count from 1970 in both directions', () => {
  expect(
    ['1969-12-31', '1970-01-01', '2024-02-29', '0001-01-01'].map((day) => dayNumber(day as Day)),
  ).toEqual([-1, 0, 19_782, -719_162])
  expect(dayOf(-719_162)).toBe('0001-01-01')
})
