import type { DayRange } from '../model/day-range.ts'
import { calendarRules, periodRules } from './calendar-periods.ts'
import type { Count, Part, TimeExpression } from './expression.ts'
import { innerName } from './inner-name.ts'
import {
  countAt,
  countedUnitAt,
  isOneOf,
  isOwned,
  longest,
  lower,
  ordinalAt,
  phrasebook,
  type Reading,
  type Rule,
  skip,
  type Tokens,
  unitAt,
} from './reading.ts'
import { relativeRules } from './relative-phrases.ts'
import { isClockUnit } from './units.ts'
import { DAY_PARTS, type Unit, WEEKDAYS } from './vocabulary.ts'

type ComposedRule = (tokens: Tokens, at: number, anchors: readonly Rule[]) => Reading | undefined

const composed: readonly ComposedRule[] = [part, laterThis, nth, halfOf, beside, around, whole, inYear]

/** Rules for time words made of a time and what is taken of it; `anchors` read that time. */
function composedOf(anchors: readonly Rule[]): readonly Rule[] {
  return composed.map((rule) => (tokens, at) => rule(tokens, at, anchors))
}

const plainRules: readonly Rule[] = [...relativeRules, ...calendarRules]

/**
 * Everything that names days and holds no preposition of its own: [7 May], [last week], [early March],
 * [the first weekend of May], [two weeks before 11 August].
 *
 * What is composed may itself be taken apart once more, [the end of the first week of May], and no deeper: nobody
 * speaks so, and a text that did would take exponential time.
 */
export const namingRules: readonly Rule[] = [
  ...composedOf([...composedOf(plainRules), ...plainRules]),
  ...plainRules,
]

const parts = phrasebook<Part>([
  ['the beginning', 'early'],
  ['the very beginning', 'early'],
  ['beginning of', 'early'],
  ['the start', 'early'],
  ['start of', 'early'],
  ['early', 'early'],
  ['the early part', 'early'],
  ['halfway through', 'middle'],
  ['half way through', 'middle'],
  ['midway through', 'middle'],
  ['partway through', 'middle'],
  ['the middle', 'middle'],
  ['middle of', 'middle'],
  ['mid', 'middle'],
  ['the end', 'late'],
  ['the very end', 'late'],
  ['end of', 'late'],
  ['late', 'late'],
  ['the latter part', 'late'],
  ['the first half', 'first-half'],
  ['first half', 'first-half'],
  ['the second half', 'second-half'],
  ['second half', 'second-half'],
  ['the latter half', 'second-half'],
  ['the rest', 'rest'],
  ['the remainder', 'rest'],
])

/** [early March], [mid-2023], [the beginning of last year], [early in May], [the end of the month]. */
function part(tokens: Tokens, at: number, anchors: readonly Rule[]): Reading | undefined {
  const found = parts(tokens, at)
  const of = found && anchorAt(anchors, tokens, skip(tokens, skip(tokens, found.next, '-'), 'of', 'in'))
  // [the end of the day] is a figure of speech.
  if (found === undefined || of === undefined || isDayLong(of.expression)) return undefined
  return { ...of, expression: { type: 'part', part: found.value, of: of.expression }, stands: 'alone' }
}

function isDayLong(expression: TimeExpression): boolean {
  if (expression.type === 'absolute') return expression.range.first === expression.range.last
  if (expression.type === 'cyclic')
    return expression.name.type === 'weekday' || expression.name.type === 'date'
  return expression.type === 'shifted' && (expression.unit === 'day' || isClockUnit(expression.unit))
}

/** [later this month], [earlier this year]. */
function laterThis(tokens: Tokens, at: number, anchors: readonly Rule[]): Reading | undefined {
  if (!isOneOf(tokens, at, 'later', 'earlier')) return undefined
  const of = anchorAt(anchors, tokens, skip(tokens, at + 1, 'in'))
  if (of === undefined) return undefined
  const isCurrent =
    of.expression.type === 'shifted' && of.expression.shift === 0 && of.expression.unit !== 'day'
  const isCurrentName = of.expression.type === 'cyclic' && of.expression.step === 'this'
  if (!isCurrent && !isCurrentName) return undefined
  return {
    ...of,
    expression: { type: 'part', part: isOneOf(tokens, at, 'later') ? 'rest' : 'so-far', of: of.expression },
  }
}

/** [the first weekend of October 2023], [the last two weeks of August], [the third Friday in June], [2nd quarter of 2023]. */
function nth(tokens: Tokens, at: number, anchors: readonly Rule[]): Reading | undefined {
  const ordinal = ordinalAt(tokens, skip(tokens, at, 'the'))
  if (ordinal === undefined) return undefined
  const count = isOneOf(tokens, ordinal.next, 'a', 'an') ? undefined : countAt(tokens, ordinal.next)
  const start = count?.next ?? ordinal.next
  const weekday = WEEKDAYS.get(lower(tokens, start))
  const unit = weekday === undefined ? unitAt(tokens, start)?.unit : { weekday }
  const link = DAY_PARTS.has(lower(tokens, start + 1)) ? start + 2 : start + 1
  const of = isOneOf(tokens, link, 'of', 'in', 'during') ? anchorAt(anchors, tokens, link + 1) : undefined
  if (unit === undefined || of === undefined) return undefined
  // [his first day in May 2024]: of something else.
  if (isOwned(tokens, at) && !isOneOf(tokens, link, 'of')) return undefined
  // [last year in March] is the March of last year.
  if ((unit === 'year' || unit === 'decade') && !isOneOf(tokens, link, 'of')) return undefined
  // [the first few days of May]: three, if anything.
  const number =
    typeof count?.count === 'number'
      ? count.count
      : count === undefined
        ? 1
        : count.count === 'couple'
          ? 2
          : 3
  return {
    expression: { type: 'nth', ordinal: ordinal.ordinal, count: number, unit, of: of.expression },
    next: of.next,
    stands: 'alone',
  }
}

function halfOf(tokens: Tokens, at: number): Reading | undefined {
  const match = /^h([12])$/.exec(lower(tokens, at))
  const of = match === null ? undefined : longest(periodRules, tokens, skip(tokens, at + 1, 'of'))
  if (match === null || of?.expression.type !== 'absolute') return undefined
  const half = match[1] === '1' ? 'first-half' : 'second-half'
  return { ...of, expression: { type: 'part', part: half, of: of.expression }, stands: 'alone' }
}

/** `leads`: what is counted always ends beside the anchor, as in [three weeks leading up to Easter]. */
const besides = phrasebook<{ readonly direction: -1 | 1; readonly leads: boolean }>([
  ['before', { direction: -1, leads: false }],
  ['prior to', { direction: -1, leads: false }],
  ['prior', { direction: -1, leads: false }],
  ['preceding', { direction: -1, leads: false }],
  ['leading up to', { direction: -1, leads: true }],
  ['running up to', { direction: -1, leads: true }],
  ['up to', { direction: -1, leads: true }],
  ['after', { direction: 1, leads: false }],
  ['following', { direction: 1, leads: false }],
])

type Counted = { readonly count: Count; readonly unit: Unit; readonly next: number }

/** The unit of [the week before X], [the evening after X], [the fortnight before X], [the days before X]. */
function besideUnitAt(tokens: Tokens, at: number): Counted | undefined {
  if (DAY_PARTS.has(lower(tokens, at))) return { count: 1, unit: 'day', next: at + 1 }
  if (isOneOf(tokens, at, 'fortnight')) return { count: 2, unit: 'week', next: at + 1 }
  const unit = unitAt(tokens, at)
  return unit && { ...unit, count: lower(tokens, at).endsWith('s') ? 'few' : 1 }
}

/**
 * [two weeks before 11 August 2023], [the two weeks before Christmas], [the Monday after 24 July], [the week before
 * Christmas], [the day after the 5th of May].
 */
function beside(tokens: Tokens, at: number, anchors: readonly Rule[]): Reading | undefined {
  const bareStart = skip(tokens, at, 'the')
  const weekday = WEEKDAYS.get(lower(tokens, bareStart))
  const counted = weekday === undefined ? countedUnitAt(tokens, bareStart) : undefined
  const plain = counted ?? besideUnitAt(tokens, bareStart)
  const unit = weekday === undefined ? plain?.unit : { weekday }
  const link = unit && besides(tokens, plain?.next ?? bareStart + 1)
  const anchor = link && anchorAt(anchors, tokens, link.next)
  if (unit === undefined || link === undefined || anchor === undefined) return undefined
  // [the two weeks before Easter], [the week before Easter], [days before Easter] lead up to it; [two weeks before Easter]
  // is a day.
  const touching = bareStart > at || counted === undefined || link.value.leads
  return {
    expression: {
      type: 'beside',
      count: plain?.count ?? 1,
      unit,
      direction: link.value.direction,
      anchor: anchor.expression,
      touching,
    },
    next: anchor.next,
    stands: 'alone',
  }
}

/** [the weekend of 5 May], [the week of the 12th of June], [the evening of 7 July], [the night of Halloween]. */
function around(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'the')
  const unit: Unit | undefined = DAY_PARTS.has(lower(tokens, start)) ? 'day' : unitAt(tokens, start)?.unit
  if (unit === undefined || !isOneOf(tokens, start + 1, 'of')) return undefined
  const anchor =
    longest(plainRules, tokens, start + 2) ?? longest(plainRules, tokens, skip(tokens, start + 2, 'the'))
  if (anchor === undefined) return undefined
  const expression = { type: 'around', unit, anchor: anchor.expression, joined: false } as const
  return { ...anchor, expression, stands: 'alone' }
}

/** [most of September 2023], [all of last week], [the whole summer of 2021]. */
function whole(tokens: Tokens, at: number, anchors: readonly Rule[]): Reading | undefined {
  const start = skip(tokens, at, 'the')
  if (!isOneOf(tokens, start, 'most', 'all', 'much', 'whole', 'entire', 'entirety')) return undefined
  const of = skip(tokens, start + 1, 'of')
  if (of === start + 1 && isOneOf(tokens, start, 'most', 'much')) return undefined
  const inner = anchorAt(anchors, tokens, of)
  return inner && { ...inner, stands: inner.stands === 'strict' ? 'governed' : 'alone' }
}

/** [in 2023, in May]: a name told to lie in a year. */
function inYear(tokens: Tokens, at: number): Reading | undefined {
  const year = longest(periodRules, tokens, at)
  if (year?.expression.type !== 'absolute' || !isYear(year.expression.range)) return undefined
  const inner = innerName(tokens, year.next, year.expression, 'year')
  return inner.next > year.next ? { ...inner, stands: year.stands } : undefined
}

function isYear({ first, last }: DayRange): boolean {
  return first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`
}

/** What a part can be of; [the month] here is the one in which we are. */
function anchorAt(anchors: readonly Rule[], tokens: Tokens, at: number): Reading | undefined {
  const found = longest(anchors, tokens, at) ?? longest(anchors, tokens, skip(tokens, at, 'the'))
  if (found !== undefined) return found
  // [the end of the month], [end of month].
  const start = skip(tokens, at, 'the')
  const unit = start > at || isOneOf(tokens, at - 1, 'of') ? unitAt(tokens, start)?.unit : undefined
  if (unit === undefined || !['week', 'month', 'quarter', 'year', 'decade'].includes(unit)) return undefined
  return { expression: { type: 'shifted', unit, shift: 0 }, next: start + 1, stands: 'alone' }
}
