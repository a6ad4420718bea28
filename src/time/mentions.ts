import type { Day, DayRange } from '../model/day-range.ts'
import type { Certainty, Recurrence } from '../model/memory-unit.ts'
import { FIRST_DAY, LAST_DAY, makeRange } from './day-range.ts'
import type { TimeExpression, TimePhrase } from './expression.ts'
import { findPhrases } from './phrases.ts'
import { resolve } from './resolve.ts'
import { tenseOf } from './tense.ts'

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
}

export type MentionOptions = {
  /** The day on which the text was said, in the bank's time zone. */
  readonly saidDay: Day
  readonly previousSessionDay?: Day | undefined
  /** Default: both readings count, the range is the month-first one and implied. */
  readonly dateOrder?: 'DMY' | 'MDY' | undefined
}

/**
 * Finds the time words of a turn and the days that they denote for one who said them on `saidDay`, in order.
 * A length or an age is no mention. Text in code, quotations and processing stamps holds none.
 */
export function resolveMentions(text: string, options: MentionOptions): readonly TimeMention[] {
  return findPhrases(text)
    .filter(({ expression }) => expression.type !== 'duration')
    .flatMap((phrase) => mentionOf(phrase, text, options) ?? [])
}

function mentionOf(phrase: TimePhrase, text: string, options: MentionOptions): TimeMention | undefined {
  const { expression, start, end } = phrase
  const sentence = sentenceAround(text, start)
  const tense = tenseOf(sentence.text, start - sentence.start)
  if (isHabit(expression, tense)) return undefined
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
    tense,
    // What is said to last until then does so from the day on which it is said.
    history: makeRange(options.saidDay),
    previousSessionDay: options.previousSessionDay,
    dateOrder: options.dateOrder,
  })
  const isAmbiguous = resolution !== undefined && resolution.readings.length > 1
  return {
    words: text.slice(start, end),
    position: start,
    range: resolution && isBounded(resolution.range) ? resolution.range : undefined,
    certainty: isAmbiguous ? 'implied' : (resolution?.certainty ?? 'implied'),
    recurrence: expression.type === 'recurrence' ? expression.rule : undefined,
    kind: expression.type,
  }
}

/** [until June] has an end and no beginning: no days that could date an event. */
function isBounded({ first, last }: DayRange): boolean {
  return first > FIRST_DAY && last < LAST_DAY
}

/** A season or feast without a year, said of no time in particular: [a good way to stay active during the winter]. */
function isHabit(expression: TimeExpression, tense: 'past' | 'future' | 'open'): boolean {
  if (expression.type !== 'cyclic' || expression.step !== 'bare' || expression.within !== undefined)
    return false
  const { type } = expression.name
  return tense === 'open' && (type === 'season' || type === 'holiday' || type === 'weekend')
}

// Signs of the tense further away than this say nothing of the time words.
const MOST_CHARACTERS = 300

function sentenceAround(text: string, position: number): { readonly text: string; readonly start: number } {
  let start = position
  while (start > Math.max(0, position - MOST_CHARACTERS) && !isSentenceEnd(text, start - 1)) start--
  let end = position
  while (end < Math.min(text.length, position + MOST_CHARACTERS) && !isSentenceEnd(text, end)) end++
  return { text: text.slice(start, end), start }
}

function isSentenceEnd(text: string, at: number): boolean {
  const character = text[at]
  if (character === '!' || character === '?' || character === '\n') return true
  return character === '.' && !/\d/.test(text[at + 1] ?? '')
}
