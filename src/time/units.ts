import type { Day, DayRange } from '../model/day-range.ts'
import { unreachable } from '../model/unreachable.ts'
import {
  addDays,
  addMonths,
  addYears,
  decadeRange,
  fields,
  makeRange,
  monthOf,
  quarterRange,
  weekendOf,
  weekOf,
  yearRange,
} from './day-range.ts'
import type { Count } from './expression.ts'
import type { Unit } from './vocabulary.ts'

/** The calendar unit that holds the day; an hour is somewhere within its day. */
export function unitRange(unit: Unit, day: Day): DayRange {
  const [year, month] = fields(day)
  switch (unit) {
    case 'hour':
    case 'day':
      return makeRange(day)
    case 'week':
      return weekOf(day)
    case 'weekend':
      return weekendOf(day)
    case 'month':
      return monthOf(day)
    case 'quarter':
      return quarterRange(year, Math.ceil(month / 3))
    case 'year':
      return yearRange(year)
    case 'decade':
      return decadeRange(year - (year % 10))
    default:
      return unreachable(unit)
  }
}

/** The day so many units away; hours do not leave it. */
export function stepUnits(day: Day, unit: Unit, steps: number): Day {
  switch (unit) {
    case 'hour':
      return day
    case 'day':
      return addDays(day, steps)
    case 'week':
    case 'weekend':
      return addDays(day, steps * 7)
    case 'month':
      return addMonths(day, steps)
    case 'quarter':
      return addMonths(day, steps * 3)
    case 'year':
      return addYears(day, steps)
    case 'decade':
      return addYears(day, steps * 10)
    default:
      return unreachable(unit)
  }
}

/** How much is meant by a word for some, [least, most], by unit. */
const SOME: Readonly<Record<Unit, Readonly<Record<Exclude<Count, number>, readonly [number, number]>>>> = {
  hour: { couple: [1, 2], few: [1, 5], several: [1, 9] },
  day: { couple: [2, 3], few: [2, 5], several: [3, 7] },
  week: { couple: [2, 3], few: [2, 6], several: [3, 8] },
  weekend: { couple: [2, 3], few: [2, 4], several: [3, 6] },
  month: { couple: [2, 3], few: [2, 6], several: [3, 9] },
  quarter: { couple: [2, 3], few: [2, 4], several: [3, 6] },
  year: { couple: [2, 3], few: [2, 5], several: [3, 9] },
  decade: { couple: [2, 3], few: [2, 4], several: [3, 6] },
}

/**
 * So many units away: a number of weeks, months or years means the whole unit that holds that day, unless said
 * to be exact; a word for some means from its least to its most.
 */
export function agoRange(
  { count, unit, direction, exact }: { count: Count; unit: Unit; direction: -1 | 1; exact: boolean },
  day: Day,
): DayRange {
  if (typeof count === 'number') {
    const there = stepUnits(day, unit, direction * count)
    return exact ? makeRange(there) : unitRange(unit, there)
  }
  const [least, most] = SOME[unit][count]
  const near = stepUnits(day, unit, direction * least)
  const far = stepUnits(day, unit, direction * most)
  return direction === -1 ? makeRange(far, near) : makeRange(near, far)
}

/** The units that end on the day or begin with it; a weekend counts whole. */
export function rollingRange(
  { count, unit, direction }: { count: Count; unit: Unit; direction: -1 | 1 },
  day: Day,
): DayRange {
  const most = typeof count === 'number' ? count : SOME[unit][count][1]
  if (unit === 'weekend') {
    const [near, far] = [1, most].map((steps) => weekendOf(addDays(day, direction * steps * 7)))
    return direction === -1 ? makeRange(far!.first, near!.last) : makeRange(near!.first, far!.last)
  }
  if (unit === 'hour')
    return direction === -1 ? makeRange(addDays(day, -1), day) : makeRange(day, addDays(day, 1))
  const far = stepUnits(day, unit, direction * most)
  return direction === -1 ? makeRange(far, day) : makeRange(day, far)
}
