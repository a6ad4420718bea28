import { Temporal } from 'temporal-polyfill'
import type { Day, Instant } from '../../model/day-range.ts'

const dayMs = 86_400_000
/** Zones change their offset at whole quarters of an hour, but for local mean times of long ago. */
const quarterMs = 900_000
/** About what a bank of many years touches; dropped as a whole when it is full. */
const cachedQuarters = 50_000

export type LocalDays = {
  /** Local day since 1970-01-01 of an instant in epoch milliseconds. */
  of(time: number): number
}

/** Reckons local days in a time zone. @throws {RangeError} If the zone is unknown. */
export function localDays(timeZone: string): LocalDays {
  const exact = (time: number) =>
    dayNumber(
      Temporal.Instant.fromEpochMilliseconds(time)
        .toZonedDateTimeISO(timeZone)
        .toPlainDate()
        .toString() as Day,
    )
  exact(0)
  if (timeZone === 'UTC') return { of: (time) => Math.floor(time / dayMs) }
  const byQuarter = new Map<number, number | undefined>()
  return {
    of(time) {
      const quarter = Math.floor(time / quarterMs)
      if (!byQuarter.has(quarter)) {
        if (byQuarter.size >= cachedQuarters) byQuarter.clear()
        const first = exact(quarter * quarterMs)
        byQuarter.set(quarter, first === exact((quarter + 1) * quarterMs - 1) ? first : undefined)
      }
      return byQuarter.get(quarter) ?? exact(time)
    },
  }
}

/** Days since 1970-01-01 of a calendar day, proleptic Gregorian. */
export const dayNumber = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00.000Z`) / dayMs)

export const dayOf = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10) as Day

export const instantOf = (time: number): Instant => new Date(time).toISOString() as Instant
