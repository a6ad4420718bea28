import type { Instant, Span } from './day-range.ts'
import type { SessionId, Turn, TurnId } from './turn.ts'

/** A turn of an episode, or the part of a long one that lies in it, in UTF-16 code units, end exclusive. */
export type EpisodeTurn = { readonly turn: Turn; readonly start: number; readonly end: number }

/** Where an episode begins or ends: a turn by its position in the bank, and an offset in its text. */
export type EpisodePlace = { readonly position: number; readonly offset: number }

/** What is known of an episode without reading its turns. Episodes are in the order of arrival. */
export type EpisodeHead = {
  /** From 1, in order; never used again. */
  readonly number: number
  readonly first: EpisodePlace
  /** End exclusive: the offset is the first code unit that is not in it. */
  readonly last: EpisodePlace
  /** As rendered, counted by the assistant's tokenizer. */
  readonly tokens: number
  /** A sealed episode does not grow; the last one is open until it is full. */
  readonly sealed: boolean
  /** From the earliest to the latest of its turns. */
  readonly span: Span
  /** Names the rendered content (SHA-256, hexadecimal): equal content has equal hashes. */
  readonly hash: string
  /** Undefined until it is made: of sealed episodes by `flush`, of the open one when it is routed. */
  readonly summary: string | undefined
}

/** `E`: a raw, uncompressed block of consecutive turns. @see E-mem, section 3.1 */
export type Episode = EpisodeHead & { readonly turns: readonly EpisodeTurn[] }

/** The ways by which a question activates an episode. @see E-mem, section 3.2 */
export type Pathway =
  | 'global'
  | 'semantic'
  | 'symbolic'
  /** It holds turns of the grounded range. Ours. */
  | 'time'
  /** It holds evidence of the fast mode. Ours. */
  | 'evidence'

/** An episode that was chosen to be read, and by which pathways: ranks from 1. */
export type Activation = {
  readonly episode: number
  readonly score: number
  readonly pathways: readonly { readonly pathway: Pathway; readonly rank: number }[]
}

/** A verbatim piece of an episode's turn. */
export type Quote = {
  readonly turn: TurnId
  readonly speaker: string
  readonly session: SessionId
  readonly time: Instant
  /** Stands in the turn character by character. */
  readonly text: string
}

/** What one assistant found in one episode: a deduction and the quotes that it rests on. */
export type EpisodeEvidence = {
  readonly episode: number
  readonly hash: string
  readonly statement: string
  readonly quotes: readonly [Quote, ...Quote[]]
  /** `model`, or `extract` where passages were taken as they are: without a model, or because the assistant failed. */
  readonly by: 'model' | 'extract'
}

/** The record of one reading of one episode. */
export type Reading = {
  readonly episode: number
  /** 1 for the question itself; later rounds ask sub-questions. */
  readonly round: number
  readonly relevant: boolean
  readonly evidence: readonly EpisodeEvidence[]
  /** Quotes that do not stand in the episode; the master never sees them. */
  readonly droppedQuotes: number
  /** Quotes that differed in white space, quotation marks or case, and were mended to the original. */
  readonly mendedQuotes: number
  /** The `code` of the error for which the assistant was replaced by extraction; undefined where it answered. */
  readonly failed: string | undefined
}

/** One probe of the memory: what was asked of which episodes. */
export type Round = {
  /** From 1. */
  readonly number: number
  /** The question itself, or the sub-question. */
  readonly question: string
  readonly activations: readonly Activation[]
  /** Episodes whose assistants were stopped because the evidence sufficed. */
  readonly stopped: readonly number[]
}

/** Why the deep mode ended. */
export type StopReason =
  /** The evidence supports an answer. */
  | 'enough'
  /** A round found nothing that was not known, or there was nothing further to ask. */
  | 'nothing-new'
  /** No further round was allowed. */
  | 'rounds'
  /** The budget ran out; what is given is the best so far. */
  | 'budget'
