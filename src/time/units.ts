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
import type { Count, ReferenceFrame } from './expression.ts'
import type { Unit } from './vocabulary.ts'

/** The calendar unit that holds the day; an hour is somewhere within its day. */
export function unitRange(unit: Unit, day: Day): DayRange {
  const [year, month] = fields(day)
  switch (unit) {
    case 'minute':
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
    case 'minute':
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
  minute: { couple: [2, 3], few: [2, 9], several: [3, 30] },
  hour: { couple: [1, 2], few: [1, 5], several: [1, 9] },
  day: { couple: [2, 3], few: [2, 5], several: [3, 7] },
  week: { couple: [2, 3], few: [2, 6], several: [3, 8] },
  weekend: { couple: [2, 3], few: [2, 4], several: [3, 6] },
  month: { couple: [2, 3], few: [2, 6], several: [3, 9] },
  quarter: { couple: [2, 3], few: [2, 4], several: [3, 6] },
  year: { couple: [2, 3], few: [2, 5], several: [3, 9] },
  decade: { couple: [2, 3], few: [2, 4], several: [3, 6] },
}

const HOUR_MINUTES = 60
const DAY_MINUTES = 1_440

/** Whether a unit is shorter than a day. */
export function isClockUnit(unit: Unit): unit is 'minute' | 'hour' {
  return unit === 'minute' || unit === 'hour'
}

/**
 * The day so many minutes from a minute of the day; days count 24 hours.
 * Where the minute is not known, [nearest, farthest]: “36 hours ago” is yesterday or the day before.
 */
function clockStep(
  { count, unit, direction }: { count: number; unit: 'minute' | 'hour'; direction: -1 | 1 },
  { day, minute }: Pick<ReferenceFrame, 'day' | 'minute'>,
): readonly [near: Day, far: Day] {
  const away = direction * count * (unit === 'hour' ? HOUR_MINUTES : 1)
  if (minute !== undefined) {
    const there = addDays(day, Math.floor((minute + away) / DAY_MINUTES))
    return [there, there]
  }
  const days = Math.abs(away) / DAY_MINUTES
  // Less than a day ago is taken for the same day: people who say so have mostly slept since.
  return [
    addDays(day, direction * Math.floor(days)),
    addDays(day, days < 1 ? 0 : direction * Math.ceil(days)),
  ]
}

/**
 * So many units away: a number of weeks, months or years means the whole unit that holds that day, unless said
 * to be exact; a word for some means from its least to its most.
 */
export function agoRange(
  { count, unit, direction, exact }: { count: Count; unit: Unit; direction: -1 | 1; exact: boolean },
  moment: Pick<ReferenceFrame, 'day' | 'minute'>,
): DayRange {
  const { day } = moment
  if (typeof count === 'number' && isClockUnit(unit)) {
    const [near, far] = clockStep({ count, unit, direction }, moment)
    return direction === -1 ? makeRange(far, near) : makeRange(near, far)
  }
  if (typeof count === 'number') {
    const there = stepUnits(day, unit, direction * count)
    // [a decade ago] is ten years ago, whichever decade that lies in.
    return exact ? makeRange(there) : unitRange(unit === 'decade' ? 'year' : unit, there)
  }
  const [least, most] = SOME[unit][count]
  const near = stepUnits(day, unit, direction * least)
  const far = stepUnits(day, unit, direction * most)
  return direction === -1 ? makeRange(far, near) : makeRange(near, far)
}

/** The units that end on the day or begin with it; a weekend counts whole. */
export function rollingRange(
  { count, unit, direction }: { count: Count; unit: Unit; direction: -1 | 1 },
  moment: Pick<ReferenceFrame, 'day' | 'minute'>,
): DayRange {
  const { day } = moment
  const most = typeof count === 'number' ? count : SOME[unit][count][1]
  if (unit === 'weekend') {
    const [near, far] = [1, most].map((steps) => weekendOf(addDays(day, direction * steps * 7)))
    return direction === -1 ? makeRange(far!.first, near!.last) : makeRange(near!.first, far!.last)
  }
  if (isClockUnit(unit)) {
    const [, far] = clockStep({ count: most, unit, direction }, moment)
    // Without the minute even the last hour may have begun the day before.
    const end = far === day && moment.minute === undefined ? addDays(day, direction) : far
    return direction === -1 ? makeRange(end, day) : makeRange(day, end)
  }
  const far = stepUnits(day, unit, direction * most)
  return direction === -1 ? makeRange(far, day) : makeRange(day, far)
}
