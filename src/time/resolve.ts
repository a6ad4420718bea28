import type { Day, DayRange } from '../model/day-range.ts'
import type { Certainty } from '../model/memory-unit.ts'
import { unreachable } from '../model/unreachable.ts'
import { certaintyOf } from './certainty.ts'
import { pickCyclic } from './cyclic.ts'
import {
  addDays,
  FIRST_DAY,
  hull,
  LAST_DAY,
  lengthDays,
  makeDay,
  makeRange,
  weekday,
  weekendOf,
  weekOf,
} from './day-range.ts'
import type { ReferenceFrame, TimeExpression } from './expression.ts'
import { nthRange, partRange } from './parts.ts'
import { agoRange, isClockUnit, rollingRange, stepUnits, unitRange } from './units.ts'

export type Resolution = {
  readonly range: DayRange
  /** Every reading, the range first. */
  readonly readings: readonly [DayRange, ...DayRange[]]
  readonly certainty: Certainty
}

/**
 * The days that time words denote for someone who says them on `frame.day`.
 *
 * @returns Undefined where no day range follows from the words: no bound (“soon”), no such day (30 February), or
 * days outside the years 0001-9999.
 */
export function resolve(expression: TimeExpression, frame: ReferenceFrame): Resolution | undefined {
  const orders = frame.dateOrder === undefined ? (['MDY', 'DMY'] as const) : [frame.dateOrder]
  const readings: DayRange[] = []
  for (const dateOrder of orders) {
    const range = attempt(expression, { ...frame, dateOrder })
    if (range !== undefined && !readings.some((known) => same(known, range))) readings.push(range)
  }
  const [first, ...others] = readings
  if (first === undefined) return undefined
  return { range: first, readings: [first, ...others], certainty: certaintyOf(expression) }
}

function attempt(expression: TimeExpression, frame: ReferenceFrame): DayRange | undefined {
  try {
    return rangeOf(expression, frame)
  } catch (error) {
    // A day that does not exist or cannot be written: the words denote nothing.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function rangeOf(expression: TimeExpression, frame: ReferenceFrame): DayRange | undefined {
  switch (expression.type) {
    case 'absolute':
      return expression.range
    case 'numeric':
      return numericRange(expression, frame)
    case 'cyclic': {
      if (expression.within === undefined) return pickCyclic(expression.name, expression.step, frame)
      const within = rangeOf(expression.within, frame)
      return within && cyclicWithin(expression, within, frame)
    }
    case 'shifted':
      return shiftedRange(expression, frame)
    case 'ago':
      return agoRange(expression, frame)
    case 'rolling':
      return rollingRange(expression, frame)
    case 'lasting':
      return rollingRange({ ...expression, direction: -1 }, frame)
    case 'part': {
      const of = rangeOf(expression.of, frame)
      return of && partRange(expression.part, of, frame.day)
    }
    case 'nth': {
      const of = rangeOf(expression.of, frame)
      return of && nthRange(expression, of)
    }
    case 'beside':
      return besideRange(expression, frame)
    case 'around': {
      const anchor = rangeOf(expression.anchor, frame)
      return anchor && aroundRange(expression, anchor)
    }
    case 'between':
      return betweenRange(expression, frame)
    case 'open':
      return openRange(expression, frame)
    case 'vague':
      return expression.daysBack === undefined
        ? undefined
        : makeRange(addDays(frame.day, -expression.daysBack), addDays(frame.day, expression.today ? 0 : -1))
    case 'since-last-talk':
      return frame.previousSessionDay === undefined || frame.previousSessionDay > frame.day
        ? undefined
        : makeRange(frame.previousSessionDay, frame.day)
    case 'recurrence':
    case 'duration':
      return undefined
    default:
      return unreachable(expression)
  }
}

type Expression<Type extends TimeExpression['type']> = Extract<TimeExpression, { type: Type }>

function numericRange(
  { first, second, year }: Expression<'numeric'>,
  frame: ReferenceFrame,
): DayRange | undefined {
  const [monthFirst, dayFirst] = [
    { month: first, day: second },
    { month: second, day: first },
  ]
  // An order that gives no month gives way to the one that does: nobody means month 25.
  const preferred = frame.dateOrder === 'DMY' ? dayFirst : monthFirst
  const { month, day } = preferred.month <= 12 ? preferred : preferred === dayFirst ? monthFirst : dayFirst
  if (month > 12) return undefined
  if (year === undefined) return pickCyclic({ type: 'date', month, day, lastDay: day }, 'bare', frame)
  return makeRange(makeDay(year, month, day))
}

function cyclicWithin(
  { name }: Expression<'cyclic'>,
  within: DayRange,
  frame: ReferenceFrame,
): DayRange | undefined {
  const isYearly = name.type !== 'weekday' && name.type !== 'weekend' && name.type !== 'day-of-month'
  // A yearly name needs a year to be found in; [Friday] needs a week, [the 5th] a month.
  if (lengthDays(within) > (isYearly ? 366 : name.type === 'weekday' ? 7 : 31)) return undefined
  // A yearly name is the first to begin in there: the December before it may reach up to its first day.
  const found =
    isYearly || name.type === 'weekday'
      ? pickCyclic(name, 'next', { ...frame, day: addDays(within.first, -1) })
      : pickCyclic(name, 'bare', { ...frame, day: within.first, tense: 'future' })
  return found !== undefined && found.first >= within.first && found.first <= within.last ? found : undefined
}

function shiftedRange({ unit, shift }: Expression<'shifted'>, frame: ReferenceFrame): DayRange {
  // [this weekend] after it is over and told in the past is the one before.
  const isPastWeekend = unit === 'weekend' && shift === 0 && frame.tense === 'past' && weekday(frame.day) < 6
  return unitRange(unit, stepUnits(frame.day, unit, isPastWeekend ? -1 : shift))
}

function besideRange(expression: Expression<'beside'>, frame: ReferenceFrame): DayRange | undefined {
  const anchor = rangeOf(expression.anchor, frame)
  if (anchor === undefined) return undefined
  const { unit, direction, count, touching } = expression
  const edge = direction === -1 ? anchor.first : anchor.last
  if (typeof unit === 'object') {
    return pickCyclic({ type: 'weekday', weekday: unit.weekday }, direction === -1 ? 'last' : 'next', {
      ...frame,
      day: edge,
    })
  }
  const beside = addDays(edge, direction)
  if (typeof count !== 'number') {
    const some = agoRange({ count, unit, direction, exact: true }, { day: edge })
    return touching ? hull(some, makeRange(beside)) : some
  }
  if (!touching) {
    return {
      first: stepUnits(anchor.first, unit, direction * count),
      last: stepUnits(anchor.last, unit, direction * count),
    }
  }
  if (unit === 'weekend') {
    const nearest = nextWeekend(edge, direction)
    return hull(weekendOf(nearest), weekendOf(addDays(nearest, direction * (count - 1) * 7)))
  }
  // [the two hours before Monday] are of the day before or of the Monday.
  if (isClockUnit(unit)) return hull(makeRange(edge), makeRange(beside))
  const far = stepUnits(edge, unit, direction * count)
  return direction === -1 ? makeRange(far, beside) : makeRange(beside, far)
}

const TUESDAY = 2

/** A day of the first weekend that lies wholly before or after. */
function nextWeekend(day: Day, direction: -1 | 1): Day {
  const own = weekendOf(day)
  if (direction === -1 ? own.last < day : own.first > day) return own.first
  return addDays(own.first, direction * 7)
}

function aroundRange({ unit, joined }: Expression<'around'>, anchor: DayRange): DayRange {
  if (unit === 'weekend') {
    // A Monday or a Tuesday belongs to the weekend before it; a week has its own.
    const isBefore = lengthDays(anchor) === 1 && weekday(anchor.first) <= TUESDAY
    const weekend = weekendOf(addDays(anchor.first, isBefore ? -7 : 0))
    return joined ? hull(weekend, anchor) : weekend
  }
  if (unit === 'week') return weekOf(anchor.first)
  return unit === 'day' ? anchor : unitRange(unit, anchor.first)
}

function betweenRange({ from, to }: Expression<'between'>, frame: ReferenceFrame): DayRange | undefined {
  const fixed = isBare(from) ? undefined : rangeOf(from, frame)
  if (fixed !== undefined) {
    const end = rangeOf(to, isBare(to) ? { ...frame, day: fixed.first, tense: 'future' } : frame)
    return end && ordered(fixed, end)
  }
  // The start is looked for on the near side of the end: [19 June - 3 July], [November to February 2023].
  if (isBare(to) && frame.tense === 'future') {
    const start = rangeOf(from, frame)
    const end = start && rangeOf(to, { ...frame, day: start.first })
    return start && end && ordered(start, end)
  }
  const end = rangeOf(to, frame)
  const start = end && rangeOf(from, { ...frame, day: end.last, tense: 'past' })
  return start && end && ordered(start, end)
}

function ordered(start: DayRange, end: DayRange): DayRange | undefined {
  return start.first <= end.last ? { first: start.first, last: end.last } : undefined
}

/** Whether it names no year, month or week of its own, so that the tense must say which is meant. */
export function isBare(expression: TimeExpression): boolean {
  if (expression.type === 'part') return isBare(expression.of)
  if (expression.type === 'numeric') return expression.year === undefined
  return expression.type === 'cyclic' && expression.step === 'bare' && expression.within === undefined
}

function openRange({ relation, anchor }: Expression<'open'>, frame: ReferenceFrame): DayRange | undefined {
  const range = rangeOf(anchor, frame)
  if (range === undefined) return undefined
  const begin = frame.history?.first
  const end = frame.history !== undefined && frame.history.last > frame.day ? frame.history.last : frame.day
  switch (relation) {
    case 'as-of':
    case 'until':
      // [due by Friday] is a matter of the days from now on.
      if (relation === 'until' && frame.tense !== 'past' && frame.day <= range.last)
        return makeRange(frame.day, range.last)
      if (begin !== undefined && begin <= range.last) return makeRange(begin, range.last)
      return relation === 'as-of' ? range : makeRange(FIRST_DAY, range.last)
    case 'before': {
      const last = addDays(range.first, -1)
      return makeRange(begin !== undefined && begin <= last ? begin : FIRST_DAY, last)
    }
    case 'after': {
      const first = addDays(range.last, 1)
      return makeRange(first, first <= end ? end : LAST_DAY)
    }
    case 'since':
      return range.first <= end ? makeRange(range.first, end) : undefined
    default:
      return unreachable(relation)
  }
}

function same(a: DayRange, b: DayRange): boolean {
  return a.first === b.first && a.last === b.last
}
