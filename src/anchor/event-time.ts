import type { TextSpan } from '../language/sentences.ts'
import type { EventTime, Recurrence } from '../model/memory-unit.ts'
import { eventMention, eventTimeOf } from '../time/event-time.ts'
import { type MentionOptions, resolveMentions, type TimeMention } from '../time/mentions.ts'

/** The temporal half of a unit's episodic context. */
export type TimeOfPassage = {
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
  options: MentionOptions,
): readonly TimeOfPassage[] {
  const mentions = resolveMentions(text, options)
  return spans.map(({ start, end }) =>
    timeOf(mentions.filter(({ position }) => position >= start && position < end)),
  )
}

function timeOf(mentions: readonly TimeMention[]): TimeOfPassage {
  return {
    eventTime: eventTimeOf(mentions),
    mentionTime: (eventMention(mentions) ?? mentions[0])?.words,
    recurrence: mentions.find(({ recurrence }) => recurrence !== undefined)?.recurrence,
    named: mentions.length > 0,
  }
}
