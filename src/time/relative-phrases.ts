import { dateRules } from './calendar-dates.ts'
import { calendarRules, periodRules } from './calendar-periods.ts'
import { countedRules } from './counted-phrases.ts'
import type { TimeExpression } from './expression.ts'
import { hasOne, innerName } from './inner-name.ts'
import {
  endsClause,
  isOneOf,
  isOwned,
  longest,
  lower,
  phrasebook,
  type Reading,
  type Rule,
  skip,
  type Tokens,
  unitAt,
} from './reading.ts'
import { isClockUnit } from './units.ts'
import { DAY_PARTS, type Unit, WEEKDAYS } from './vocabulary.ts'

/** Time words that count from the day on which they are said: [yesterday], [last week], [two weeks ago]. */
export const relativeRules: readonly Rule[] = [
  dayWord,
  stepped,
  thatName,
  within,
  weekdayWeek,
  ...countedRules,
]

const dayWords = phrasebook<number>([
  ['the day before yesterday', -2],
  ['day before yesterday', -2],
  ['the day after tomorrow', 2],
  ['day after tomorrow', 2],
  ['the night before last', -2],
  ['yesterday', -1],
  ['last night', -1],
  ['last evening', -1],
  ['today', 0],
  ['tonight', 0],
  ['this morning', 0],
  ['this afternoon', 0],
  ['this evening', 0],
  ['this very day', 0],
  ['earlier today', 0],
  ['later today', 0],
  ['tomorrow', 1],
  ['tmrw', 1],
])

function dayWord(tokens: Tokens, at: number): Reading | undefined {
  const found = dayWords(tokens, at)
  return (
    found && alone({ type: 'shifted', unit: 'day', shift: found.value }, afterDayPart(tokens, found.next))
  )
}

/** Behind a part of the day or a possessive, which add nothing to a day: [yesterday morning], [tomorrow's]. */
function afterDayPart(tokens: Tokens, at: number): number {
  const next = DAY_PARTS.has(lower(tokens, at)) ? at + 1 : at
  return tokens[next]?.kind === 'possessive' ? next + 1 : next
}

type Step = 'last' | 'this' | 'next'

const steps = phrasebook<Step>([
  ['this past', 'last'],
  ['this last', 'last'],
  ['this coming', 'next'],
  ['this upcoming', 'next'],
  ['the previous', 'last'],
  ['the coming', 'next'],
  ['last', 'last'],
  ['past', 'last'],
  ['previous', 'last'],
  ['this', 'this'],
  ['next', 'next'],
  ['coming', 'next'],
])

const SHIFTS: Readonly<Record<Step, number>> = { last: -1, this: 0, next: 1 }

/** [last week], [this summer], [next Friday], [last Monday morning], [the week before last], [August last year]. */
function stepped(tokens: Tokens, at: number): Reading | undefined {
  const step = steps(tokens, at)
  if (step === undefined) return twoBack(tokens, at)
  return steppedName(tokens, step.next, step.value) ?? steppedUnit(tokens, step.next, step.value)
}

function steppedUnit(tokens: Tokens, at: number, step: Step): Reading | undefined {
  if (isOneOf(tokens, at, 'fortnight') && step !== 'this') {
    return alone({ type: 'rolling', count: 2, unit: 'week', direction: step === 'last' ? -1 : 1 }, at + 1)
  }
  const unit = stepUnitAt(tokens, at)
  if (unit === undefined) return undefined
  // [the last week of term], [my last week at Acme]: last of something else.
  const others = isOwned(tokens, at - 1) ? ['of', 'at', 'in', 'as', 'with'] : ['of']
  if (step === 'last' && isOneOf(tokens, at + 1, ...others)) return undefined
  const next = tokens[at + 1]?.kind === 'possessive' ? at + 2 : at + 1
  const anchored = step === 'last' ? besideDate(tokens, next, unit) : undefined
  if (anchored !== undefined) return anchored
  return innerName(tokens, next, { type: 'shifted', unit, shift: SHIFTS[step] }, unit)
}

/** A unit in the singular; days and hours do not step: [last day], [next day] count from something else. */
function stepUnitAt(tokens: Tokens, at: number): Unit | undefined {
  const word = lower(tokens, at)
  const found = unitAt(tokens, at)
  if (found === undefined || (word.endsWith('s') && word.length > 3)) return undefined
  return found.unit === 'day' || isClockUnit(found.unit) ? undefined : found.unit
}

function steppedName(tokens: Tokens, at: number, step: Step): Reading | undefined {
  const name = longest(calendarRules, tokens, at)
  // [next Labor Day weekend]: the weekend of the next one.
  if (name?.expression.type === 'around' && name.expression.anchor.type === 'cyclic')
    return { ...name, expression: { ...name.expression, anchor: { ...name.expression.anchor, step } } }
  if (name?.expression.type !== 'cyclic' || name.expression.name.type === 'day-of-month') return undefined
  const weekday = name.expression.name.type === 'weekday' ? name.expression.name.weekday : undefined
  const next = weekday !== undefined ? afterDayPart(tokens, name.next) : afterPossessive(tokens, name.next)
  const anchored =
    weekday !== undefined && step === 'last' ? besideDate(tokens, next, { weekday }) : undefined
  if (anchored !== undefined) return anchored
  return alone({ ...name.expression, step }, next)
}

/** [last Friday, on 23 January 2022], [last week before 23 January]: that date is what it was said against. */
function besideDate(tokens: Tokens, at: number, unit: Unit | { weekday: number }): Reading | undefined {
  const start = skip(tokens, skip(tokens, at, ','), 'on', 'as', 'before')
  const date = start === at ? undefined : longest(dateRules, tokens, start)
  if (date === undefined || !isDay(date.expression)) return undefined
  return alone(
    { type: 'beside', count: 1, unit, direction: -1, anchor: date.expression, touching: true },
    date.next,
  )
}

function isDay(expression: TimeExpression): boolean {
  if (expression.type === 'absolute') return expression.range.first === expression.range.last
  return expression.type === 'numeric' || (expression.type === 'cyclic' && expression.name.type === 'date')
}

/** [the week before last], [the Friday before last], [the month after next]. */
function twoBack(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'the')
  const isBack = isOneOf(tokens, start + 1, 'before') && isOneOf(tokens, start + 2, 'last')
  const isAhead = isOneOf(tokens, start + 1, 'after') && isOneOf(tokens, start + 2, 'next')
  if (!isBack && !isAhead) return undefined
  const weekday = WEEKDAYS.get(lower(tokens, start))
  const unit = stepUnitAt(tokens, start)
  const name = longest(periodRules, tokens, start)?.expression
  if (unit !== undefined) return alone({ type: 'shifted', unit, shift: isBack ? -2 : 2 }, start + 3)
  const step = isBack ? ({ back: 2 } as const) : 'after-next'
  if (weekday !== undefined) return alone({ ...bareWeekday(weekday), step }, start + 3)
  return name?.type === 'cyclic' ? alone({ ...name, step }, start + 3) : undefined
}

function bareWeekday(weekday: number): Extract<TimeExpression, { type: 'cyclic' }> {
  return { type: 'cyclic', name: { type: 'weekday', weekday }, step: 'bare', within: undefined }
}

/** [that summer]: the latest one, as far as the words go. */
function thatName(tokens: Tokens, at: number): Reading | undefined {
  const name = isOneOf(tokens, at, 'that') ? longest(periodRules, tokens, at + 1) : undefined
  if (name?.expression.type !== 'cyclic' || name.expression.name.type !== 'season') return undefined
  return endsClause(tokens, name.next) ? alone(name.expression, name.next) : undefined
}

/** A name and the unit it lies in: [August last year], [Friday of next week], [the summer of last year]. */
function within(tokens: Tokens, at: number): Reading | undefined {
  const bareStart = skip(tokens, at, 'the')
  // Looked for at nearly every word of a text: once where no article is to be passed over.
  const name =
    longest(calendarRules, tokens, at) ??
    (bareStart > at ? longest(calendarRules, tokens, bareStart) : undefined)
  if (name?.expression.type !== 'cyclic' || name.expression.step !== 'bare') return undefined
  const start = skip(tokens, afterDayPart(tokens, name.next), 'of', 'in', ',')
  const outer = stepped(tokens, start)
  if (outer?.expression.type === 'shifted') {
    return alone({ ...name.expression, within: outer.expression }, outer.next)
  }
  const ago = longest(countedRules, tokens, start)
  if (ago?.expression.type !== 'ago' || !hasOne(ago.expression.unit, name.expression.name.type))
    return undefined
  return alone({ ...name.expression, within: { ...ago.expression, exact: false } }, ago.next)
}

/** [Sunday week], [Tuesday fortnight]: so long after the one to come. */
function weekdayWeek(tokens: Tokens, at: number): Reading | undefined {
  const weekday = WEEKDAYS.get(lower(tokens, at))
  const weeks = isOneOf(tokens, at + 1, 'week') ? 1 : isOneOf(tokens, at + 1, 'fortnight') ? 2 : undefined
  if (weekday === undefined || weeks === undefined || !endsClause(tokens, at + 2)) return undefined
  const anchor = { ...bareWeekday(weekday), step: 'next' } as const
  return alone({ type: 'beside', count: weeks, unit: 'week', direction: 1, anchor, touching: false }, at + 2)
}

function afterPossessive(tokens: Tokens, at: number): number {
  return tokens[at]?.kind === 'possessive' ? at + 1 : at
}

function alone(expression: TimeExpression, next: number): Reading {
  return { expression, next, stands: 'alone' }
}
