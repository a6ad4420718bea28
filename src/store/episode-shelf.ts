import type { Episode, EpisodeHead } from '../model/episode.ts'
import type { Turn } from '../model/turn.ts'

/** How turns become episodes; the shelf keeps it, and cuts anew when it is opened with another. */
export type EpisodeShape = {
  /** L: tokens of a full episode. */
  readonly tokens: number
  /** δ in [0, 1): share of a sealed episode that the next one repeats. */
  readonly overlap: number
  /** Names the tokenizer by which tokens are counted. */
  readonly tokenizer: string
}

/** Where the last episode stands; undefined before the first. */
export type OpenEpisode = Episode | undefined

/** An episode as it is written: heads without number and summary. */
export type EpisodeDraft = Omit<EpisodeHead, 'number' | 'summary'>

/**
 * Cuts: continues the open episode by new turns, in the order of arrival, and gives the drafts that take its place: its
 * grown form first, then those that follow. Pure.
 */
export type Segment = (open: OpenEpisode, turns: readonly Turn[]) => readonly EpisodeDraft[]

/** Makes a head anew from the turns that are left of an episode; undefined where none is. */
export type Resegment = (turns: Episode['turns']) => EpisodeDraft | undefined

/** Raw episodes on durable storage: places in the sequence of turns, never copies of their text. */
export interface EpisodeShelf {
  /**
   * Takes in the turns that lie in no episode yet, and cuts anew the episodes that lost turns; cost is O(new turns).
   * All episodes go when `shape` is another than before; summaries stay with equal hashes.
   */
  extend(
    shape: EpisodeShape,
    cut: { readonly segment: Segment; readonly resegment: Resegment },
  ): Promise<void>
  /** All heads in order. */
  heads(): Promise<readonly EpisodeHead[]>
  /** @throws {NotFoundError} If there is no such episode (any more). */
  read(number: number): Promise<Episode>
  /** What lies in no episode, or in one that waits to be cut anew: what `extend` would take in. */
  uncut(): Promise<UncutTurns>
  /** Stores a summary with its vectors, unless the episode has another hash by now. */
  putSummary(episode: Pick<EpisodeHead, 'number' | 'hash'>, summary: EpisodeSummary): Promise<void>
  /** Summaries with their vector, for the global pathway; undefined where it has none. */
  summaries(): Promise<readonly (EpisodeSummary & { readonly number: number })[]>
}

export type UncutTurns = {
  /** Episodes that lost turns, with those that are left, in order. */
  readonly torn: readonly Pick<Episode, 'number' | 'sealed' | 'turns'>[]
  /** After the last episode, in the order of arrival. */
  readonly turns: readonly Turn[]
}

export type EpisodeSummary = {
  readonly text: string
  /** `model`, or `extract`: sentences of the episode as they are. */
  readonly by: 'model' | 'extract'
  /** L2-normalised; undefined where it could not be embedded. */
  readonly vector: Float32Array | undefined
}
