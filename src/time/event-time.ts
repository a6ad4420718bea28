import type { DayRange } from '../model/day-range.ts'
import type { EventTime } from '../model/memory-unit.ts'
import { hull, intersect, lengthDays, overlap } from './day-range.ts'
import type { TimeMention } from './mentions.ts'

/** A mention that names days. */
export type DatedMention = TimeMention & { readonly range: DayRange }

/**
 * The mention that dates the event of a turn.
 *
 * What is stated goes before what is implied. Among equals the first in the text, narrowed to a later one that lies
 * within it: [last week … on Thursday] is the Thursday. Mentions that contradict each other are different events; the
 * first one told is taken. Undefined where no mention names days: a turn that only repeats has no single time.
 */
export function eventMention(mentions: readonly TimeMention[]): DatedMention | undefined {
  const [first, ...others] = surest(mentions)
  if (first === undefined) return undefined
  return others.reduce((best, next) => {
    const shared = intersect(best.range, next.range)
    return shared !== undefined && lengthDays(next.range) < lengthDays(best.range) ? next : best
  }, first)
}

/**
 * The mention that dates one stretch of the turn: of those that begin inside it the one that {@link eventMention}
 * takes, else one before it that opens the clause in which it lies, as in [On Saturday, | we hiked].
 *
 * @param span UTF-16 code units in the text of which these are the mentions, end exclusive.
 * @returns Undefined where neither names days: what other clauses say of time does not date this one.
 */
export function mentionIn(
  mentions: readonly TimeMention[],
  { start, end }: { readonly start: number; readonly end: number },
): DatedMention | undefined {
  const inside = mentions.filter(({ position }) => position >= start && position < end)
  const opening = mentions.filter(({ position, clause }) => position < start && start < clause.end)
  return eventMention(inside) ?? eventMention(opening)
}

/**
 * The days of what a turn tells, with how sure they are.
 *
 * One event has the days of its {@link eventMention}. Several on different days have the days from the first to the
 * last, implied, so that a search finds the turn by either day; as days in between would be claimed with them, who
 * dates a part of the turn asks {@link mentionIn}. What lies further apart than a year keeps the days of the event
 * told first: a range that wide would be found by any search.
 */
export function eventTimeOf(mentions: readonly TimeMention[]): EventTime | undefined {
  const event = eventMention(mentions)
  if (event === undefined) return undefined
  const { range, certainty } = event
  if (certainty === 'implied') return { ...range, certainty }
  const others = surest(mentions).filter((other) => !overlap(other.range, range))
  const all = others.reduce<DayRange>((days, other) => hull(days, other.range), range)
  if (others.length === 0 || lengthDays(all) > LONGEST_HULL_DAYS) return { ...range, certainty }
  return { ...all, certainty: 'implied' }
}

const LONGEST_HULL_DAYS = 366

/**
 * The stated mentions that name days; where there are none, the implied ones. Beside the day to which something was
 * moved the day on which that was done does not count.
 */
function surest(mentions: readonly TimeMention[]): readonly DatedMention[] {
  const moved = mentions.filter(({ movedTo }) => movedTo)
  const dated = mentions
    .filter(isDated)
    .filter((each) => each.movedTo || !moved.some((other) => sameClause(each, other)))
  const stated = dated.filter(({ certainty }) => certainty === 'stated')
  return stated.length > 0 ? stated : dated
}

function isDated(mention: TimeMention): mention is DatedMention {
  return mention.range !== undefined
}

function sameClause({ clause: a }: TimeMention, { clause: b }: TimeMention): boolean {
  return a.start < b.end && b.start < a.end
}
