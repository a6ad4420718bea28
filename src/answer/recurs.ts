import type { Day, DayRange } from '../model/day-range.ts'
import type { Recurrence } from '../model/memory-unit.ts'
import { addDays, dayNumber, daysInMonth, fields, lengthDays, weekday, weekOf } from '../time/day-range.ts'
import { occursOn } from '../time/recurrence.ts'

/**
 * Whether a rule has an occurrence within a day range.
 *
 * @param start A day on which it is known to occur; from it intervals are counted.
 * @returns Undefined where the rule alone cannot tell: an interval above 1 needs a start that is not known, and so do
 *   monthly and yearly rules without a weekday.
 */
export function recursWithin(rule: Recurrence, range: DayRange, start?: Day): boolean | undefined {
  const { freq, interval, byday, bymonthday, bymonth } = rule
  if (freq === 'daily' && interval === 1) return true
  if (lengthDays(range) > LONGEST_RANGE_DAYS) return true
  if (bymonthday !== undefined && interval === 1 && (freq === 'monthly' || bymonth !== undefined))
    return days(range).some((day) => occursOn(rule, day))
  if (byday.length === 0) return undefined
  const falling = days(range).filter((day) => byday.some((rule) => fallsOn(rule, day)))
  if (falling.length === 0) return false
  if (freq === 'weekly' && interval > 1 && start !== undefined) {
    return falling.some((day) => weeksBetween(start, day) % interval === 0)
  }
  return interval === 1 && (freq !== 'yearly' || lengthDays(range) > LONGEST_RANGE_DAYS) ? true : undefined
}

/** A longer range holds an occurrence of any rule in use. */
const LONGEST_RANGE_DAYS = 366
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function weeksBetween(start: Day, day: Day): number {
  return Math.round((dayNumber(weekOf(day).first) - dayNumber(weekOf(start).first)) / 7)
}

/** Never steps beyond the range, which may end with the last day that can be written. */
const days = (range: DayRange): readonly Day[] =>
  Array.from({ length: lengthDays(range) }, (_, after) => addDays(range.first, after))

/** [`-1SA` is the last Saturday of a month, `2TU` the second Tuesday, `WE` each Wednesday] */
function fallsOn(rule: string, day: Day): boolean {
  const [, ordinal, code] = /^([+-]?\d+)?([A-Z]{2})$/u.exec(rule) ?? []
  if (code === undefined || CODES[weekday(day) - 1] !== code) return false
  if (ordinal === undefined) return true
  const [year, month, dayOfMonth] = fields(day)
  const nth = Math.ceil(dayOfMonth / 7)
  const nthFromEnd = Math.ceil((daysInMonth(year, month) - dayOfMonth + 1) / 7)
  return Number(ordinal) === nth || Number(ordinal) === -nthFromEnd
}
