import type { Day, DayRange } from '../model/day-range.ts'
import { unreachable } from '../model/unreachable.ts'
import {
  addDays,
  addMonths,
  contains,
  daysInMonth,
  distanceDays,
  fields,
  makeDay,
  makeRange,
  monthRange,
  overlap,
  quarterRange,
  seasonRange,
  weekday,
  weekendOf,
} from './day-range.ts'
import type { Cyclic, ReferenceFrame, TimeExpression } from './expression.ts'
import { holidayRange } from './holiday-days.ts'

/** What comes round once a year. */
export type Yearly = Exclude<Cyclic, { type: 'weekday' | 'weekend' | 'day-of-month' }>

type Step = Extract<TimeExpression, { type: 'cyclic' }>['step']

/**
 * Which occurrence of a name is meant on `frame.day`.
 *
 * `last` is the latest that is over, `next` the earliest that has not begun. A bare name goes with the tense: backwards
 * the latest that has begun, forwards the earliest that is not over, a weekday never today itself.
 */
export function pickCyclic(name: Cyclic, step: Step, frame: ReferenceFrame): DayRange | undefined {
  if (name.type === 'weekday') return makeRange(pickWeekday(name.weekday, step, frame))
  if (name.type === 'weekend') {
    const isPast = frame.tense === 'past' && weekday(frame.day) < SATURDAY
    return weekendOf(addDays(frame.day, isPast ? -7 : 0))
  }
  if (name.type === 'day-of-month') return pickDayOfMonth(name, frame)
  return pickYearly(occurrencesAround(name, frame.day), step, frame)
}

/** A name in one year; undefined where the year does not have it (29 February). */
export function inYear(name: Yearly, year: number): DayRange | undefined {
  switch (name.type) {
    case 'date':
      if (name.lastDay > daysInMonth(year, name.month)) return undefined
      return makeRange(makeDay(year, name.month, name.day), makeDay(year, name.month, name.lastDay))
    case 'month':
      return monthRange(year, name.month)
    case 'quarter':
      return quarterRange(year, name.quarter)
    case 'season':
      return seasonRange(year, name.season)
    case 'holiday':
      return holidayRange(name.holiday, year)
    default:
      return unreachable(name)
  }
}

const SATURDAY = 6

// No day of the month waits longer for a weekday than this.
const MONTHS_TO_TRY = 40

// Nine years on either side: the longest wait for a 29 February is eight.
const YEARS_AROUND = 9

function occurrencesAround(name: Yearly, day: Day): readonly DayRange[] {
  const [year] = fields(day)
  const found: DayRange[] = []
  for (let each = Math.max(1, year - YEARS_AROUND); each <= Math.min(9998, year + YEARS_AROUND); each++) {
    const range = inYear(name, each)
    if (range !== undefined) found.push(range)
  }
  return found
}

function pickYearly(
  occurrences: readonly DayRange[],
  step: Step,
  frame: ReferenceFrame,
): DayRange | undefined {
  const { day } = frame
  const over = occurrences.filter((range) => range.last < day)
  const ahead = occurrences.filter((range) => range.first > day)
  const current = occurrences.find((range) => contains(range, day))
  if (typeof step === 'object') return over.at(-step.back)
  switch (step) {
    case 'last':
      return over.at(-1)
    case 'next':
      return ahead[0]
    case 'after-next':
      return ahead[1]
    case 'this':
      return current ?? thisYearly(occurrences, over, ahead, frame)
    case 'bare':
      return current ?? bareYearly(over, ahead, frame)
    default:
      return unreachable(step)
  }
}

/** The one of this year, unless the tense says that it cannot be: [this winter was cold], said in June. */
function thisYearly(
  occurrences: readonly DayRange[],
  over: readonly DayRange[],
  ahead: readonly DayRange[],
  { day, tense }: ReferenceFrame,
): DayRange | undefined {
  const ofYear = occurrences.find((range) => range.first.slice(0, 4) === day.slice(0, 4))
  if (ofYear === undefined) return undefined
  if (tense === 'past' && ofYear.first > day) return over.at(-1)
  return tense === 'future' && ofYear.last < day ? ahead[0] : ofYear
}

function bareYearly(
  over: readonly DayRange[],
  ahead: readonly DayRange[],
  frame: ReferenceFrame,
): DayRange | undefined {
  if (frame.tense === 'future') return ahead[0]
  const { history } = frame
  if (frame.tense === 'open' && history !== undefined) {
    const told = over.findLast((range) => overlap(range, history))
    if (told !== undefined) return told
  }
  return frame.tense === 'open' ? nearer(over.at(-1), ahead[0], frame.day) : over.at(-1)
}

function nearer(before: DayRange | undefined, after: DayRange | undefined, day: Day): DayRange | undefined {
  if (before === undefined || after === undefined) return before ?? after
  const today = makeRange(day)
  return distanceDays(before, today) < distanceDays(after, today) ? before : after
}

function pickWeekday(wanted: number, step: Step, { day, tense }: ReferenceFrame): Day {
  const today = weekday(day)
  const back = ((today - wanted + 6) % 7) + 1
  const ahead = ((wanted - today + 6) % 7) + 1
  if (typeof step === 'object') return addDays(day, -back - 7 * (step.back - 1))
  switch (step) {
    case 'last':
      return addDays(day, -back)
    case 'next':
      return addDays(day, ahead)
    case 'after-next':
      return addDays(day, ahead + 7)
    case 'this':
      if (wanted === today) return day
      return addDays(day, tense === 'past' ? -back : ahead)
    case 'bare':
      return addDays(day, tense === 'past' ? -back : ahead)
    default:
      return unreachable(step)
  }
}

function pickDayOfMonth(
  name: Extract<Cyclic, { type: 'day-of-month' }>,
  { day, tense }: ReferenceFrame,
): DayRange | undefined {
  const step = tense === 'future' ? 1 : -1
  const firstOfMonth = makeDay(fields(day)[0], fields(day)[1], 1)
  for (let months = 0; months < MONTHS_TO_TRY; months++) {
    const [year, month] = fields(addMonths(firstOfMonth, step * months))
    if (name.day > daysInMonth(year, month)) continue
    const found = makeDay(year, month, name.day)
    const isWanted = name.weekday === undefined || weekday(found) === name.weekday
    if (isWanted && (step === 1 ? found >= day : found <= day)) return makeRange(found)
  }
  return undefined
}
