import { isStopWord } from '../language/stop-words.ts'
import { words } from '../language/words.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { overlap } from '../time/day-range.ts'
import type { Question } from './question.ts'
import { recursWithin } from './recurs.ts'
import type { Statement } from './statement.ts'

/**
 * The statements on which an answer may rest, in pools that are tried in turn.
 *
 * Without a grounded time: all of them. With one: those of tier `within`; then those whose rule repeats or whose event
 * falls within it, whatever their tier; then, for a question of what held (likes, lives, owns), those said at or before
 * its end, as a state lasts until it is replaced. Evidence that is merely near in time never answers.
 */
export function timelyPools(
  statements: readonly Statement[],
  question: Question,
): readonly (readonly Statement[])[] {
  const { time } = question.frame
  if (time.status !== 'grounded') return [statements]
  const { readings } = time
  // “What happened in November 2019?” has no other words: who names the time tells of it.
  const literal = question.terms.length === 0 ? byTimeNamed(statements, question) : []
  const within = statements.filter(({ piece }) => piece.tier === 'within')
  const recurring = statements.filter((each) => recursIn(each, question))
  const happened = statements.filter(({ piece }) => {
    const event = piece.unit.context.eventTime
    return event !== undefined && readings.some((reading) => overlap(reading, event))
  })
  const asOf = question.asksState ? statements.filter(({ day }) => day <= time.range.last) : []
  return [...literal, within, recurring, happened, asOf].filter((pool) => pool.length > 0)
}

/** Clauses with the time words of the question; then those within its year that leave the year out, told since first. */
function byTimeNamed(
  statements: readonly Statement[],
  { frame: { time } }: Question,
): (readonly Statement[])[] {
  if (time.status !== 'grounded') return []
  const cue = words(time.cue).filter(({ lower }) => !isStopWord(lower))
  if (!cue.some(({ lower }) => /\d/u.test(lower))) return []
  const missing = ({ text }: Statement) => {
    const said = new Set(words(text).map(({ lower }) => lower))
    return cue.filter(({ lower }) => !said.has(lower)).map(({ lower }) => lower)
  }
  const whole = statements.filter((each) => missing(each).length === 0)
  const yearless = statements.filter((each) => {
    const lacks = missing(each)
    if (lacks.length === 0 || lacks.length === cue.length) return false
    return lacks.every((word) => /^\d{4}$/u.test(word) && each.day.startsWith(word))
  })
  const since = (each: Statement) => each.day >= time.range.first
  return [whole.filter(since), whole, yearless.filter(since), yearless]
}

/** Yes/no questions are answered by a rule that does not repeat on the day as well: with no. */
function recursIn({ piece }: Statement, { frame, kind }: Question): boolean {
  const { recurrence } = piece.unit.context
  if (recurrence === undefined || frame.time.status !== 'grounded') return false
  const occurs = recursWithin(recurrence, frame.time.range, piece.unit.context.eventTime?.first)
  return kind === 'yes-no' ? occurs !== undefined : occurs === true
}

/** The readings of an ambiguous date; undefined where there is but one. */
export function ambiguousReadings({ time }: RecallFrame) {
  return time.status === 'grounded' && time.readings.length > 1 ? time.readings : undefined
}
