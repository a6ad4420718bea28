import type { AbstainReason, Verdict } from '../model/answer.ts'
import type { Day } from '../model/day-range.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { phraseDays } from './phrase-days.ts'
import { ambiguousReadings } from './timely.ts'

/** How many pieces of evidence an abstention shows as what was looked at. */
const NEAREST = 3

/**
 * Says that memory holds no answer, with the reason in one sentence.
 *
 * @param lastDay The last session day of the bank: where the question asks for a time after it, the text says so.
 */
export function abstain(
  reason: AbstainReason,
  frame: RecallFrame,
  evidence: readonly Evidence[],
  lastDay?: Day,
): Verdict {
  const readings = ambiguousReadings(frame)
  if (readings !== undefined) {
    const days = readings
      .map(({ first, last }) => (first === last ? first : `${first} to ${last}`))
      .join(' or ')
    return {
      answered: false,
      reason: 'ambiguous',
      text: `“${cueOf(frame)}” can mean ${days}, and nothing tells which.`,
      nearest: evidence,
    }
  }
  const text = `${sentenceFor(reason, frame).replace(/\.$/u, '')}${endOfMemory(frame, lastDay)}.`
  return { answered: false, reason, text, nearest: evidence.slice(0, NEAREST) }
}

/** “In March” asked a year later is a March of which nothing is told: whoever asks may mean the one before. */
function endOfMemory({ time }: RecallFrame, lastDay: Day | undefined): string {
  if (time.status !== 'grounded' || lastDay === undefined || time.range.first <= lastDay) return ''
  const end = phraseDays({ first: lastDay, last: lastDay })
  return `; memory ends on ${end}, so a year in the question or a reference time would help`
}

function sentenceFor(reason: AbstainReason, frame: RecallFrame): string {
  switch (reason) {
    case 'nothing-related':
      return frame.unknownNames.length > 0
        ? `Memory holds nothing about ${frame.unknownNames.join(', ')}.`
        : 'Memory holds nothing related to the question.'
    case 'wrong-time':
      return frame.time.status === 'grounded'
        ? `Memory holds nothing that answers this for ${frame.time.range.first} to ${frame.time.range.last}.`
        : 'What memory holds is of another time than the question asks about.'
    case 'ambiguous':
      return 'The question can mean several things, and the evidence differs between them.'
    case 'budget':
      return 'The limits that were set did not allow for an answer.'
    case 'unsupported':
      return frame.persons.length > 0
        ? `Memory holds no statement that answers this about ${frame.persons.join(', ')}.`
        : 'Memory holds related statements, and none of them answers the question.'
  }
}

function cueOf({ time }: RecallFrame): string {
  return time.status === 'none' ? '' : time.cue
}
