import type { Day } from '../model/day-range.ts'
import type { Recurrence } from '../model/memory-unit.ts'
import { dayNumber, daysInMonth, fields, weekday, weekOf } from './day-range.ts'
import { recurrenceAt } from './recurrence-phrases.ts'
import { tokenize } from './tokens.ts'
import { WEEKDAY_CODES } from './vocabulary.ts'

/** The first rule of repetition in a text; undefined where nothing repeats. */
export function parseRecurrence(text: string): Recurrence | undefined {
  const tokens = tokenize(text)
  for (let at = 0; at < tokens.length; at++) {
    const reading = recurrenceAt(tokens, at)
    if (reading?.expression.type === 'recurrence') return reading.expression.rule
  }
  return undefined
}

/**
 * Whether the rule has an occurrence on the day.
 *
 * @param anchorDay A day from which the periods of an interval above 1 count (in whole weeks from Monday, months or
 * years), and which names the weekday or date where the rule names none. Without it every period may be meant: true.
 */
export function occursOn(rule: Recurrence, day: Day, anchorDay?: Day): boolean {
  if (!inPeriod(rule, day, anchorDay)) return false
  if (rule.bymonth !== undefined && !rule.bymonth.includes(fields(day)[1])) return false
  if (rule.bymonthday !== undefined) return rule.bymonthday.some((each) => isDayOfMonth(each, day))
  if (rule.byday.length > 0) return rule.byday.some((code) => isDayOfCode(code, day))
  if (anchorDay === undefined || rule.freq === 'daily') return true
  if (rule.freq === 'weekly') return weekday(day) === weekday(anchorDay)
  return rule.freq === 'monthly' ? day.slice(8) === anchorDay.slice(8) : day.slice(5) === anchorDay.slice(5)
}

function inPeriod({ freq, interval }: Recurrence, day: Day, anchorDay: Day | undefined): boolean {
  if (interval === 1 || anchorDay === undefined) return true
  const [year, month] = fields(day)
  const [anchorYear, anchorMonth] = fields(anchorDay)
  const between = {
    daily: dayNumber(day) - dayNumber(anchorDay),
    weekly: (dayNumber(weekOf(day).first) - dayNumber(weekOf(anchorDay).first)) / 7,
    monthly: (year - anchorYear) * 12 + month - anchorMonth,
    yearly: year - anchorYear,
  }[freq]
  return between % interval === 0
}

function isDayOfMonth(wanted: number, day: Day): boolean {
  const [year, month, dayOfMonth] = fields(day)
  return dayOfMonth === (wanted < 0 ? daysInMonth(year, month) + 1 + wanted : wanted)
}

function isDayOfCode(code: string, day: Day): boolean {
  const match = /^(-?\d+)?(MO|TU|WE|TH|FR|SA|SU)$/.exec(code)
  if (match === null || match[2] !== WEEKDAY_CODES[weekday(day)]) return false
  if (match[1] === undefined) return true
  const [year, month, dayOfMonth] = fields(day)
  const ordinal = Number(match[1])
  if (ordinal > 0) return Math.ceil(dayOfMonth / 7) === ordinal
  return Math.ceil((daysInMonth(year, month) - dayOfMonth + 1) / 7) === -ordinal
}
