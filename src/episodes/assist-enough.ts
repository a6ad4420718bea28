import { kindred } from '../answer/kindred.ts'
import { analyse } from '../language/terms.ts'
import type { EpisodeEvidence } from '../model/episode.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { contains } from '../time/day-range.ts'
import { dayOfInstant } from '../time/zone.ts'

/**
 * Tells when the assistants that are still reading can be stopped: for a question that one memory answers and that is
 * about a certain time, as soon as an assistant has found evidence said in that time which speaks of what is asked.
 *
 * @returns Undefined where all are to be waited for: where the question joins or lists, or is about no certain time, as
 *   then nobody can know that the other episodes hold nothing later or nearer.
 */
export function enoughForOneHop(
  frame: RecallFrame,
  timeZone: string,
): ((evidence: readonly EpisodeEvidence[]) => boolean) | undefined {
  const { time, hops, need } = frame
  if (hops === 'multi' || time.status !== 'grounded' || time.readings.length > 1) return undefined
  const asked = new Set(analyse(need.keywords.join(' ')))
  if (asked.size === 0) return undefined
  return (evidence) =>
    evidence.some(
      ({ by, quotes, statement }) =>
        by === 'model' &&
        quotes.some((quote) => contains(time.range, dayOfInstant(quote.time, timeZone))) &&
        shareOf(asked, `${statement} ${quotes.map(({ speaker, text }) => `${speaker} ${text}`).join(' ')}`) >=
          LEAST_SHARE,
    )
}

/** From which share of the question's words evidence speaks of what is asked: all but the one that it answers with. */
const LEAST_SHARE = 0.6

function shareOf(asked: ReadonlySet<string>, text: string): number {
  const told = analyse(text)
  const covered = [...asked].filter((term) => told.some((other) => kindred(term, other)))
  return covered.length / asked.size
}
