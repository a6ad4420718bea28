import { absolute, bare, yearAfter } from './calendar-years.ts'
import { inYear } from './cyclic.ts'
import { yearRange } from './day-range.ts'
import type { Cyclic } from './expression.ts'
import { numericDate } from './numeric-dates.ts'
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

const MAX_DAY = 31
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
