import type { Cyclic, TimeExpression, TimePhrase } from './expression.ts'
import { mask } from './mask.ts'
import { findPhrases } from './phrases.ts'
import { type QuestionTense, questionTense } from './tense.ts'
import { workingWeek } from './working-week.ts'

/** How a question's small time words are read: by someone speaking now, or by a reader of a history that is over. */
export type Deixis = 'live' | 'end-of-history'

/** A time phrase of a question, with whether it bounds the question, and why it does not. */
export type Cue = { readonly phrase: TimePhrase; readonly bounds: true | string }

/**
 * The cue guard: which time words of a question bound what is asked.
 *
 * Time that is asked for is no cue: [When did …], [What year …], [How long …]. Lengths, ages and repetitions are none
 * either, nor seasons and feasts of a habit. Vague words are cues that cannot bound. With `end-of-history` neither do
 * windows of up to a month that count from the day of asking ([last weekend], [on Saturday], [next month]): who reads
 * a finished history in the third person has taken them over from the one who spoke in it.
 */
export function findCues(question: string, deixis: Deixis): readonly Cue[] {
  const tense = questionTense(question)
  return findPhrases(question)
    .filter(({ expression }) => expression.type !== 'recurrence' && expression.type !== 'duration')
    .filter((phrase) => !isHabit(phrase, tense))
    .filter((phrase) => !isAsked(question, phrase))
    .filter(({ expression }) => !(isCountAhead(expression) && tense === 'past'))
    .map((phrase) => ({
      phrase,
      bounds: isMovedTo(question, phrase)
        ? 'the time to which something was moved'
        : bounds(phrase.expression, deixis),
    }))
}

/** [Which Friday], [How many days until Christmas], [How many days before Easter]: what is asked for bounds nothing. */
function isAsked(question: string, { start, end, expression }: TimePhrase): boolean {
  const before = question.slice(0, start)
  // [What on Friday did I eat?] asks for something else.
  if (/\b(?:which|what)\s+$/i.test(before))
    return isOneOfMany(expression) && !PREPOSITION.test(question.slice(start, end))
  if (expression.type === 'beside' && /\bhow many\s+$/i.test(before)) return true
  // [How soon], [How recently].
  if (expression.type === 'vague' && /\bhow\s+$/i.test(before)) return true
  return expression.type === 'open' && LENGTHS_TO.has(expression.relation) && HOW_LONG.test(before)
}

/** [Friday], of which one is asked for; of [March 2023] in “Which March 2023 invoice” there is but one. */
function isOneOfMany(expression: TimeExpression): boolean {
  return expression.type !== 'absolute' && expression.type !== 'shifted' && expression.type !== 'rolling'
}

const PREPOSITION = /^(?:on|in|at|during|over|since|until|before|after|by|for|around|within|throughout)\s/i

const LENGTHS_TO: ReadonlySet<string> = new Set(['until', 'before'])
const HOW_LONG =
  /\bhow (?:long|much (?:longer|time)|many (?:minutes|hours|days|nights|weeks|weekends|months|years))(?:\s+(?:is|are|there|it|left|remain\w*|do|have|has|we|i|you|to|go|got|more|still)){0,6}\s+$/i

const MOVING =
  /\b(?:mov|postpon|reschedul|delay|push|shift|chang|defer|adjourn|put|brought|bring)\w*\b[^.?!;]{0,60}$/i

/** [moved to June], [postponed until Friday]: told at another time than the one it names. */
function isMovedTo(question: string, { start, end }: TimePhrase): boolean {
  const governed = /^(?:to|until|till)\s/i.test(question.slice(start, end))
  const before = question.slice(0, start)
  const governor = governed ? before : before.match(/^(.*)\b(?:to|until|till)\s+$/is)?.[1]
  return governor !== undefined && MOVING.test(governor)
}

/** Whether the asker speaks as one of those concerned, or to one of them, here and now. */
export function isLiveSpeech(question: string): boolean {
  return /\b(?:I|i(?!\.)|[Ww]e|[Mm]y|[Oo]ur|[Mm]e|us|mine|ours|[Yy]ou|[Yy]our)\b/.test(mask(question))
}

function bounds(expression: TimeExpression, deixis: Deixis): true | string {
  if (expression.type === 'vague') return 'too vague to name days'
  if (isSome(expression)) return 'too vague to name days'
  if (deixis === 'end-of-history' && isSmallDeictic(expression)) return 'counted from a day that nobody knows'
  return true
}

function isSome(expression: TimeExpression): boolean {
  return expression.type === 'ago' && (expression.count === 'few' || expression.count === 'several')
}

/** [in two weeks] in a question about the past is a length. */
function isCountAhead(expression: TimeExpression): boolean {
  return expression.type === 'ago' && expression.direction === 1
}

// A name that comes round within a month; months themselves, seasons and feasts do not.
const SMALL_NAMES: ReadonlySet<Cyclic['type']> = new Set(['weekday', 'weekend', 'day-of-month'])
const SMALL_UNITS = new Set(['minute', 'hour', 'day', 'week', 'weekend', 'month'])

/** Whether the expression is a window of up to a month whose place depends on the day of asking. */
function isSmallDeictic(expression: TimeExpression): boolean {
  switch (expression.type) {
    case 'shifted':
      return SMALL_UNITS.has(expression.unit)
    case 'cyclic':
      if (expression.within !== undefined) return isSmallDeictic(expression.within)
      return SMALL_NAMES.has(expression.name.type)
    case 'rolling':
      return (
        SMALL_UNITS.has(expression.unit) && (expression.count === 1 || typeof expression.count !== 'number')
      )
    case 'part':
    case 'nth':
      return isSmallDeictic(expression.of)
    case 'around':
    case 'beside':
    case 'open':
      return isSmallDeictic(expression.anchor)
    case 'between':
      return isSmallDeictic(expression.from) || isSmallDeictic(expression.to)
    case 'since-last-talk':
      return true
    default:
      return false
  }
}

/** A season or feast without a year in the simple present says how things usually are. */
function isHabit({ expression }: TimePhrase, tense: QuestionTense): boolean {
  if (tense === 'habit' && workingWeek(expression) !== undefined) return true
  if (tense !== 'habit' || expression.type !== 'cyclic' || expression.step !== 'bare') return false
  return (
    expression.within === undefined &&
    (expression.name.type === 'season' || expression.name.type === 'holiday')
  )
}
