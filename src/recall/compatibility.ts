import type { Tier } from '../model/evidence.ts'
import type { Candidate } from '../store/views/view-query.ts'
import { dayNumber } from '../time/day-range.ts'
import type { PlannedContext } from './plan-recall.ts'

/** Where a unit stands to the grounded ranges. */
export type Compatibility = {
  readonly tier: Tier
  /** Days to the nearest range, by the nearer of session and event time; undefined when nothing is grounded. */
  readonly distanceDays: number | undefined
}

type Days = { readonly first: number; readonly last: number }

/**
 * A unit is `within` when its session or its event time shares a day with a range, `near` when only its session lies in
 * the buffer, else `elsewhere`; without a range everything is `within`.
 */
export function compatibilityOf(candidate: Candidate, context: PlannedContext | undefined): Compatibility {
  if (context === undefined) return { tier: 'within', distanceDays: undefined }
  const ranges = context.ranges.map(({ first, last }) => ({ first: dayNumber(first), last: dayNumber(last) }))
  const nearest = (days: Days) => Math.min(...ranges.map((range) => distance(range, days)))
  const session = context.bySession
    ? nearest({ first: candidate.sessionFirst, last: candidate.sessionLast })
    : Infinity
  const { eventFirst, eventLast } = candidate
  const event =
    !context.byEventTime || eventFirst === undefined || eventLast === undefined
      ? Infinity
      : nearest({ first: eventFirst, last: eventLast })
  const distanceDays = Math.min(session, event)
  return {
    tier: tierOf({ session, event }, context),
    distanceDays: Number.isFinite(distanceDays) ? distanceDays : undefined,
  }
}

function tierOf(
  { session, event }: { session: number; event: number },
  { bufferDays }: PlannedContext,
): Tier {
  if (event === 0 || session === 0) return 'within'
  return session <= bufferDays ? 'near' : 'elsewhere'
}

function distance(a: Days, b: Days): number {
  if (a.last < b.first) return b.first - a.last
  return b.last < a.first ? a.first - b.last : 0
}
