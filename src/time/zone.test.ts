import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import type { Day, Instant } from '../model/day-range.ts'
import { dayOfInstant, instantsOfDays, isTimeZone, parseInstant } from './zone.ts'

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Paris',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
]
const zone = fc.constantFrom(...ZONES)
const epochMs = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2035, 0, 1) })

describe('days of a zone', () => {
  test('dayOfInstant is the local date that Temporal gives', () => {
    fc.assert(
      fc.property(zone, epochMs, (timeZone, ms) => {
        const instant = new Date(ms).toISOString() as Instant
        const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate()
        expect(dayOfInstant(instant, timeZone)).toBe(local.toString())
      }),
      { numRuns: 2000 },
    )
  })

  test('instantsOfDays begins and ends where the local day does', () => {
    fc.assert(
      fc.property(zone, epochMs, (timeZone, ms) => {
        const date = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC').toPlainDate()
        const start = (of: Temporal.PlainDate) => of.toZonedDateTime(timeZone).epochMilliseconds
        const day = date.toString() as Day
        expect(instantsOfDays({ first: day, last: day }, timeZone)).toEqual({
          start: new Date(start(date)).toISOString(),
          end: new Date(start(date.add({ days: 1 }))).toISOString(),
        })
      }),
      { numRuns: 2000 },
    )
  })

  test('a day of 23 hours has 23', () => {
    const day = '2024-03-31' as Day
    expect(instantsOfDays({ first: day, last: day }, 'Europe/Paris')).toEqual({
      start: '2024-03-30T23:00:00.000Z',
      end: '2024-03-31T22:00:00.000Z',
    })
  })

  test('late in the evening it is still the local day', () => {
    expect(dayOfInstant('2024-01-16T07:00:00.000Z' as Instant, 'America/Los_Angeles')).toBe('2024-01-15')
  })

  test('the last day that can be written has an end', () => {
    const last = '9999-12-31' as Day
    expect(instantsOfDays({ first: last, last }, 'UTC').end).toBe('9999-12-31T23:59:59.999Z')
  })
})

describe('reading a time', () => {
  test('a local time is the instant that Temporal finds, gaps and repeats included', () => {
    fc.assert(
      fc.property(zone, epochMs, (timeZone, ms) => {
        const local = new Date(ms).toISOString().slice(0, 23)
        const twin = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, {
          disambiguation: 'compatible',
        })
        expect(parseInstant(local, timeZone)).toBe(new Date(twin.epochMilliseconds).toISOString())
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['a time in the gap moves ahead', '2022-03-13T02:30:00', 'America/New_York', '2022-03-13T07:30:00.000Z'],
    ['a repeated time is the earlier', '2022-11-06T01:30:00', 'America/New_York', '2022-11-06T05:30:00.000Z'],
    [
      'an offset goes before the zone',
      '2022-03-13T02:30:00-05:00',
      'Europe/Berlin',
      '2022-03-13T07:30:00.000Z',
    ],
    ['no offset is local to the zone', '2025-09-21T10:00:00', 'UTC', '2025-09-21T10:00:00.000Z'],
    ['a date is the start of its day', '2025-09-21', 'Europe/Paris', '2025-09-20T22:00:00.000Z'],
    ['minutes suffice', '2025-09-21 10:05', 'UTC', '2025-09-21T10:05:00.000Z'],
    ['digits beyond milliseconds are cut', '2025-09-21T10:00:00.123456Z', 'UTC', '2025-09-21T10:00:00.123Z'],
    ['a short offset is read', '2025-09-21T10:00:00+0530', 'UTC', '2025-09-21T04:30:00.000Z'],
  ])('%s', (_name, text, timeZone, expected) => {
    expect(parseInstant(text, timeZone)).toBe(expected)
  })

  test('a Date is its instant', () => {
    expect(parseInstant(new Date(Date.UTC(2024, 5, 1, 12)), 'Asia/Tokyo')).toBe('2024-06-01T12:00:00.000Z')
  })

  test.each([
    '',
    'yesterday',
    '2023-02-29',
    '2023-13-01',
    '2023-05-01T25:00',
    '1717243200',
    '5 May 2023',
    '2023-05-01T10:00+99:00',
  ])('%j is no time', (text) => {
    expect(() => parseInstant(text, 'UTC')).toThrow(RangeError)
  })

  test('an invalid Date is no time', () => {
    expect(() => parseInstant(new Date(Number.NaN), 'UTC')).toThrow(RangeError)
  })

  test('an unknown zone is refused and leaves nothing behind', () => {
    expect(() => parseInstant('2023-05-01T10:00', 'Mars/Olympus')).toThrow(RangeError)
    expect([isTimeZone('Mars/Olympus'), isTimeZone('Europe/Berlin')]).toEqual([false, true])
  })
})
