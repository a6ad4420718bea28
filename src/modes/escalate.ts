import { isOpen } from '../episodes/aggregate-by-words.ts'
import type { Verdict } from '../model/answer.ts'
import type { RecallFrame } from '../model/recall-frame.ts'

/** Who would read the episodes. */
export type Readers = {
  /** Whether a language model would; otherwise passages are extracted. */
  readonly model: boolean
  /** Whether the evidence would answer if its rare words counted no more than the others; asked for only without a model. */
  readonly answersNearly: () => boolean
}

/**
 * Why the fast mode does not suffice, in one clause; undefined where it does.
 *
 * Deep where the frame joins, compares or lists, since one memory cannot answer that; where the evidence does not cover
 * what is asked, or contradicts itself; not where the bank has never heard of whom is asked about: re-reading all of it
 * would find nobody. Without a model not where a passage as it stands is asked for and the evidence has nothing near it
 * either: extraction sees no more in a passage than the search has seen.
 */
export function whyDeeper(frame: RecallFrame, verdict: Verdict, readers: Readers): string | undefined {
  if (frame.hops === 'multi') return 'the question joins or compares'
  if (frame.need.list) return 'the question asks for several things'
  if (verdict.answered) return undefined
  if (!readers.model && isOpen(frame) && !readers.answersNearly()) return undefined
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
