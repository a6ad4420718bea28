import type { Certainty, EventTime } from '../../model/memory-unit.ts'
import { contains } from '../../time/day-range.ts'
import { eventMention, eventTimeOf } from '../../time/event-time.ts'
import type { TimeMention } from '../../time/mentions.ts'
import { recurrenceOf, type TimeOfPassage } from '../event-time.ts'
import type { CheckedUnit } from './check-unit.ts'
import { daysFollow, writtenDays } from './days-supported.ts'

/** The temporal coordinates of a unit, and whether the model gave days that nothing supports. */
export type TimeOfUnit = TimeOfPassage & { readonly isDropped: boolean }

/**
 * When a unit happened: the model's days where they follow from time words of its sources, else the days of the
 * restatement, which were checked, else what is read in the words that say it. Days that nothing supports are dropped.
 */
export function timeOfUnit({ unit: { written }, sources, statement, mentions }: CheckedUnit): TimeOfUnit {
  const days = writtenDays(written.firstDay, written.lastDay)
  const isGiven = written.firstDay !== ''
  const said = statement.flatMap(({ of, start, end }) =>
    of.mentions.filter(({ position }) => position >= start && position < end),
  )
  // A day that only dates the saying dates no event.
  const dated = mentions.filter(({ range }) => range !== undefined && daysFollow(range, sources))
  const isFollowing = days !== undefined && daysFollow(days, sources)
  const eventTime = isFollowing
    ? {
        ...days,
        certainty: certaintyOf(
          days,
          sources.flatMap((source) => source.mentions),
        ),
      }
    : (eventTimeOf(dated) ?? eventTimeOf(said))
  const words = (eventMention(said) ?? said[0])?.words
  return {
    eventTime,
    mentionTime: standingWords(written.mentionTime, sources) ?? words,
    recurrence: recurrenceOf(said),
    named: said.length > 0 || eventTime !== undefined,
    isDropped: isGiven && !isFollowing,
  }
}

/** As sure as the words that give these days, or a part of them. */
function certaintyOf(days: Pick<EventTime, 'first' | 'last'>, mentions: readonly TimeMention[]): Certainty {
  const isStated = mentions.some(
    ({ range, certainty }) => certainty === 'stated' && range !== undefined && contains(days, range),
  )
  return isStated ? 'stated' : 'implied'
}

/** The time words as the model gave them, where a source has them. */
function standingWords(words: string, sources: CheckedUnit['sources']): string | undefined {
  if (words === '') return undefined
  for (const { turn } of sources) {
    const at = turn.text.toLowerCase().indexOf(words.toLowerCase())
    if (at >= 0) return turn.text.slice(at, at + words.length)
  }
  return undefined
}
