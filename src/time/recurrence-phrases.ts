import type { Recurrence } from '../model/memory-unit.ts'
import { dateRules } from './calendar-dates.ts'
import { HOLIDAYS } from './holidays.ts'
import {
  countAt,
  isOneOf,
  longest,
  lower,
  ordinalAt,
  type Reading,
  skip,
  type Tokens,
  unitAt,
} from './reading.ts'
import { DAY_PARTS, MONTHS, SEASONS, WEEKDAY_CODES, WEEKDAYS } from './vocabulary.ts'

const SATURDAY = 6
const WORKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR'] as const

/** [every Tuesday], [the last Saturday of each month], [every second Tuesday], [each day], [on Fridays], [weekly]. */
export function recurrenceAt(tokens: Tokens, at: number): Reading | undefined {
  return (
    nthOfEach(tokens, at) ??
    dateEachYear(tokens, at) ??
    onDate(tokens, everyAt(tokens, at)) ??
    pluralAt(tokens, at) ??
    onDate(tokens, adverbAt(tokens, at)) ??
    timesAt(tokens, at)
  )
}

/** [the last Saturday of each month], [the first and third Monday of every month], [the 15th of each month]. */
function nthOfEach(tokens: Tokens, at: number): Reading | undefined {
  const isEvery = isOneOf(tokens, at, 'every', 'each')
  const first = ordinalAt(tokens, isOneOf(tokens, at, 'the') || isEvery ? at + 1 : at)
  if (first === undefined) return undefined
  const second = isOneOf(tokens, first.next, 'and') ? ordinalAt(tokens, first.next + 1) : undefined
  const unit = second?.next ?? first.next
  const isWeekend = isOneOf(tokens, unit, 'weekend')
  const weekday = isWeekend ? SATURDAY : WEEKDAYS.get(lower(tokens, unit))
  const isDay = isOneOf(tokens, unit, 'day')
  const afterUnit =
    weekday === undefined
      ? unit + Number(isDay)
      : DAY_PARTS.has(lower(tokens, unit + 1))
        ? unit + 2
        : unit + 1
  const start = skip(tokens, afterUnit, 'of', 'in')
  const repeats = isOneOf(tokens, start, 'each', 'every') || (isEvery && isOneOf(tokens, start, 'the', 'a'))
  if (!repeats || !isOneOf(tokens, start + 1, 'month')) return undefined
  const ordinals = second === undefined ? [first.ordinal] : [first.ordinal, second.ordinal]
  if (weekday === undefined)
    return rule({ freq: 'monthly', interval: 1, byday: [], bymonthday: ordinals }, start + 2)
  const byday = ordinals.map((ordinal) => `${ordinal}${WEEKDAY_CODES[weekday]}`)
  return rule({ freq: 'monthly', interval: 1, byday }, start + 2)
}

/** [24 June every year], [June 24 annually], [every 24 June], [each 3rd of May]. */
function dateEachYear(tokens: Tokens, at: number): Reading | undefined {
  const isEvery = isOneOf(tokens, at, 'every', 'each')
  const date = dateAt(tokens, isEvery ? at + 1 : at)
  if (date === undefined || date.bymonth === undefined) return undefined
  const next = isEvery ? date.next : eachYear(tokens, date.next)
  const { bymonth, bymonthday } = date
  return next === undefined
    ? undefined
    : rule({ freq: 'yearly', interval: 1, byday: [], bymonthday, bymonth }, next)
}

function eachYear(tokens: Tokens, at: number): number | undefined {
  if (isOneOf(tokens, at, 'annually', 'yearly')) return at + 1
  return isOneOf(tokens, at, 'every', 'each') && isOneOf(tokens, at + 1, 'year') ? at + 2 : undefined
}

/** A yearly or monthly rule with the date that follows it: [every year on 24 June], [monthly on the 5th]. */
function onDate(tokens: Tokens, reading: Reading | undefined): Reading | undefined {
  if (reading?.expression.type !== 'recurrence') return reading
  const { freq, interval } = reading.expression.rule
  const start = skip(tokens, skip(tokens, reading.next, ','), 'on')
  const date = start > reading.next ? dateAt(tokens, start) : undefined
  if (date === undefined || (date.bymonth === undefined ? freq !== 'monthly' : freq !== 'yearly'))
    return reading
  const { bymonthday, bymonth } = date
  return rule({ freq, interval, byday: [], bymonthday, ...(bymonth && { bymonth }) }, date.next)
}

type DateOfRule = {
  readonly bymonthday: readonly number[]
  readonly bymonth?: readonly number[]
  readonly next: number
}

/** A date without a year: [24 June], [the 5th]. */
function dateAt(tokens: Tokens, at: number): DateOfRule | undefined {
  const found = longest(dateRules, tokens, at)
  if (found?.expression.type !== 'cyclic') return undefined
  const { name } = found.expression
  if (name.type === 'day-of-month') return { bymonthday: [name.day], next: found.next }
  if (name.type !== 'date' || name.lastDay !== name.day) return undefined
  return { bymonthday: [name.day], bymonth: [name.month], next: found.next }
}

/** [every Tuesday and Thursday], [every other week], [every two weeks], [each month], [every morning], [every summer]. */
function everyAt(tokens: Tokens, at: number): Reading | undefined {
  if (!isOneOf(tokens, at, 'every', 'each', 'most')) return undefined
  const { interval, next } = intervalAt(tokens, at + 1)
  const days = weekdaysAt(tokens, next)
  if (days !== undefined) return rule({ freq: 'weekly', interval, byday: days.byday }, days.next)
  const word = lower(tokens, next)
  if (DAY_PARTS.has(word)) return rule({ freq: 'daily', interval, byday: [] }, next + 1)
  if (SEASONS.has(word) || HOLIDAYS.has(word) || (MONTHS.has(word) && word.length > 3) || word === 'may') {
    return rule({ freq: 'yearly', interval, byday: [] }, next + 1)
  }
  if (word === 'weekday') return rule({ freq: 'weekly', interval, byday: WORKDAYS }, next + 1)
  const unit = unitAt(tokens, next)
  if (unit === undefined) return undefined
  switch (unit.unit) {
    case 'week':
      return rule({ freq: 'weekly', interval, byday: [] }, unit.next)
    case 'weekend':
      return rule({ freq: 'weekly', interval, byday: ['SA', 'SU'] }, unit.next)
    case 'month':
      return rule({ freq: 'monthly', interval, byday: [] }, unit.next)
    case 'quarter':
      return rule({ freq: 'monthly', interval: interval * 3, byday: [] }, unit.next)
    case 'year':
      return rule({ freq: 'yearly', interval, byday: [] }, unit.next)
    case 'decade':
      return rule({ freq: 'yearly', interval: interval * 10, byday: [] }, unit.next)
    default:
      return interval === 1
        ? dailyBut(tokens, unit.next)
        : rule({ freq: 'daily', interval, byday: [] }, unit.next)
  }
}

/** Daily, with the weekdays taken out that follow: [every day except Sunday], [daily but for weekends]. */
function dailyBut(tokens: Tokens, next: number): Reading {
  const start = skip(tokens, skip(tokens, next, ','), 'except', 'but', 'excluding', 'bar', 'save', 'apart')
  const days = skip(tokens, skip(tokens, start, 'for', 'from', 'not'), 'on')
  const except =
    start === skip(tokens, next, ',')
      ? undefined
      : isOneOf(tokens, days, 'weekends')
        ? { byday: ['SA', 'SU'], next: days + 1 }
        : weekdaysAt(tokens, days)
  if (except === undefined) return rule({ freq: 'daily', interval: 1, byday: [] }, next)
  const byday = WEEKDAY_CODES.filter((code) => code !== '' && !except.byday.includes(code))
  return rule({ freq: 'weekly', interval: 1, byday }, except.next)
}

function intervalAt(tokens: Tokens, at: number): { readonly interval: number; readonly next: number } {
  if (isOneOf(tokens, at, 'other', 'second')) return { interval: 2, next: at + 1 }
  if (isOneOf(tokens, at, 'single')) return { interval: 1, next: at + 1 }
  const ordinal = ordinalAt(tokens, at)
  if (ordinal !== undefined && ordinal.ordinal > 0) return { interval: ordinal.ordinal, next: ordinal.next }
  const count = countAt(tokens, at)
  if (typeof count?.count === 'number') return { interval: count.count, next: count.next }
  return { interval: 1, next: count?.next ?? at }
}

function weekdaysAt(
  tokens: Tokens,
  at: number,
): { readonly byday: readonly string[]; readonly next: number } | undefined {
  const byday: string[] = []
  let next = at
  for (let each = at; ; ) {
    const found = WEEKDAYS.get(lower(tokens, each).replace(/s$/, '')) ?? WEEKDAYS.get(lower(tokens, each))
    if (found === undefined) break
    byday.push(WEEKDAY_CODES[found]!)
    next = each + 1
    if (!isOneOf(tokens, next, 'and', ',', '&', 'or')) break
    each = next + (isOneOf(tokens, next, ',') && isOneOf(tokens, next + 1, 'and') ? 2 : 1)
  }
  return byday.length === 0 ? undefined : { byday, next }
}

/** [on Tuesdays], [Mondays and Fridays], [weekends], [on weekdays]. */
function pluralAt(tokens: Tokens, at: number): Reading | undefined {
  const start = isOneOf(tokens, at, 'on', 'at') ? at + 1 : at
  const word = lower(tokens, start)
  // [Sunday mornings], [Monday and Friday nights].
  const named = WEEKDAYS.has(word) ? weekdaysAt(tokens, start) : undefined
  if (named !== undefined && isOneOf(tokens, named.next, 'mornings', 'afternoons', 'evenings', 'nights'))
    return rule({ freq: 'weekly', interval: 1, byday: named.byday }, named.next + 1)
  if (word === 'weekends') return rule({ freq: 'weekly', interval: 1, byday: ['SA', 'SU'] }, start + 1)
  if (word === 'weekdays') return rule({ freq: 'weekly', interval: 1, byday: WORKDAYS }, start + 1)
  if (!word.endsWith('days') || !WEEKDAYS.has(word.slice(0, -1))) return undefined
  const days = weekdaysAt(tokens, start)
  return days && rule({ freq: 'weekly', interval: 1, byday: days.byday }, days.next)
}

const ADVERBS: ReadonlyMap<string, Recurrence> = new Map([
  ['daily', { freq: 'daily', interval: 1, byday: [] }],
  ['nightly', { freq: 'daily', interval: 1, byday: [] }],
  ['weekly', { freq: 'weekly', interval: 1, byday: [] }],
  ['fortnightly', { freq: 'weekly', interval: 2, byday: [] }],
  ['monthly', { freq: 'monthly', interval: 1, byday: [] }],
  ['quarterly', { freq: 'monthly', interval: 3, byday: [] }],
  ['yearly', { freq: 'yearly', interval: 1, byday: [] }],
  ['annually', { freq: 'yearly', interval: 1, byday: [] }],
])

function adverbAt(tokens: Tokens, at: number): Reading | undefined {
  const found = ADVERBS.get(lower(tokens, at))
  if (found?.freq === 'daily') return dailyBut(tokens, at + 1)
  return found && rule(found, at + 1)
}

/** [once a week], [twice a month], [two or three times a year], [five days a week]. */
function timesAt(tokens: Tokens, at: number): Reading | undefined {
  const times = timesEnd(tokens, at)
  const unit =
    times !== undefined && isOneOf(tokens, times, 'a', 'per', 'each', 'every')
      ? unitAt(tokens, times + 1)
      : undefined
  // [two days a week ago] is a length and a time.
  if (unit === undefined || isOneOf(tokens, unit.next, 'ago', 'back', 'later')) return undefined
  const freq = ({ day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const)[
    unit.unit as 'day'
  ]
  return freq === undefined ? undefined : rule({ freq, interval: 1, byday: [] }, unit.next)
}

const TIMES: readonly string[] = ['times', 'time', 'days', 'nights', 'mornings', 'evenings', 'afternoons']

/** The index after a number of times. */
function timesEnd(tokens: Tokens, at: number): number | undefined {
  if (isOneOf(tokens, at, 'once', 'twice')) {
    return isOneOf(tokens, at + 1, 'or') ? (timesEnd(tokens, at + 2) ?? at + 1) : at + 1
  }
  if (isOneOf(tokens, at, 'times', 'time')) return at + 1
  const count = countAt(tokens, at)
  if (count === undefined) return undefined
  const more = isOneOf(tokens, count.next, 'or', 'to', '-', '–') ? countAt(tokens, count.next + 1) : undefined
  const noun = more?.next ?? count.next
  return isOneOf(tokens, noun, ...TIMES) ? noun + 1 : undefined
}

function rule(recurrence: Recurrence, next: number): Reading {
  return { expression: { type: 'recurrence', rule: recurrence }, next, stands: 'alone' }
}
