import type { Verdict } from './answer.ts'
import type { DayRange } from './day-range.ts'
import type { Reading, Round, StopReason } from './episode.ts'
import type { Evidence, Tier } from './evidence.ts'
import type { MemoryUnit, UnitId } from './memory-unit.ts'
import type { RecallFrame } from './recall-frame.ts'
import type { DeepCost, Usage } from './usage.ts'

/** How much of the bank could be searched by meaning. */
export type IndexState = {
  readonly units: number
  /** Units without a vector yet: found by words, time and persons alone. */
  readonly wordsOnly: number
  /** Turns that no language model has anchored yet, though one is set; their turn units are searched. 0 without a model. */
  readonly awaitingModel: number
}

/** A search beside the question itself, planned by a language model. */
export type PlannedQuery = {
  /** What is searched for by meaning. */
  readonly text: string
  /** Further words to search for. */
  readonly keywords: readonly string[]
}

/** A language model that was asked about the question, and what became of it. */
export type Consultation = {
  readonly task: 'analyse' | 'plan' | 'analyse-and-plan'
  /** `ok`, or the `code` of the error without whose reply the recall went on. */
  readonly outcome: string
}

/** A look of a language model at the evidence. @see RaMem, appendix C.4 */
export type ReflectionRound = {
  /** `ok`, or the `code` of the error that ended the reflection. */
  readonly outcome: string
  /** What it found missing, in its own words. */
  readonly missing: string
  readonly searches: readonly string[]
  /** Units that these searches brought into the evidence. */
  readonly found: readonly UnitId[]
}

/** One unit in a ranked list of the trace. */
export type TracedUnit = {
  readonly unit: UnitId
  readonly origin: MemoryUnit['origin']
  readonly score: number
  readonly lexicalRank: number | undefined
  readonly denseRank: number | undefined
  readonly tier: Tier
}

/** The record of one recall, plain data: what the inspector and the experiments read. */
export type Trace = {
  readonly frame: RecallFrame
  /** Whether the cue guard fired and whether its cue was grounded. @see RaMem, appendix C.4 */
  readonly guard: 'no-cue' | 'cue-not-grounded' | 'grounded'
  readonly range: DayRange | undefined
  readonly bufferedRange: DayRange | undefined
  /** How the question was read by a language model; empty where none was asked. */
  readonly consultations: readonly Consultation[]
  /** What was searched for beside the question. */
  readonly queries: readonly PlannedQuery[]
  readonly reflection: readonly ReflectionRound[]
  /** C_ctx and C_content, units of both origins where both are searched, best first, at most as deep as the plan's `depth`. */
  readonly contextList: readonly TracedUnit[]
  readonly contentList: readonly TracedUnit[]
  /** Milliseconds by stage: frame, embed, gather, select. */
  readonly milliseconds: Readonly<Record<string, number>>
}

/** What was recalled for a question: evidence in rank order, with the frame that it was checked against. */
export type Recollection = {
  readonly question: string
  readonly frame: RecallFrame
  readonly evidence: readonly Evidence[]
  readonly index: IndexState
  /** Model calls for this question and what they cost. */
  readonly usage: Usage
  readonly trace: Trace
}

/** What the deep mode did. */
export type Reconstruction = {
  readonly rounds: readonly Round[]
  /** Every reading of every round; `failed` names the assistants that were replaced by extraction. */
  readonly readings: readonly Reading[]
  /** Quotes of assistants that stand in no episode; the master has not seen them. */
  readonly droppedQuotes: number
  readonly mendedQuotes: number
  readonly stoppedBy: StopReason
  /** Small and large model apart; calls of the fast mode before it are among them. */
  readonly cost: DeepCost
}

/** A recollection and what it says. */
export type Answer = Recollection & {
  readonly mode: 'fast' | 'deep'
  /** Why this mode answered, in one sentence. */
  readonly why: string
  /** Citations of the model that the evidence does not bear out. */
  readonly droppedCitations: number
  /** Undefined where the fast mode answered alone. */
  readonly deep: Reconstruction | undefined
} & Verdict
