import type { Day } from '../model/day-range.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Alias } from '../model/history.ts'
import type { RecallFrame } from '../model/recall-frame.ts'

/** What an answer is drawn from: a recollection, and what else of the bank is needed to read it. */
export type AnswerInput = {
  readonly frame: RecallFrame
  /** In rank order. */
  readonly evidence: readonly Evidence[]
  /** IANA name; days are reckoned by it. */
  readonly timeZone: string
  /** Names by which the texts call a person; empty where none is known. */
  readonly aliases: readonly Alias[]
  /**
   * How telling a term of the question is, ≥ 0: high for what stands in few units of the bank (an inverse document
   * frequency). Terms that are not listed are as telling as the most telling one listed.
   */
  readonly termWeights: ReadonlyMap<string, number>
  /** The last session day of the bank, as far as it is looked at; undefined where it is not known. */
  readonly lastDay?: Day | undefined
}
