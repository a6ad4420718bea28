import type { DayRange } from '../model/day-range.ts'
import { dateRules } from './calendar-dates.ts'
import { absolute, bare, type Year, yearAfter, yearAt } from './calendar-years.ts'
import { inYear, type Yearly } from './cyclic.ts'
import { addDays, makeDay, weekOf, yearRange } from './day-range.ts'
import { HOLIDAYS, type Holiday, NEEDS_DAY } from './holidays.ts'
import {
  endsClause,
  isCapital,
  isOneOf,
  lower,
  type Reading,
  type Rule,
  skip,
  type Tokens,
} from './reading.ts'
import { DAY_PARTS, DECADES, SEASONS, WEEKDAYS } from './vocabulary.ts'

/** Periods of the calendar that begin at a token: [summer 2021], [Q1 2023], [Christmas], [the 90s], [2023], [Friday]. */
export const periodRules: readonly Rule[] = [
  season,
  quarter,
  holiday,
  fourthOfJuly,
  decade,
  theYear,
  year,
  isoWeek,
  weekdayAlone,
  theWeekend,
]

/** Dates and periods, by the day or longer. */
export const calendarRules: readonly Rule[] = [...dateRules, ...periodRules]

// Years outside are quantities unless a day and a month stand before them.
const FIRST_PLAIN_YEAR = 1000
const LAST_PLAIN_YEAR = 2199
const MOST_WEEKS = 53

function season(tokens: Tokens, at: number): Reading | undefined {
  const found = tokens[at]?.kind === 'word' ? SEASONS.get(lower(tokens, at)) : undefined
  if (found === undefined) return undefined
  return withYear(tokens, skip(tokens, at + 1, 'months', 'season', 'break'), {
    type: 'season',
    season: found,
  })
}

/** [Q1 2023], [2023 Q1]. */
function quarter(tokens: Tokens, at: number): Reading | undefined {
  const match = /^q([1-4])$/.exec(lower(tokens, at))
  if (match !== null) return withYear(tokens, at + 1, { type: 'quarter', quarter: Number(match[1]) })
  const before = yearAt(tokens, at)
  const after = before && /^q([1-4])$/.exec(lower(tokens, before.next))
  const expression =
    before && after && absolute(inYear({ type: 'quarter', quarter: Number(after[1]) }, before.year))
  return expression ? { expression, next: at + 2, stands: 'alone' } : undefined
}

function holiday(tokens: Tokens, at: number): Reading | undefined {
  if (!HOLIDAY_HEADS.has(lower(tokens, at)) || !isCapital(tokens[at])) return undefined
  for (const length of HOLIDAY_LENGTHS) {
    const words: string[] = []
    let next = at
    while (words.length < length && next < tokens.length) {
      if (tokens[next]?.kind !== 'possessive') words.push(lower(tokens, next))
      next++
    }
    const found = HOLIDAYS.get(words.join(' '))
    if (found === undefined) continue
    const possessive = tokens[next]?.kind === 'possessive' ? next + 1 : next
    const hasDay = isOneOf(tokens, possessive, 'day')
    if (NEEDS_DAY.has(found) && !hasDay) continue
    return ofHoliday(tokens, hasDay ? possessive + 1 : next, found)
  }
  // [May Day]: without the day a month.
  const isMayDay = isOneOf(tokens, at, 'may') && isOneOf(tokens, at + 1, 'day') && isCapital(tokens[at + 1])
  return isMayDay ? ofHoliday(tokens, at + 2, 'may-day') : undefined
}

/** First words of holidays; of nearly all words these tell at once that they are none. */
const HOLIDAY_HEADS = new Set(['may', ...[...HOLIDAYS.keys()].map((name) => name.split(' ', 1)[0])])
/** Words of a holiday's name, the longest tried first. */
const HOLIDAY_LENGTHS = [4, 3, 2, 1]

/** A holiday, or the weekend beside it, which takes it in: [Labor Day weekend 2023], [Thanksgiving weekend]. */
function ofHoliday(tokens: Tokens, next: number, holiday: Holiday): Reading | undefined {
  if (!isOneOf(tokens, next, 'weekend')) return withYear(tokens, next, { type: 'holiday', holiday })
  if (holiday === 'easter')
    return alone(withYear(tokens, next + 1, { type: 'holiday', holiday: 'easter-weekend' }))
  const day = withYear(tokens, next + 1, { type: 'holiday', holiday })
  const anchor = day?.expression
  return anchor && alone({ ...day, expression: { type: 'around', unit: 'weekend', anchor, joined: true } })
}

/** [the Fourth of July], which [4 July] of the dates would read as well, but for the year. */
function fourthOfJuly(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'the')
  if (!isOneOf(tokens, start, 'fourth', '4th') || !isOneOf(tokens, start + 2, 'july')) return undefined
  return ofHoliday(tokens, start + 3, 'independence-day')
}

function alone(reading: Omit<Reading, 'stands'> | undefined): Reading | undefined {
  return reading && { ...reading, stands: 'alone' }
}

function withYear(tokens: Tokens, next: number, name: Yearly): Reading | undefined {
  const found = yearAfter(tokens, next) ?? straddled(tokens, next, name)
  const expression = found && absolute(inYear(name, found.year))
  if (found && expression) return { expression, next: found.next, stands: 'alone' }
  return { expression: bare(name), next, stands: name.type === 'quarter' ? 'governed' : 'strict' }
}

/** [winter 2018/19], [the winter of 2018/19] */
function straddled(tokens: Tokens, at: number, name: Yearly): Year | undefined {
  const start = skip(tokens, at, 'of', 'in', ',')
  const match = /^(\d{4})[-–/](\d{2}|\d{4})$/.exec(tokens[start]?.text ?? '')
  const isWinter = name.type === 'season' && name.season === 'winter'
  return match !== null && isWinter ? { year: Number(match[1]), next: start + 1 } : undefined
}

/** [the 90s], [the nineties], [1990s]; without “the” the short ones are an age: [in her 30s]. */
function decade(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'the')
  const token = tokens[start]
  const tens = token?.kind === 'decade' ? token.value : DECADES.get(lower(tokens, start))
  if (tens === undefined || tens % 10 !== 0) return undefined
  const isShort = tens < 100
  if (isShort && start === at && !isOneOf(tokens, at - 1, 'early', 'late', 'mid', '-')) return undefined
  const first = isShort ? tens + (tens < 30 ? 2000 : 1900) : tens
  if (first < 1000) return undefined
  // [the 1800s] are a century; [the 2000s] as yet a decade.
  const isCentury = first % 100 === 0 && first < 2000
  const last = yearRange(first + (isCentury ? 99 : 9)).last
  return {
    expression: { type: 'absolute', range: { first: yearRange(first).first, last } },
    next: start + 1,
    // [the 1950s singer]: a kind of singer.
    stands: endsClause(tokens, start + 1) || tokens[start + 1]?.kind === 'possessive' ? 'alone' : 'governed',
  }
}

function year(tokens: Tokens, at: number): Reading | undefined {
  const found = yearAt(tokens, at)
  if (found === undefined || found.year < FIRST_PLAIN_YEAR || found.year > LAST_PLAIN_YEAR) return undefined
  return {
    expression: { type: 'absolute', range: yearRange(found.year) },
    next: found.next,
    stands: 'governed',
  }
}

/** [2024-W20], [week 20 of 2024]. @see ISO 8601, week dates */
function isoWeek(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'calendar')
  const isNamed = isOneOf(tokens, start, 'week')
  const year = isNamed ? yearAfter(tokens, start + 2) : yearAt(tokens, at)
  const mark = isNamed || year === undefined ? start : skip(tokens, year.next, '-')
  const week = tokens[mark + 1]
  if (year === undefined || week?.kind !== 'number' || !isOneOf(tokens, mark, 'w', 'week')) return undefined
  // [2024 w 5]: whatever it is.
  if (isOneOf(tokens, mark, 'w') && mark === year.next) return undefined
  const range = weekNumbered(week.value, year.year)
  return range && alone({ expression: { type: 'absolute', range }, next: isNamed ? year.next : mark + 2 })
}

function weekNumbered(week: number, year: number): DayRange | undefined {
  if (week < 1 || week > MOST_WEEKS || year < FIRST_PLAIN_YEAR || year > LAST_PLAIN_YEAR) return undefined
  // The week of 4 January is the first; a week is of the year that holds its Thursday.
  const range = weekOf(addDays(makeDay(year, 1, 4), (week - 1) * 7))
  return addDays(range.first, 3).startsWith(`${year}`) ? range : undefined
}

/** [the year 2020], whatever follows. */
function theYear(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'the')
  const found = isOneOf(tokens, start, 'year') ? yearAt(tokens, start + 1) : undefined
  return (
    found && {
      expression: { type: 'absolute', range: yearRange(found.year) },
      next: found.next,
      stands: 'alone',
    }
  )
}

/** [the weekend], the one before or ahead. */
function theWeekend(tokens: Tokens, at: number): Reading | undefined {
  if (!isOneOf(tokens, at, 'the') || !isOneOf(tokens, at + 1, 'weekend')) return undefined
  return { expression: bare({ type: 'weekend' }), next: at + 2, stands: 'strict' }
}

/** [that Monday], [the following Monday] point at what was said before, [on a Tuesday] at none, [happy Friday] greets. */
const NO_OWN_DAY = new Set('that same following a an one some any another happy'.split(' '))

function weekdayAlone(tokens: Tokens, at: number): Reading | undefined {
  const token = tokens[at]
  const found = token?.kind === 'word' ? WEEKDAYS.get(token.lower) : undefined
  if (token === undefined || found === undefined) return undefined
  const isShort = !token.lower.endsWith('day')
  // [sat], [sun], [wed]: short names must at least look like names.
  if (isShort && !isCapital(token)) return undefined
  const expression = bare({ type: 'weekday', weekday: found })
  if (NO_OWN_DAY.has(lower(tokens, at - 1))) return undefined
  const next = DAY_PARTS.has(lower(tokens, at + 1)) ? at + 2 : at + 1
  // [in Friday the 13th]: nothing is in a day but [in Friday's meeting].
  if (isOneOf(tokens, at - 1, 'in') && tokens[next]?.kind !== 'possessive') return undefined
  const isName = isCapital(tokens[at - 1]) || isOneOf(tokens, at - 1, 'good', 'black')
  const canStand =
    !isShort &&
    isCapital(token) &&
    // [Saturday's game]
    (endsClause(tokens, at + 1) || tokens[next]?.kind === 'possessive' || next > at + 1) &&
    !(at > 1 && isName)
  return { expression, next, stands: canStand ? 'alone' : isShort ? 'strict' : 'governed' }
}
