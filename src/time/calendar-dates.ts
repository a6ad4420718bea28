import type { DayRange } from '../model/day-range.ts'
import { inYear } from './cyclic.ts'
import { isDay, makeRange, yearRange } from './day-range.ts'
import type { Cyclic, TimeExpression } from './expression.ts'
import {
  isCapital,
  isOneOf,
  lower,
  ordinalAt,
  type Reading,
  type Rule,
  skip,
  type Tokens,
} from './reading.ts'
import { DAY_PARTS, MONTHS, PLAIN_MONTHS, WEEKDAYS } from './vocabulary.ts'

/** Dates of the calendar that begin at a token, by the day: [7 May 2023], [June 3rd - 5th], [Sunday night, 7 June 2015]. */
export const dateRules: readonly Rule[] = [
  dayMonth,
  monthDay,
  weekdayDate,
  numericDate,
  monthAlone,
  dayOfMonth,
]

const NUMERIC = /^(\d+)([-/.–])(\d+)(?:([-/.–])(\d+))?(?:([-/–])(.+))?$/
const MAX_DAY = 31
/** What takes a month in figures without a preposition: [expires 03/2026]. */
const DUE = new Set('expires expired expiring expiry exp ends ended due dated valid renews'.split(' '))
const STREETS = new Set(
  'street st avenue ave road rd lane drive court square place terrace boulevard'.split(' '),
)

/** [3 June], [the 3rd of June 2023], [3-5 June], [3rd to 5th of June]. */
function dayMonth(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'the')
  const days = dayAt(tokens, start)
  if (days === undefined) return undefined
  const until = daySpanAt(tokens, days.next)
  const last = until ?? { ...days, first: days.last }
  const of = skip(tokens, skip(tokens, last.next, ',', '-'), 'of')
  const month = monthAt(tokens, of)
  if (month === undefined) return undefined
  const year = yearAfter(tokens, month.next)
  // [only 3 may enter], [20 march together]: a verb behind a number.
  const mayBeVerb = /^(?:may|march|mar|jan|sun)$/.test(lower(tokens, of)) && !month.isCapital
  if (mayBeVerb && year === undefined && of === last.next && tokens[start]?.kind === 'number')
    return undefined
  // [12 May Street]: an address.
  if (year === undefined && STREETS.has(lower(tokens, month.next)) && isCapital(tokens[month.next]))
    return undefined
  return dated(
    { month: month.month, day: days.first, lastDay: last.last },
    year ?? { year: undefined, next: month.next },
  )
}

/** [June 3], [June 3rd, 2023], [Oct. 3-5], [June the 3rd]. */
function monthDay(tokens: Tokens, at: number): Reading | undefined {
  const month = monthAt(tokens, at)
  if (month === undefined) return undefined
  const days = dayAt(tokens, skip(tokens, month.next, 'the'))
  if (days === undefined) return undefined
  const until = daySpanAt(tokens, days.next)
  const next = until?.next ?? days.next
  const span = { month: month.month, day: days.first, lastDay: until?.last ?? days.last }
  return dated(span, yearAfter(tokens, next) ?? { year: undefined, next })
}

/** A weekday, perhaps with a part of the day, before a date: the date decides. */
function weekdayDate(tokens: Tokens, at: number): Reading | undefined {
  const weekday = WEEKDAYS.get(lower(tokens, at))
  if (weekday === undefined) return undefined
  const afterPart = DAY_PARTS.has(lower(tokens, at + 1)) ? at + 2 : at + 1
  const isBracketed = isOneOf(tokens, afterPart, '(')
  const start = skip(tokens, skip(tokens, afterPart, ',', '.', '('), 'on')
  const date = dayMonth(tokens, start) ?? monthDay(tokens, start) ?? numericDate(tokens, start)
  if (date !== undefined) return { ...date, next: isBracketed ? skip(tokens, date.next, ')') : date.next }
  // [Friday the 13th]: the latest 13th that is a Friday.
  const day = isOneOf(tokens, at - 1, 'in') ? undefined : dayOfMonth(tokens, start)
  if (day?.expression.type !== 'cyclic' || day.expression.name.type !== 'day-of-month') return undefined
  return { ...day, expression: bare({ ...day.expression.name, weekday }), stands: 'alone' }
}

/** [2023-05-07], [2026-07-25/26], [2023/5/7], [7.5.2023], [03/04/2023], [2023-05]. */
function numericDate(tokens: Tokens, at: number): Reading | undefined {
  const token = tokens[at]
  if (token?.kind !== 'numeric') return undefined
  // [build 2024.01.02], [v2023-05-07]: a version, whatever it looks like.
  if (isOneOf(tokens, at - 1, 'version', 'v', 'build', 'release', '#') && token.text.includes('.'))
    return undefined
  const expression = numericExpression(token.text.replace(/T\d.*$/, ''))
  if (expression === undefined) return undefined
  const isDue = DUE.has(lower(tokens, at - 1)) && /^\d{1,2}\/(?:19|20)\d{2}$/.test(token.text)
  return { expression, next: at + 1, stands: isDue ? 'alone' : stands(expression, token.text) }
}

function stands(expression: TimeExpression, text: string): Reading['stands'] {
  if (expression.type === 'numeric' && expression.year === undefined) return 'strict'
  return /^(?:\d{4}[-–/]\d{2,4}|\d{1,2}[-/]\d{4})$/.test(text) ? 'governed' : 'alone'
}

function numericExpression(text: string): TimeExpression | undefined {
  const match = NUMERIC.exec(text)
  if (match === null) return undefined
  const [, a = '', separator = '', b = '', separator2, c, separator3, rest] = match
  if (c === undefined || separator2 === undefined) return twoParts(a, separator, b)
  if (separator !== separator2) return undefined
  if (a.length === 4) return isoExpression(`${a}-${pad(b)}-${pad(c)}`, rest)
  if (separator3 !== undefined || (c.length !== 4 && (c.length !== 2 || separator !== '/'))) return undefined
  const year = c.length === 2 ? shortYear(Number(c)) : Number(c)
  // Written with points, the day always comes first.
  if (separator === '.') return absoluteDay(`${c}-${pad(b)}-${pad(a)}`)
  return { type: 'numeric', first: Number(a), second: Number(b), year }
}

function isoExpression(first: string, rest: string | undefined): TimeExpression | undefined {
  if (rest === undefined) return absoluteDay(first)
  // What the end leaves out it takes from the start: [2026-07-25/26].
  const end = rest.split(/[-/]/).map(pad).join('-')
  const last = `${first.slice(0, Math.max(0, 10 - end.length))}${end}`
  return isDay(first) && isDay(last) && first <= last
    ? { type: 'absolute', range: makeRange(first, last) }
    : undefined
}

function twoParts(a: string, separator: string, b: string): TimeExpression | undefined {
  if (separator === '.') return undefined
  // [03/2021]: no day has four digits.
  if (a.length <= 2 && b.length === 4 && separator !== '–' && Number(a) >= 1 && Number(a) <= 12)
    return absolute(inYear({ type: 'month', month: Number(a) }, Number(b)))
  if (a.length === 4 && b.length === 2 && Number(b) >= 1 && Number(b) <= 12 && separator !== '/') {
    return absolute(inYear({ type: 'month', month: Number(b) }, Number(a)))
  }
  if (a.length === 4 && (b.length === 4 || b.length === 2)) {
    const last = b.length === 4 ? Number(b) : Math.floor(Number(a) / 100) * 100 + Number(b)
    return last > Number(a) && last - Number(a) < 100
      ? absolute({ first: yearRange(Number(a)).first, last: yearRange(last).last })
      : undefined
  }
  if (separator !== '/' || a.length > 2 || b.length > 2) return undefined
  return { type: 'numeric', first: Number(a), second: Number(b), year: undefined }
}

/** [May], [May 2023], [May of 2023]. */
function monthAlone(tokens: Tokens, at: number): Reading | undefined {
  const month = monthAt(tokens, at)
  if (month === undefined) return undefined
  const name: Cyclic = { type: 'month', month: month.month }
  const year = yearAfter(tokens, month.next)
  if (year !== undefined) {
    const expression = absolute(inYear(name, year.year))
    return expression && { expression, next: year.next, stands: 'alone' }
  }
  const isPlain = PLAIN_MONTHS.has(lower(tokens, at))
  return { expression: bare(name), next: month.next, stands: isPlain ? 'governed' : 'strict' }
}

/** [the 17th]. */
function dayOfMonth(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'the')
  const token = tokens[start]
  if (start === at || token?.kind !== 'ordinal' || token.value > MAX_DAY) return undefined
  return {
    expression: bare({ type: 'day-of-month', day: token.value, weekday: undefined }),
    next: start + 1,
    stands: 'strict',
  }
}

type Days = { readonly first: number; readonly last: number; readonly next: number }

/** [3], [3rd], [third], [3-5]. */
function dayAt(tokens: Tokens, at: number): Days | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.kind === 'numeric') {
    const match = /^(\d{1,2})[-–/](\d{1,2})$/.exec(token.text)
    if (match === null) return undefined
    const [first, last] = [Number(match[1]), Number(match[2])]
    return first >= 1 && first <= last && last <= MAX_DAY ? { first, last, next: at + 1 } : undefined
  }
  if (token.kind === 'number') {
    const isDayNumber = token.text.length <= 2 && token.value >= 1 && token.value <= MAX_DAY
    return isDayNumber && lower(tokens, at + 1) !== '%'
      ? { first: token.value, last: token.value, next: at + 1 }
      : undefined
  }
  const ordinal = ordinalAt(tokens, at)
  if (ordinal === undefined || ordinal.ordinal < 1 || ordinal.ordinal > MAX_DAY) return undefined
  return { first: ordinal.ordinal, last: ordinal.ordinal, next: ordinal.next }
}

/** The end of a span of days whose start was just read: [– 5th], [to 5], [and 5]. */
function daySpanAt(tokens: Tokens, at: number): Days | undefined {
  if (!isOneOf(tokens, at, '-', '–', '—', 'to', 'until', 'till', 'through', 'and', '&', 'or'))
    return undefined
  const end = dayAt(tokens, skip(tokens, at + 1, 'the'))
  if (end === undefined) return undefined
  // [June 19 - 3 July]: the second number begins a date of its own.
  const beginsDate =
    monthAt(tokens, skip(tokens, end.next, 'of')) !== undefined && monthAt(tokens, at - 2) !== undefined
  return beginsDate ? undefined : end
}

type Month = { readonly month: number; readonly next: number; readonly isCapital: boolean }

function monthAt(tokens: Tokens, at: number): Month | undefined {
  const token = tokens[at]
  const month = token?.kind === 'word' ? MONTHS.get(token.lower) : undefined
  if (token === undefined || month === undefined) return undefined
  const next = token.text.length <= 4 && lower(tokens, at + 1) === '.' ? at + 2 : at + 1
  // The point of an abbreviation, unless the sentence ends with it.
  const isAbbreviated = next > at + 1 && (tokens[next]?.kind === 'number' || tokens[next]?.kind === 'ordinal')
  return { month, next: isAbbreviated ? next : at + 1, isCapital: /^\p{Lu}/u.test(token.text) }
}

export type Year = { readonly year: number; readonly next: number }

/** A year of four digits, or ['23]. */
export function yearAt(tokens: Tokens, at: number): Year | undefined {
  const token = tokens[at]
  if (token?.kind !== 'number') return undefined
  if (/^\d{4}$/.test(token.text) && token.value >= 1000) return { year: token.value, next: at + 1 }
  return /^['’]\d{2}$/.test(token.text) ? { year: shortYear(token.value), next: at + 1 } : undefined
}

/** The year that ends a date: [, 2023], [of 2023], [2023]. */
export function yearAfter(tokens: Tokens, at: number): Year | undefined {
  return yearAt(tokens, skip(tokens, at, ',', 'of', 'in', '-'))
}

/** The name in every year; the reader must find out which is meant. */
export function bare(name: Cyclic): TimeExpression {
  return { type: 'cyclic', name, step: 'bare', within: undefined }
}

export function absolute(range: DayRange | undefined): TimeExpression | undefined {
  return range && { type: 'absolute', range }
}

function dated(
  { month, day, lastDay }: { month: number; day: number; lastDay: number },
  { year, next }: { year: number | undefined; next: number },
): Reading | undefined {
  if (lastDay < day) return undefined
  const name = { type: 'date', month, day, lastDay } as const
  if (year === undefined) return { expression: bare(name), next, stands: 'alone' }
  // A day that the year does not have is read all the same, so that no part of it is taken for a date: [30 February 2023].
  const within = { type: 'absolute', range: yearRange(year) } as const
  return {
    expression: absolute(inYear(name, year)) ?? { type: 'cyclic', name, step: 'bare', within },
    next,
    stands: 'alone',
  }
}

function absoluteDay(text: string): TimeExpression | undefined {
  return isDay(text) ? { type: 'absolute', range: makeRange(text) } : undefined
}

// Two digits reach from 1970 to 2069.
function shortYear(year: number): number {
  return year < 70 ? 2000 + year : 1900 + year
}

function pad(part: string): string {
  return part.padStart(2, '0')
}
