import { resolvePerson } from '../language/known-persons.ts'
import { uniqueNames } from '../language/persons.ts'
import { foldText } from '../language/terms.ts'
import type { QuestionAnalysis } from '../llm/tasks/analyse-question.ts'
import type { DayRange } from '../model/day-range.ts'
import type { History } from '../model/history.ts'
import type { AnswerKind, RecallFrame, TimeCondition } from '../model/recall-frame.ts'
import { contains, isDay, overlap, widen } from '../time/day-range.ts'

/**
 * Puts what a model read in a question beside what the rules read, which wins wherever it is sure.
 *
 * Nothing is taken that the question does not bear out: names must stand in it (persons may be known to the bank
 * instead), a range must be real, near the history and asked for by time words that the cue guard saw. Names that the
 * bank has never heard of stay as they were, since the model's would make an answer impossible.
 * @see RaMem, appendix C.4: a wrong range is worse than none
 */
export function refineFrame(frame: RecallFrame, analysis: QuestionAnalysis, history: History): RecallFrame {
  const persons = joined(frame.persons, personsOf(frame, analysis, history), MOST_NAMES)
  const taken = new Set([...persons, ...frame.unknownNames].map(foldText))
  const named = (names: readonly string[]) =>
    names.filter((name) => isNamed(name, frame.question) && !taken.has(foldText(name)))
  const locations = joined(frame.locations, named(analysis.locations), MOST_NAMES)
  const places = new Set(locations.map(foldText))
  const entities = named(analysis.entities).filter((name) => !places.has(foldText(name)))
  return {
    ...frame,
    need: { ...frame.need, kind: kindOf(frame, analysis) },
    persons,
    locations,
    entities: joined(frame.entities, entities, MOST_NAMES),
    topics: joined(frame.topics, analysis.topics.map(clipped), MOST_TOPICS),
    order: frame.order ?? orderOf(frame, analysis),
    time: timeOf(frame.time, analysis, history.days),
  }
}

/** More names than this no question holds. */
const MOST_NAMES = 10
const MOST_TOPICS = 6
const MOST_TOPIC_CHARACTERS = 80

/** All that the rules found, then of the model's as many as there is room for. */
function joined(sure: readonly string[], said: readonly string[], most: number): readonly string[] {
  const known = new Set(sure.map(foldText))
  const further = said.filter((name) => name !== '' && !known.has(foldText(name)))
  return [...sure, ...uniqueNames(further).slice(0, Math.max(0, most - sure.length))]
}

/** Whether a question takes a yes or names its choices shows in its form, which the rules read for sure. */
function kindOf({ need }: RecallFrame, { kind }: QuestionAnalysis): AnswerKind {
  return need.kind !== 'thing' || kind === 'yes-no' || kind === 'choice' ? need.kind : kind
}

function personsOf(
  { question, asker }: RecallFrame,
  { persons }: QuestionAnalysis,
  history: History,
): string[] {
  return persons.flatMap((name) => {
    const known = resolvePerson(name, history)
    if (known.length > 0) return known
    if (asker !== undefined && foldText(name) === foldText(asker)) return [asker]
    return isNamed(name, question) ? [name.trim()] : []
  })
}

/**
 * Whether the name stands in the question as a name: whole words, and a capital letter or a digit in them, as a name
 * narrows what can be evidence and a common word must not. Who writes no capitals at all is not held to that.
 */
function isNamed(name: string, question: string): boolean {
  const written = name.trim()
  if (written.length < 2 || written.length > MOST_TOPIC_CHARACTERS) return false
  const literal = written.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').exec(question)?.[0]
  if (found === undefined) return false
  return /[\p{Lu}\p{N}]/u.test(found) || !/\p{Lu}/u.test(question)
}

function clipped(topic: string): string {
  return topic.trim().slice(0, MOST_TOPIC_CHARACTERS)
}

/** An event must stand in the question; “before” and “after” are nothing without one. */
function orderOf({ question }: RecallFrame, { order, orderEvent }: QuestionAnalysis): RecallFrame['order'] {
  if (order === 'none') return undefined
  const event = orderEvent.trim()
  const stands = event !== '' && foldText(question).includes(foldText(event))
  if (order === 'before' || order === 'after') return stands ? { relation: order, event } : undefined
  return { relation: order, event: undefined }
}

function timeOf(
  time: TimeCondition,
  { firstDay, lastDay }: QuestionAnalysis,
  days: History['days'],
): TimeCondition {
  if (time.status !== 'ungrounded' || days === undefined) return time
  const range = rangeOf(firstDay.trim(), lastDay.trim())
  // What holds the whole history tells nothing apart.
  if (range === undefined || !overlap(range, widen(days, NEAR_DAYS)) || contains(range, days)) return time
  return { status: 'grounded', cue: time.cue, position: time.position, range, readings: [range] }
}

/** What was told of a history lies within about a year of it. */
const NEAR_DAYS = 366

function rangeOf(first: string, last: string): DayRange | undefined {
  return isDay(first) && isDay(last) && first <= last ? { first, last } : undefined
}
