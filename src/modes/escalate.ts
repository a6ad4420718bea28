import type { Verdict } from '../model/answer.ts'
import type { RecallFrame } from '../model/recall-frame.ts'

/**
 * Why the fast mode does not suffice, in one clause; undefined where it does.
 *
 * Deep where the frame joins, compares or lists, since one memory cannot answer that; where the evidence does not cover
 * what is asked, or contradicts itself; not where the bank has never heard of whom is asked about: re-reading all of it
 * would find nobody.
 */
export function whyDeeper(frame: RecallFrame, verdict: Verdict): string | undefined {
  if (frame.hops === 'multi') return 'the question joins or compares'
  if (frame.need.list) return 'the question asks for several things'
  if (verdict.answered) return undefined
  switch (verdict.reason) {
    case 'nothing-related':
      return frame.unknownNames.length > 0 ? undefined : 'nothing related was recalled'
    case 'wrong-time':
      return 'the recalled evidence is of another time'
    case 'ambiguous':
      return 'the recalled evidence has more than one reading'
    case 'unsupported':
      return 'the recalled evidence does not support an answer'
    case 'budget':
      return undefined
  }
}
