import type { Day, DayRange } from '../model/day-range.ts'
import { addDays, makeDay, makeRange, monthRange, weekday } from './day-range.ts'

export type Holiday =
  | 'christmas'
  | 'christmas-eve'
  | 'boxing-day'
  | 'new-year'
  | 'new-years-eve'
  | 'halloween'
  | 'valentine'
  | 'thanksgiving'
  | 'black-friday'
  | 'easter'
  | 'good-friday'
  | 'independence-day'
  | 'saint-patrick'
  | 'labor-day'
  | 'memorial-day'
  | 'mothers-day'
  | 'fathers-day'

/** Names by their words, lower case, without “day” and the possessive. */
export const HOLIDAYS: ReadonlyMap<string, Holiday> = new Map([
  ['christmas', 'christmas'],
  ['xmas', 'christmas'],
  ['christmas eve', 'christmas-eve'],
  ['boxing', 'boxing-day'],
  ['new year', 'new-year'],
  ['new year eve', 'new-years-eve'],
  ['new years eve', 'new-years-eve'],
  ['new years', 'new-year'],
  ['halloween', 'halloween'],
  ['valentine', 'valentine'],
  ['valentines', 'valentine'],
  ['thanksgiving', 'thanksgiving'],
  ['black friday', 'black-friday'],
  ['easter', 'easter'],
  ['easter sunday', 'easter'],
  ['good friday', 'good-friday'],
  ['independence', 'independence-day'],
  ['st patrick', 'saint-patrick'],
  ['st . patrick', 'saint-patrick'],
  ['labor', 'labor-day'],
  ['labour', 'labor-day'],
  ['memorial', 'memorial-day'],
  ['mother', 'mothers-day'],
  ['father', 'fathers-day'],
])

/** Holidays whose name is only theirs when “day” follows. */
export const NEEDS_DAY: ReadonlySet<Holiday> = new Set([
  'boxing-day',
  'independence-day',
  'labor-day',
  'memorial-day',
  'mothers-day',
  'fathers-day',
])

/** The day or days of a holiday in a year; those that countries hold apart are the ones of the United States. */
export function holidayRange(holiday: Holiday, year: number): DayRange {
  return makeRange(holidayDay(holiday, year))
}

function holidayDay(holiday: Holiday, year: number): Day {
  switch (holiday) {
    case 'thanksgiving':
      return nthWeekday(year, 11, 4, 4)
    case 'black-friday':
      return addDays(nthWeekday(year, 11, 4, 4), 1)
    case 'easter':
      return easter(year)
    case 'good-friday':
      return addDays(easter(year), -2)
    case 'labor-day':
      return nthWeekday(year, 9, 1, 1)
    case 'memorial-day':
      return lastWeekday(year, 5, 1)
    case 'mothers-day':
      return nthWeekday(year, 5, 7, 2)
    case 'fathers-day':
      return nthWeekday(year, 6, 7, 3)
    default: {
      const [month, day] = FIXED[holiday]
      return makeDay(year, month, day)
    }
  }
}

const FIXED: Readonly<
  Record<
    | 'christmas'
    | 'christmas-eve'
    | 'boxing-day'
    | 'new-year'
    | 'new-years-eve'
    | 'halloween'
    | 'valentine'
    | 'independence-day'
    | 'saint-patrick',
    readonly [month: number, day: number]
  >
> = {
  christmas: [12, 25],
  'christmas-eve': [12, 24],
  'boxing-day': [12, 26],
  'new-year': [1, 1],
  'new-years-eve': [12, 31],
  halloween: [10, 31],
  valentine: [2, 14],
  'independence-day': [7, 4],
  'saint-patrick': [3, 17],
}

function nthWeekday(year: number, month: number, isoWeekday: number, nth: number): Day {
  const { first } = monthRange(year, month)
  return addDays(first, ((isoWeekday - weekday(first) + 7) % 7) + (nth - 1) * 7)
}

function lastWeekday(year: number, month: number, isoWeekday: number): Day {
  const { last } = monthRange(year, month)
  return addDays(last, -((weekday(last) - isoWeekday + 7) % 7))
}

/** @see Meeus, “Astronomical Algorithms”, chapter 8: Gregorian Easter */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return makeDay(year, Math.floor(sum / 31), (sum % 31) + 1)
}
