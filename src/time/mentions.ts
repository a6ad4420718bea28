import type { Day, DayRange } from '../model/day-range.ts'
import type { Certainty, Recurrence } from '../model/memory-unit.ts'
import { clauseAround, sentenceAround } from './clause.ts'
import { FIRST_DAY, LAST_DAY, makeRange } from './day-range.ts'
import type { TimeExpression } from './expression.ts'
import { findPhrases } from './phrases.ts'
import { type HeldPhrase, phrasesInForce } from './replaced.ts'
import { isBare, resolve } from './resolve.ts'
import { type Placed, type StatementTense, tenseOf } from './tense.ts'
import { ARRANGED } from './verbs.ts'
import { workingWeek } from './working-week.ts'

/** Time words of a turn. */
export type TimeMention = {
  /** As they stand in the text. */
  readonly words: string
  /** UTF-16 code units from the start of the text. */
  readonly position: number
  /** The days they denote; undefined where they denote none: “soon”, “every Tuesday”. */
  readonly range: DayRange | undefined
  /** `stated` where the words fix the days, `implied` where they leave room (“a few weeks ago”) or go by the tense. */
  readonly certainty: Certainty
  readonly recurrence: Recurrence | undefined
  readonly kind: TimeExpression['type']
  /** Whether they tell only when something began that may go on: “since 2019”, “for six years now”. */
  readonly openEnded: boolean
  /** Whether an event was moved to these days: “postponed until Friday”. */
  readonly movedTo: boolean
  /** Where the clause stands that they date, in UTF-16 code units, end exclusive. */
  readonly clause: { readonly start: number; readonly end: number }
}

export type MentionOptions = {
  /** The day on which the text was said, in the bank's time zone. */
  readonly saidDay: Day
  /** The minute of that day, 0-1439, where it is known. */
  readonly saidMinute?: number | undefined
  readonly previousSessionDay?: Day | undefined
  /** Default: both readings count, the range is the month-first one and implied. */
  readonly dateOrder?: 'DMY' | 'MDY' | undefined
}

/**
 * Finds the time words of a turn and the days that they denote for one who said them on `saidDay`, in order.
 * A length or an age is no mention. Text in code, quotations and processing stamps holds none.
 */
export function resolveMentions(text: string, options: MentionOptions): readonly TimeMention[] {
  return phrasesInForce(text, findPhrases(text))
    .filter(({ expression }) => expression.type !== 'duration')
    .flatMap((phrase) => mentionOf(phrase, text, options) ?? [])
}

function mentionOf(phrase: HeldPhrase, text: string, options: MentionOptions): TimeMention | undefined {
  const { start, end } = phrase
  const clause = clauseAround(text, phrase)
  const said = phrase.movedTo ? 'future' : tenseIn(text, phrase, clause)
  const week = said === 'present' ? workingWeek(phrase.expression) : undefined
  const expression = week ?? phrase.expression
  if (isHabit(expression, said)) return undefined
  const tense = said === 'present' ? 'future' : said
  // [finished in a week]: a length in what is told of the past.
  if (
    expression.type === 'ago' &&
    expression.direction === 1 &&
    phrase.governor === undefined &&
    tense === 'past'
  ) {
    return undefined
  }
  const resolution = resolve(expression, {
    ...options,
    day: options.saidDay,
    minute: options.saidMinute,
    tense,
    // What is said to last until then does so from the day on which it is said.
    history: makeRange(options.saidDay),
    previousSessionDay: options.previousSessionDay,
    dateOrder: options.dateOrder,
  })
  const isAmbiguous = resolution !== undefined && resolution.readings.length > 1
  // Nothing says on which side of the day a date without a year lies.
  const isGuessed = tense === 'open' && isBare(expression)
  return {
    words: text.slice(start, end),
    position: start,
    range: resolution && isBounded(resolution.range) ? resolution.range : undefined,
    certainty: isAmbiguous || isGuessed ? 'implied' : (resolution?.certainty ?? 'implied'),
    recurrence: expression.type === 'recurrence' ? expression.rule : undefined,
    kind: expression.type,
    openEnded: isOpenEnded(expression),
    movedTo: phrase.movedTo,
    clause,
  }
}

/** What was fixed for later: [booked a table for 14 February]. */
const FIXED = new RegExp(
  String.raw`\b(?:${ARRANGED}|signed (?:\p{L}+ )?up|registered|enrolled|entered|tickets?|seats?|invited|invitation|appointment|reservation|booking|slot)\b(?<then>[^.?!;\n]*)$`,
  'iu',
)

function tenseIn(text: string, words: HeldPhrase, clause: Placed): StatementTense {
  const { start, end } = sentenceAround(text, words)
  const inSentence = (placed: Placed) => ({ start: placed.start - start, end: placed.end - start })
  const tense = tenseOf(text.slice(start, end), inSentence(words), inSentence(clause))
  const fixed = tense === 'past' ? FIXED.exec(text.slice(clause.start, words.start))?.groups?.then : undefined
  if (fixed === undefined) return tense
  if (words.governor === 'for' || /\bfor\s+(?:the )?$/iu.test(fixed)) return 'future'
  // [bought tickets for the concert on 9 July]: the day of either.
  const isYearly = isBare(words.expression) && !isWeekday(words.expression)
  return isYearly && /\b(?:for|to)\b/iu.test(fixed) ? 'open' : tense
}

function isWeekday(expression: TimeExpression): boolean {
  return expression.type === 'cyclic' && expression.name.type === 'weekday'
}

/** Whether it says when something began that may go on: [since 2019], [for six years now], [from March on]. */
function isOpenEnded(expression: TimeExpression): boolean {
  return expression.type === 'lasting' || (expression.type === 'open' && expression.relation === 'since')
}

/** [until June] has an end and no beginning: no days that could date an event. */
function isBounded({ first, last }: DayRange): boolean {
  return first > FIRST_DAY && last < LAST_DAY
}

/** A season or feast without a year, said of no time in particular: [a good way to stay active during the winter]. */
function isHabit(expression: TimeExpression, tense: StatementTense): boolean {
  if (expression.type !== 'cyclic' || expression.step !== 'bare' || expression.within !== undefined)
    return false
  const { type } = expression.name
  const isTimeless = tense === 'open' || tense === 'present'
  return isTimeless && (type === 'season' || type === 'holiday' || type === 'weekend')
}
