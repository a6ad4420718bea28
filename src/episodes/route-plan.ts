import { personTerms } from '../language/persons.ts'
import { analyse } from '../language/terms.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { ContextWindow } from '../store/views/view-query.ts'
import { dayNumber } from '../time/day-range.ts'
import type { RouteSettings } from './route-settings.ts'

/** What is searched for to route a question: plain data. */
export type RoutePlan = {
  /** Each once. */
  readonly terms: readonly string[]
  /** As units are indexed by them. */
  readonly persons: readonly string[]
  /** The text whose meaning is searched for. */
  readonly meaning: string
  /** Undefined where nothing is grounded, or time activates nothing. */
  readonly context: ContextWindow | undefined
}

/**
 * Decides what to search for. The words and the names of the frame are one list: names are what the symbolic pathway is
 * for. Time words stay: beside a range they are often part of what was told (“the 2011 census”).
 */
export function planRoute(frame: RecallFrame, { byTime }: Pick<RouteSettings, 'byTime'>): RoutePlan {
  const { question, time, persons, entities } = frame
  const timed = byTime && time.status === 'grounded'
  return {
    terms: [...new Set([question, ...persons, ...entities].flatMap(analyse))],
    persons: [...new Set(persons.flatMap(personTerms))],
    meaning: question,
    context: timed
      ? {
          ranges: time.readings.map(({ first, last }) => ({
            first: dayNumber(first),
            last: dayNumber(last),
          })),
          bufferDays: BUFFER_DAYS,
          bySession: true,
          byEventTime: true,
        }
      : undefined,
  }
}

/** As in the fast mode: what happened is often told some days later. */
const BUFFER_DAYS = 5
