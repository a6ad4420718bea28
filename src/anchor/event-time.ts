import type { TextSpan } from '../language/sentences.ts'
import type { EventTime, Recurrence } from '../model/memory-unit.ts'
import { eventMention, eventTimeOf } from '../time/event-time.ts'
import { type MentionOptions, resolveMentions, type TimeMention } from '../time/mentions.ts'

/** The temporal half of a unit's episodic context. */
export type TimeOfPassage = {
  /** Of several events on different days the time from the first to the last, implied. */
  readonly eventTime: EventTime | undefined
  /** The words that gave the event time, else the first time words. */
  readonly mentionTime: string | undefined
  readonly recurrence: Recurrence | undefined
  /** Whether the passage has time words at all. */
  readonly named: boolean
}

/** The times of each passage of a turn: time words are resolved in the whole turn, and count where they stand. */
export function timesOf(
  text: string,
  spans: readonly TextSpan[],
  options: MentionOptions & { readonly repliesOfPast?: boolean },
): readonly TimeOfPassage[] {
  // “I meant 6 March” tells of no past: the verb is not that of the event.
  const told = text.includes('I meant') ? text.replace(MEANT, (verb) => ' '.repeat(verb.length)) : text
  const mentions = options.repliesOfPast ? mentionsOfPast(told, options) : resolveMentions(told, options)
  return spans.map(({ start, end }) =>
    timeOf(mentions.filter(({ position }) => position >= start && position < end)),
  )
}

/** “In June.” has no verb: with one of the past before it the June that is over is meant. */
function mentionsOfPast(text: string, options: MentionOptions): readonly TimeMention[] {
  const shift = PAST_LEAD.length
  return resolveMentions(`${PAST_LEAD}${text}`, options).map((mention) => ({
    ...mention,
    position: mention.position - shift,
    clause: { start: Math.max(0, mention.clause.start - shift), end: mention.clause.end - shift },
  }))
}

const MEANT = /(?<=^|[.!?,;:–—-]\s*)I meant (?!to\b|it\b|that\b)/gu
const PAST_LEAD = 'It happened '

function timeOf(mentions: readonly TimeMention[]): TimeOfPassage {
  return {
    eventTime: eventTimeOf(mentions),
    mentionTime: (eventMention(mentions) ?? mentions[0])?.words,
    recurrence: recurrenceOf(mentions),
    named: mentions.length > 0,
  }
}

/** [three times a week, mostly on Tuesdays]: the rule that names its days says more. */
export function recurrenceOf(mentions: readonly TimeMention[]): Recurrence | undefined {
  const rules = mentions.flatMap(({ recurrence }) => recurrence ?? [])
  return rules.find(({ byday }) => byday.length > 0) ?? rules[0]
}
