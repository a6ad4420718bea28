import type { Day, DayRange } from '../model/day-range.ts'
import type { Recurrence } from '../model/memory-unit.ts'
import { addDays, daysInMonth, fields, lengthDays, weekday } from '../time/day-range.ts'

/**
 * Whether a rule has an occurrence within a day range.
 *
 * @returns Undefined where the rule alone cannot tell: an interval above 1 needs a start that is not known, and so do
 *   monthly and yearly rules without a weekday.
 */
export function recursWithin({ freq, interval, byday }: Recurrence, range: DayRange): boolean | undefined {
  if (freq === 'daily' && interval === 1) return true
  if (lengthDays(range) > LONGEST_RANGE_DAYS) return true
  if (byday.length === 0) return undefined
  const occurs = days(range).some((day) => byday.some((rule) => fallsOn(rule, day)))
  if (!occurs) return false
  return interval === 1 && (freq !== 'yearly' || lengthDays(range) > LONGEST_RANGE_DAYS) ? true : undefined
}

/** A longer range holds an occurrence of any rule in use. */
const LONGEST_RANGE_DAYS = 366
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function days({ first, last }: DayRange): Day[] {
  const all: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) all.push(day)
  return all
}

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
