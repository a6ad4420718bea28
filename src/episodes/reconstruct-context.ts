import type { ModelCaller } from '../llm/model-caller.ts'
import type { Purse } from '../llm/purse.ts'
import type { Verdict } from '../model/answer.ts'
import type { Activation, Episode, EpisodeEvidence, Reading, Round, StopReason } from '../model/episode.ts'
import type { Alias } from '../model/history.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { TurnId } from '../model/turn.ts'
import type { Searched } from './aggregate.ts'

/** What a question is reconstructed from, and by whom. */
export type ReconstructContext = {
  /** Of the question itself. */
  readonly frame: RecallFrame
  /** Frames a sub-question against the same bank and day. */
  readonly frameOf: (question: string) => RecallFrame
  /** What the question activates. */
  readonly routed: Routed
  /** Activates episodes for a sub-question. */
  readonly route: (question: string) => Promise<Routed>
  /** @throws {NotFoundError} If the episode is gone; it is passed over then. */
  readonly read: (episode: number) => Promise<Episode>
  /** The units of origin `turn` that were drawn from turns. */
  readonly unitsOf: (turns: readonly TurnId[]) => Promise<readonly MemoryUnit[]>
  /** Names the bank for good, so that what a model in process keeps of its episodes is found and forgotten. */
  readonly bank: string
  readonly timeZone: string
  readonly aliases: readonly Alias[]
  /** What the fast mode's search knows of the question; undefined: nobody has searched. */
  readonly searched?: Searched | undefined
  /** Undefined: passages are extracted without a model. */
  readonly assistant: ModelCaller | undefined
  /** Undefined: evidence is joined without a model. */
  readonly master: ModelCaller | undefined
}

/** What a question activates. */
export type Routed = {
  /** Episodes, best first. */
  readonly activations: readonly Activation[]
  /**
   * Turns that are known to bear on the question, best first: the passages by which it was routed, the evidence of the
   * fast mode. Extraction takes them first; a model reads whole episodes and is not told.
   */
  readonly known: readonly TurnId[]
}

export type ReconstructOptions = {
  /** Rounds at most, from 1: the question itself, then sub-questions. 1 is direct inference. */
  readonly rounds: number
  /** What may still be spent. */
  readonly purse: Purse
  readonly signal: AbortSignal | undefined
  /**
   * Whether the evidence suffices, so that the assistants of the first round that are still reading are stopped;
   * undefined: all are waited for.
   */
  readonly enough?: ((evidence: readonly EpisodeEvidence[]) => boolean) | undefined
  readonly onEvent?: ((event: ReconstructEvent) => void) | undefined
}

/** What happens, as it happens. */
export type ReconstructEvent =
  | { readonly type: 'activated'; readonly round: Round }
  | { readonly type: 'read'; readonly reading: Reading }
  | { readonly type: 'aggregated'; readonly round: number; readonly missing: string | undefined }

export type Reconstruction = {
  readonly verdict: Verdict
  /** Every reading of every round; `failed` names the assistants that were replaced by extraction. */
  readonly readings: readonly Reading[]
  readonly rounds: readonly Round[]
  /** What the verdict rests on, each set of quotes once. */
  readonly evidence: readonly EpisodeEvidence[]
  /** Quotes of assistants that stand in no episode; the master has not seen them. */
  readonly droppedQuotes: number
  readonly mendedQuotes: number
  /** Citations of the master of what it was not shown. */
  readonly droppedCitations: number
  readonly stoppedBy: StopReason
}
