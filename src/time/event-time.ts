import type { EventTime } from '../model/memory-unit.ts'
import { intersect, lengthDays } from './day-range.ts'
import type { TimeMention } from './mentions.ts'

/**
 * The mention that dates the event of a turn.
 *
 * What is stated goes before what is implied. Among equals the first in the text, narrowed to a later one that lies
 * within it: [last week … on Thursday] is the Thursday. Mentions that contradict each other are different events; the
 * first one told dates the turn. Undefined where no mention names days: a turn that only repeats has no single time.
 */
export function eventMention(
  mentions: readonly TimeMention[],
): (TimeMention & { readonly range: object }) | undefined {
  const dated = mentions.filter(isDated)
  const stated = dated.filter(({ certainty }) => certainty === 'stated')
  const [first, ...others] = stated.length > 0 ? stated : dated
  if (first === undefined) return undefined
  return others.reduce((best, next) => {
    const shared = intersect(best.range, next.range)
    return shared !== undefined && lengthDays(next.range) < lengthDays(best.range) ? next : best
  }, first)
}

/** The days of {@link eventMention} with how sure they are. */
export function eventTimeOf(mentions: readonly TimeMention[]): EventTime | undefined {
  const mention = eventMention(mentions)
  return mention && isDated(mention) ? { ...mention.range, certainty: mention.certainty } : undefined
}

type Dated = TimeMention & { readonly range: NonNullable<TimeMention['range']> }

function isDated(mention: TimeMention): mention is Dated {
  return mention.range !== undefined
}
