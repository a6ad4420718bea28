import type { Day, DayRange } from '../model/day-range.ts'

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/** The earliest and the latest day that can be written. */
export const FIRST_DAY = '0001-01-01' as Day
export const LAST_DAY = '9999-12-31' as Day

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const DAYS_PER_WEEK = 7
const MONTHS_PER_YEAR = 12

/** Whether the text is a day that exists, `YYYY-MM-DD`, years 0001-9999. */
export function isDay(text: string): text is Day {
  if (!DAY_PATTERN.test(text)) return false
  const [year, month, day] = fields(text)
  return year >= 1 && month >= 1 && month <= MONTHS_PER_YEAR && day >= 1 && day <= daysInMonth(year, month)
}

/** @throws {RangeError} If the text is no day that exists. */
export function parseDay(text: string): Day {
  if (isDay(text)) return text
  throw new RangeError(`Cannot read a day as it must be an existing YYYY-MM-DD: current value is ${text}`)
}

/**
 * The day of a year, month (1-12) and day of the month (1-31).
 *
 * @throws {RangeError} If there is no such day within the years 0001-9999.
 */
export function makeDay(year: number, month: number, day: number): Day {
  return parseDay(`${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`)
}

/** Year, month (1-12) and day of the month (1-31). */
export function fields(day: string): readonly [year: number, month: number, day: number] {
  return [number(day, 0, 4), number(day, 5, 7), number(day, 8, 10)]
}

/**
 * Days since 1970-01-01, negative before it.
 * @see Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, days_from_civil
 */
export function dayNumber(day: Day): number {
  const [year, month, dayOfMonth] = fields(day)
  // Years begin in March here, so that the leap day is the last one.
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayOfMonth - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/**
 * The inverse of {@link dayNumber}.
 *
 * @throws {RangeError} If the day lies outside the years 0001-9999.
 */
export function dayOfNumber(days: number): Day {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  if (!(year >= 1 && year <= 9999)) {
    throw new RangeError(`Cannot write a day as its year must be 1-9999: current value is ${year}`)
  }
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(dayOfMonth, 2)}` as Day
}

/** @throws {RangeError} If the result lies outside the years 0001-9999. */
export function addDays(day: Day, days: number): Day {
  return dayOfNumber(dayNumber(day) + days)
}

/**
 * Steps by whole months; the day of the month clamps to the last one there is: [2024-02-29 − 12 → 2023-02-28].
 *
 * @throws {RangeError} If the result lies outside the years 0001-9999.
 */
export function addMonths(day: Day, months: number): Day {
  const [year, month, dayOfMonth] = fields(day)
  const index = year * MONTHS_PER_YEAR + (month - 1) + months
  const targetYear = Math.floor(index / MONTHS_PER_YEAR)
  const targetMonth = index - targetYear * MONTHS_PER_YEAR + 1
  return makeDay(targetYear, targetMonth, Math.min(dayOfMonth, daysInMonth(targetYear, targetMonth)))
}

/** Steps by whole years, clamping as {@link addMonths} does. */
export function addYears(day: Day, years: number): Day {
  return addMonths(day, years * MONTHS_PER_YEAR)
}

/** ISO 8601 weekday: Monday is 1, Sunday 7. */
export function weekday(day: Day): number {
  // 1970-01-01 was a Thursday.
  const fromMonday = (dayNumber(day) + 3) % DAYS_PER_WEEK
  return (fromMonday < 0 ? fromMonday + DAYS_PER_WEEK : fromMonday) + 1
}

/** The number of days in a month (1-12). */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** @throws {RangeError} If `last` is earlier than `first`. */
export function makeRange(first: Day, last: Day = first): DayRange {
  if (last < first) {
    throw new RangeError(
      `Cannot make a day range as first must be <= last: current value is ${first}/${last}`,
    )
  }
  return { first, last }
}

/** The earlier of two days. */
export function earlier(a: Day, b: Day): Day {
  if (a < b) return a
  return b
}

/** The later of two days. */
export function later(a: Day, b: Day): Day {
  if (a > b) return a
  return b
}

/** How many days the range holds, at least 1. */
export function lengthDays(range: DayRange): number {
  return dayNumber(range.last) - dayNumber(range.first) + 1
}

/** Whether the ranges share a day. */
export function overlap(a: DayRange, b: DayRange): boolean {
  return a.first <= b.last && b.first <= a.last
}

/** Whether `outer` holds every day of `inner`. */
export function contains(outer: DayRange, inner: DayRange | Day): boolean {
  const { first, last } = typeof inner === 'string' ? { first: inner, last: inner } : inner
  return outer.first <= first && last <= outer.last
}

/** The days that both ranges hold; undefined where there are none. */
export function intersect(a: DayRange, b: DayRange): DayRange | undefined {
  if (!overlap(a, b)) return undefined
  return { first: later(a.first, b.first), last: earlier(a.last, b.last) }
}

/** The smallest range that holds both, the days between them included. */
export function hull(a: DayRange, b: DayRange): DayRange {
  return { first: earlier(a.first, b.first), last: later(a.last, b.last) }
}

/** The range with `days` (≥ 0) more on either side, cut at the first and last day that can be written. */
export function widen(range: DayRange, days: number): DayRange {
  const first = Math.max(dayNumber(range.first) - days, dayNumber(FIRST_DAY))
  const last = Math.min(dayNumber(range.last) + days, dayNumber(LAST_DAY))
  return { first: dayOfNumber(first), last: dayOfNumber(last) }
}

/** Days from the end of the earlier range to the start of the later one; 0 where they share a day. */
export function distanceDays(a: DayRange, b: DayRange): number {
  if (overlap(a, b)) return 0
  return a.last < b.first ? dayNumber(b.first) - dayNumber(a.last) : dayNumber(a.first) - dayNumber(b.last)
}

/** The ISO week, Monday to Sunday, that holds the day. */
export function weekOf(day: Day): DayRange {
  const monday = dayNumber(day) - (weekday(day) - 1)
  return { first: dayOfNumber(monday), last: dayOfNumber(monday + 6) }
}

/** Saturday and Sunday of the ISO week that holds the day. */
export function weekendOf(day: Day): DayRange {
  const { last } = weekOf(day)
  return { first: addDays(last, -1), last }
}

/** The month (1-12) of a year. */
export function monthRange(year: number, month: number): DayRange {
  return { first: makeDay(year, month, 1), last: makeDay(year, month, daysInMonth(year, month)) }
}

export function monthOf(day: Day): DayRange {
  const [year, month] = fields(day)
  return monthRange(year, month)
}

/** The quarter (1-4) of a year. */
export function quarterRange(year: number, quarter: number): DayRange {
  return { first: monthRange(year, quarter * 3 - 2).first, last: monthRange(year, quarter * 3).last }
}

export function yearRange(year: number): DayRange {
  return { first: makeDay(year, 1, 1), last: makeDay(year, 12, 31) }
}

/** The ten years that begin with `first`: 1990 to 1999. */
export function decadeRange(first: number): DayRange {
  return { first: makeDay(first, 1, 1), last: makeDay(first + 9, 12, 31) }
}

/**
 * The meteorological season of the northern hemisphere, named by the year in which it begins; the winter of 9999 ends
 * with the last day that can be written.
 */
export function seasonRange(year: number, season: Season): DayRange {
  const month = SEASON_START[season]
  const first = makeDay(year, month, 1)
  const lastMonth = year === 9999 && season === 'winter' ? first : addMonths(first, 2)
  return { first, last: monthOf(lastMonth).last }
}

const SEASON_START: Readonly<Record<Season, number>> = { spring: 3, summer: 6, autumn: 9, winter: 12 }

// Reading digits by character code: this is called for every unit of a scan.
function number(text: string, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - 48
  return value
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
