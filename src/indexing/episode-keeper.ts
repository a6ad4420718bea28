import type { Embedder } from '../embed/embedder.ts'
import { cutEpisodes, type KeptEpisodes, keepEpisodes } from '../episodes/keep-episodes.ts'
import { forgetEpisodes, forgetEpisodesIn } from '../episodes/latent.ts'
import { shelfWithTail } from '../episodes/shelf-with-tail.ts'
import { createSummaryFailures } from '../episodes/summary-failures.ts'
import { estimateTokens } from '../llm/estimate-tokens.ts'
import { latentStateOf } from '../llm/latent-state.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import type { LanguageModelClient } from '../llm/model-client.ts'
import type { EpisodeShape, EpisodeShelf, UncutTurns } from '../store/episode-shelf.ts'
import type { Store } from '../store/store.ts'

export type EpisodeKeeperOptions = {
  /** L and δ as asked for. */
  readonly tokens: number
  readonly overlap: number
  /** Whose tokens are counted, and whose context bounds L; undefined: tokens are estimated. */
  readonly assistant: ModelCaller | undefined
  /** Summarises sealed episodes; undefined: sentences of them are taken. */
  readonly writer: ModelCaller | undefined
  readonly embedder: Embedder | undefined
  /** Names the bank for good, whatever handle opens it. */
  readonly bankKey: string
  /** Folder where models in process keep what they have read of episodes; undefined: known to the assistant alone. */
  readonly states: string | undefined
  readonly onFailure: (error: unknown) => void
  /** Set when the memory is closed: nobody reads a summary that comes after it. */
  readonly stopping: AbortSignal
}

/** Keeps the raw episodes of a bank in step with its turns. */
export interface EpisodeKeeper {
  /** As `keep` brings it up to date: of a bank that cannot be written, with what lies in no episode yet. */
  readonly shelf: EpisodeShelf
  /** Cuts what was appended, so that the open episode can be read; in memory where the bank cannot be written. */
  keep(signal: AbortSignal | undefined): Promise<EpisodeShelf>
  /**
   * The same, and makes the summaries that are missing; with `again` those as well that the writer has failed at too
   * often. @throws The reason of the signal, or a `ClosedError`.
   */
  summarise(
    signal: AbortSignal | undefined,
    options?: { readonly again: boolean },
  ): Promise<KeptEpisodes | undefined>
  /** Runs what forgets turns; then whatever models in process kept of their episodes goes as well. */
  whileForgetting<Result>(forget: () => Promise<Result>): Promise<Result>
}

export function createEpisodeKeeper(store: Store, options: EpisodeKeeperOptions): EpisodeKeeper {
  const { facts, derived } = store
  const { assistant, stopping } = options
  const shelf = facts.readOnly ? shelfWithTail(derived.episodes) : derived.episodes
  const failures = createSummaryFailures()
  const context = {
    failures,
    shelf,
    shape: shapeOf(options),
    countTokens: assistant?.model.countTokens ?? estimateTokens,
    timeZone: facts.timeZone,
    writer: options.writer,
    embedder: options.embedder,
    onFailure: options.onFailure,
  }
  return {
    shelf,
    async keep(signal) {
      await cutEpisodes(context, signal)
      return shelf
    },
    async summarise(signal, { again } = { again: false }) {
      if (facts.readOnly) return undefined
      if (again) failures.clear()
      return keepEpisodes(context, {
        signal: signal === undefined ? stopping : AbortSignal.any([signal, stopping]),
      })
    },
    async whileForgetting(forget) {
      const { states, bankKey } = options
      const assisting = assistant?.model as LanguageModelClient | undefined
      const client = assisting && latentStateOf(assisting) && assisting
      if (client === undefined && states === undefined) return forget()
      const before = await derived.episodes.heads()
      const uncut = mostEpisodesOf(await derived.episodes.uncut(), context.shape)
      const forgotten = await forget()
      try {
        if (client !== undefined) await cutEpisodes(context, undefined)
        const heads = { before, after: await derived.episodes.heads(), uncut }
        if (client !== undefined) await forgetEpisodes(client, bankKey, heads)
        if (states !== undefined) await forgetEpisodesIn(states, bankKey, heads)
      } catch (error) {
        // The turns are gone already: a rejection would say that they are not.
        options.onFailure(error)
      }
      return forgotten
    },
  }
}

/** The paper counts L by the assistant's tokenizer; what does not fit its context beside prompt and reply is no L. */
function shapeOf({ tokens, overlap, assistant }: EpisodeKeeperOptions) {
  const context = assistant?.model.contextTokens ?? Infinity
  const most = Math.max(LEAST_TOKENS, Math.floor(context * (1 - KEPT_SHARE)))
  return {
    tokens: Math.min(tokens, most),
    overlap,
    tokenizer: assistant?.model.countTokens === undefined ? 'estimate' : assistant.model.id,
  }
}

/** Generously: who read these turns without cutting them may count tokens otherwise. */
function mostEpisodesOf({ torn, turns }: UncutTurns, { tokens, overlap }: EpisodeShape): number {
  if (torn.length + turns.length === 0) return 0
  const all = turns.reduce((sum, { text }) => sum + estimateTokens(text) + TOKENS_BESIDE_TEXT, 0)
  return torn.length + Math.ceil((2 * all) / (tokens * (1 - overlap))) + 1
}

/** Speaker and time of a turn as an episode shows them. */
const TOKENS_BESIDE_TEXT = 20
const LEAST_TOKENS = 256
/** Share of the assistant's context that is kept for its instructions, the question and the reply. */
const KEPT_SHARE = 0.3
