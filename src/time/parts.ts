import type { Day, DayRange } from '../model/day-range.ts'
import {
  addDays,
  addMonths,
  earlier,
  fields,
  later,
  lengthDays,
  makeRange,
  monthOf,
  weekday,
} from './day-range.ts'
import type { Part, TimeExpression } from './expression.ts'
import { stepUnits, unitRange } from './units.ts'

// A month at least this long is cut into thirds of ten days, anything longer by months.
const LONGER_THAN_A_MONTH = 32
const LONGER_THAN_A_WEEK = 8
const MONTHS_OF_SOME_YEARS = 60

/**
 * A part of a range: the first, middle or last third, or a half; of a month the thirds are 1-10, 11-20 and 21 on.
 * `so-far` ends on the day, `rest` begins with it; undefined where the range has no such part.
 */
export function partRange(part: Part, of: DayRange, day: Day): DayRange | undefined {
  switch (part) {
    case 'so-far':
      return day < of.first ? undefined : makeRange(of.first, earlier(day, of.last))
    case 'rest':
      return day > of.last ? undefined : makeRange(later(day, of.first), of.last)
    case 'first-half':
    case 'second-half':
      return half(part, of)
    default:
      return third(part, of)
  }
}

function half(part: 'first-half' | 'second-half', of: DayRange): DayRange {
  const length = lengthDays(of)
  const months = monthsOf(of)
  // The first half of a month has 15 days, of 28 too: people count to the fifteenth.
  const second =
    length > LONGER_THAN_A_MONTH && months % 2 === 0
      ? addMonths(of.first, months / 2)
      : addDays(
          of.first,
          length > LONGER_THAN_A_WEEK && length < LONGER_THAN_A_MONTH ? 15 : Math.ceil(length / 2),
        )
  return part === 'first-half' ? makeRange(of.first, addDays(second, -1)) : makeRange(second, of.last)
}

function third(part: 'early' | 'middle' | 'late', of: DayRange): DayRange {
  const length = lengthDays(of)
  const months = monthsOf(of)
  const cut = (thirds: number): Day => {
    // Of a decade whole years: 1990-1993, 1994-1996, 1997-1999.
    if (months >= MONTHS_OF_SOME_YEARS)
      return addMonths(of.first, Math.ceil((months / 12) * (thirds / 3)) * 12)
    if (length > LONGER_THAN_A_MONTH && months >= 3)
      return addMonths(of.first, Math.round((months * thirds) / 3))
    if (length > LONGER_THAN_A_WEEK && length < LONGER_THAN_A_MONTH) return addDays(of.first, thirds * 10)
    return addDays(of.first, Math.round((length * thirds) / 3))
  }
  if (part === 'early') return makeRange(of.first, addDays(cut(1), -1))
  return part === 'middle' ? makeRange(cut(1), addDays(cut(2), -1)) : makeRange(cut(2), of.last)
}

function monthsOf(range: DayRange): number {
  const [firstYear, firstMonth] = fields(range.first)
  const [lastYear, lastMonth] = fields(range.last)
  return (lastYear - firstYear) * 12 + lastMonth - firstMonth + 1
}

/**
 * The nth unit of a range, or `count` of them; ordinal −1 counts from the end.
 *
 * Weeks are sevens of days from the edge of the range; the nth weekend is that of the nth Saturday.
 * Undefined where there are not so many.
 */
export function nthRange(
  { ordinal, count, unit }: Pick<Extract<TimeExpression, { type: 'nth' }>, 'ordinal' | 'count' | 'unit'>,
  of: DayRange,
): DayRange | undefined {
  if (typeof unit === 'object') return within(nthWeekday(unit.weekday, ordinal, of), of)
  if (unit === 'weekend') {
    const saturday = within(nthWeekday(6, ordinal, of), of)
    return saturday && makeRange(saturday.first, addDays(saturday.first, 1))
  }
  if (ordinal > 0) {
    const first = stepUnits(of.first, unit, ordinal - 1)
    if (first > of.last) return undefined
    const last = addDays(stepUnits(of.first, unit, ordinal - 1 + count), -1)
    return makeRange(first, earlier(last, of.last))
  }
  if (unit === 'day' || unit === 'week') {
    const first = addDays(stepUnits(of.last, unit, ordinal + 1 - count), 1)
    return makeRange(later(first, of.first), stepUnits(of.last, unit, ordinal + 1))
  }
  const first = stepUnits(monthOf(of.last).first, unit, ordinal + 2 - count)
  return makeRange(unitRange(unit, first).first, of.last)
}

function nthWeekday(isoWeekday: number, ordinal: number, of: DayRange): Day {
  if (ordinal > 0) return addDays(of.first, ((isoWeekday - weekday(of.first) + 7) % 7) + (ordinal - 1) * 7)
  return addDays(of.last, -((weekday(of.last) - isoWeekday + 7) % 7) + (ordinal + 1) * 7)
}

function within(day: Day, of: DayRange): DayRange | undefined {
  return day >= of.first && day <= of.last ? makeRange(day) : undefined
}
