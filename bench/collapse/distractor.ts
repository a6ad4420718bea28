import { personTerms } from '../../src/language/persons.ts'
import { analyse, foldText } from '../../src/language/terms.ts'
import { estimateTokens } from '../../src/llm/estimate-tokens.ts'
import type { Day, DayRange } from '../../src/model/day-range.ts'
import type { MemoryUnit } from '../../src/model/memory-unit.ts'
import type { RecallFrame } from '../../src/model/recall-frame.ts'
import { overlap } from '../../src/time/day-range.ts'
import { dayOfInstant } from '../../src/time/zone.ts'

/** The context in which a question is really answered: from the labels, never from what a system made of the question. */
export type TrueContext = {
  /** Turns on which the answer rests, and their sessions. */
  readonly turns: ReadonlySet<string>
  readonly sessions: ReadonlySet<string>
  /** Readings of the question's time that the gold accepts; empty where it carries no condition of time. */
  readonly ranges: readonly DayRange[]
}

/** What can be shared with a question or with its evidence, each word in the form in which it is compared. */
export type Content = { readonly persons: ReadonlySet<string>; readonly words: ReadonlySet<string> }

/** What the labels say of one recalled unit. */
export type JudgedUnit = {
  readonly unit: string
  readonly sources: readonly string[]
  /** Estimated tokens of its restatement: what it takes in a prompt, its other coordinates apart. */
  readonly tokens: number
  /** Whether it is drawn from an evidence turn. */
  readonly covers: boolean
  /** Whether it shares a person, entity, topic word or keyword with the question or with a unit of the evidence. */
  readonly related: boolean
  readonly otherSession: boolean
  /** Whether neither its session nor its event time has a day of the gold range; undefined without one. */
  readonly otherTime: boolean | undefined
}

/**
 * When a related unit is taken to be of another context: `either`, RaMem's rule, where session or time do not fit;
 * `both`, the stricter one, where neither does. Without a gold range the session alone decides.
 * @see RaMem, appendix D.3
 */
export type MismatchRule = 'either' | 'both'

/** Whether it is a strict context distractor: no evidence, related, of another context. */
export function isDistractor(judged: JudgedUnit, rule: MismatchRule): boolean {
  const { covers, related, otherSession, otherTime } = judged
  const mismatch =
    rule === 'either' ? otherSession || otherTime === true : otherSession && otherTime !== false
  return !covers && related && mismatch
}

/** What units are compared with: the question and the units of the evidence. */
export type Judging = {
  readonly context: TrueContext
  readonly contents: readonly Content[]
  readonly timeZone: string
}

/** Makes the judge of the units recalled for one question. */
export function judgeOf({ context, contents, timeZone }: Judging) {
  return (unit: MemoryUnit, content: Content = contentOfUnit(unit)): JudgedUnit => ({
    unit: unit.id,
    sources: unit.sources,
    tokens: estimateTokens(unit.restatement),
    covers: unit.sources.some((turn) => context.turns.has(turn)),
    related: contents.some(shares(content)),
    otherSession: !context.sessions.has(unit.session),
    otherTime: context.ranges.length === 0 ? undefined : !fitsTime(unit, context.ranges, timeZone),
  })
}

/** Whether session or event time of a unit has a day of a range. */
export function fitsTime(
  { context: { sessionSpan, eventTime } }: MemoryUnit,
  ranges: readonly DayRange[],
  timeZone: string,
): boolean {
  const days: DayRange = {
    first: dayOfInstant(sessionSpan.start, timeZone),
    last: dayOfInstant(sessionSpan.end, timeZone),
  }
  return ranges.some(
    (range) => overlap(range, days) || (eventTime !== undefined && overlap(range, eventTime)),
  )
}

export function contentOfUnit({ keywords, context }: MemoryUnit): Content {
  const { persons, entities, topic } = context
  return contentOf(persons, [...keywords, ...entities, topic ?? ''])
}

/** Its words as they were asked; what was made of its time plays no part. */
export function contentOfQuestion({ persons, need, entities, topics }: RecallFrame): Content {
  return contentOf(persons, [...need.keywords, ...entities, ...topics])
}

function contentOf(persons: readonly string[], texts: readonly string[]): Content {
  return {
    persons: new Set(persons.flatMap(personTerms)),
    words: new Set(texts.filter((text) => foldText(text).trim() !== '').flatMap((text) => analyse(text))),
  }
}

function shares(one: Content): (other: Content) => boolean {
  const common = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some((each) => b.has(each))
  return (other) => common(one.persons, other.persons) || common(one.words, other.words)
}

/** A range of the gold as it is written there: its first and last day. */
export function rangeOf([first, last]: readonly [string, string]): DayRange {
  return { first: first as Day, last: last as Day }
}
