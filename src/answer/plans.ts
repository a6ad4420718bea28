import { planStart } from '../language/modality.ts'
import { IRREGULAR_PAST, REGULAR_PAST } from '../time/verbs.ts'
import { daysOf } from './days-of.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/** Whether a question asks for what was done: “When did she move?”, not “What did she plan?”. */
export function asksDone({ text }: Pick<Question, 'text'>): boolean {
  return DONE.test(text) && !AHEAD.test(text)
}

/** “Where was she in May?” is not answered by where she meant to be. */
export function asksWhereSomebodyWas({ kind, text }: Pick<Question, 'kind' | 'text'>): boolean {
  return kind === 'place' && /\bwhere (?:was|were|had)\b/iu.test(text) && !AHEAD.test(text)
}

/** Whether a clause tells of what is only meant to happen: by its words, or as it is told for a day that lies ahead. */
export function isPlan(statement: Statement, { asked }: Pick<Question, 'asked'>): boolean {
  const start = planStart(statement.text)
  if (start !== undefined) return !PAST_VERB.test(statement.text.slice(0, start))
  return ARRANGED.test(statement.text) && liesAhead(statement, asked)
}

/** Whether the days of what it tells begin after the day on which it was said. */
export function liesAhead(statement: Statement, asked: Question['asked']): boolean {
  const days = daysOf(statement, asked.terms)
  return days !== undefined && days.first > statement.day
}

const DONE = /\b(?:did|was|were|had|happened)\b|\b(?:has|have)\b(?!.*\b(?:do|does)\b)(?=\s+\S+\s+\p{L}+)/iu
const AHEAD =
  /\b(?:will|would|going to|gonna|plan\p{L}*|intend\p{L}*|hop(?:e|es|ed|ing)|want\p{L}*|wish\p{L}*|aim\p{L}*|decid\p{L}+|consider\p{L}*|think\p{L}*|thought|agree\p{L}*|promis\p{L}+|look(?:s|ed|ing)? forward|excited|goals?|dreams?|scheduled|supposed|resolutions?|upcoming|say|said|tell|told|mention\p{L}*)\b/iu
const PAST_VERB = new RegExp(String.raw`\b(?:${IRREGULAR_PAST}|${REGULAR_PAST})\b`, 'iu')
/** “We are moving in September”, “The ferry leaves on Friday”: no past, and said of a day to come. */
const ARRANGED = /\b(?:am|is|are|will|shall)\b|['’](?:m|re|ll)\b|(?<=\b(?:he|she|it|that))['’]s\b/iu
