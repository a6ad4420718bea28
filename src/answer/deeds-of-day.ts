import type { DayRange } from '../model/day-range.ts'
import { lengthDays, overlap } from '../time/day-range.ts'
import { daysOf } from './days-of.ts'
import { asksDone, isPlan } from './plans.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/** Whether a question asks for whatever was done on a day or in a few, and names nothing else: “What did she do yesterday?” */
export function asksDeedsOfDay(question: Question): boolean {
  const { terms, kind, asked, frame } = question
  if (kind !== 'thing' || frame.time.status !== 'grounded' || asked.asksWhatWasSaid) return false
  const isShort = frame.time.readings.every((reading) => lengthDays(reading) <= FEW_DAYS)
  return isShort && terms.length === 0 && asksDone(question)
}

/** A week: “What did she do last week?” */
const FEW_DAYS = 7

/** Neither a plan nor a rule, and told for those days: what lasted a month or was on another day is no deed of the day. */
export function isDeedOfDay(statement: Statement, question: Question): boolean {
  const { time } = question.frame
  if (time.status !== 'grounded') return true
  if (statement.piece.unit.context.recurrence !== undefined || isPlan(statement, question)) return false
  const days = daysOf(statement, question.asked.terms) ?? { first: statement.day, last: statement.day }
  return time.readings.some((reading) => overlap(reading, days) && isAsShort(days, reading))
}

/** How much longer than the days asked for the days of a deed may be: “at the weekend” for a Saturday. */
const TIMES_AS_LONG = 7

function isAsShort(days: DayRange, reading: DayRange): boolean {
  return lengthDays(days) <= TIMES_AS_LONG * lengthDays(reading)
}
