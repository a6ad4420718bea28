import type { Memory, TurnInput } from '../../../src/api.ts'
import type { Embedder } from '../../../src/embed/embedder.ts'
import type { ModelCaller } from '../../../src/llm/model-caller.ts'
import type { LanguageModelClient } from '../../../src/llm/model-client.ts'
import type { ModelCall } from '../../../src/model/usage.ts'
import type { Store } from '../../../src/store/store.ts'

/**
 * What a protocol is told of a question: what a deployed system would be told, and nothing else. What it expects, where
 * it stems from and of what kind it is, only `gold.ts` knows, which nothing in this folder may import.
 */
export type AskedQuestion = {
  readonly text: string
  /** The instant at which it is asked. */
  readonly referenceTime: string
  /** Who “I” is; undefined where nobody says. */
  readonly asker: string | undefined
}

/** What a bank remembers: turns with neutral ids, in the order in which they come. */
export type Bank = { readonly name: string; readonly turns: readonly TurnInput[] }

/** What a protocol answers, and from how much. Plain data: it is kept between runs. */
export type Response = {
  /** Empty where it does not answer. */
  readonly text: string
  readonly answered: boolean
  /** Which mode of ours answered; undefined for a baseline. */
  readonly mode: 'fast' | 'deep' | undefined
  /** Whether the auto mode went deep. */
  readonly escalated: boolean
  /** Pieces that it was answered from: memory units, turns, windows or episodes. */
  readonly contextUnits: number
  /** Characters of them as they are shown. */
  readonly contextCharacters: number
  readonly calls: readonly ModelCall[]
  /** Milliseconds until the evidence was there; undefined where nothing is searched. */
  readonly recallMs: number | undefined
  /** Ids of the turns that were found or lie in what was read, for what the labels say about them later. */
  readonly turns: readonly string[]
  /** Assistants that failed and were replaced by extraction. */
  readonly failedAssistants: number
}

/** The models of a run by role; one may stand in several. */
export type RunModels = {
  readonly writer: LanguageModelClient
  readonly reader: LanguageModelClient
  readonly assistant: LanguageModelClient
}

/** What a protocol works with. Whatever is costly is made when it is first wanted, once for all protocols. */
export type World = {
  readonly bank: Bank
  /** The bank without a model: the units of its turns. */
  readonly plain: () => Promise<Memory>
  /** The bank with the run's models: their units beside those of the turns. Made only where there are models. */
  readonly equipped: () => Promise<Memory>
  /** A bank whose episodes have so many tokens; no model wrote any of it. */
  readonly withEpisodes: (tokens: number) => Promise<Store>
  readonly embedder: Embedder
  /** Undefined where the run has no model. */
  readonly models: RunModels | undefined
  /** Undefined where the run has no model. */
  readonly reader: ModelCaller | undefined
}

/** How many calls of models something takes at least and at most. */
export type CallRange = { readonly least: number; readonly most: number }

/** What a bank is like, as far as it decides what a protocol costs. */
export type BankShape = { readonly turns: number; readonly tokens: number }

/** A way to answer the questions about a bank. */
export type Protocol = {
  /** Names it in figures, with whatever is set: `fast@500`. */
  readonly name: string
  readonly needsModel: boolean
  /** Makes whatever a world lacks, so that no question waits for it. */
  prepare(world: World): Promise<unknown>
  /** Answers one question about a world; called for several questions at once. */
  answer(question: AskedQuestion, world: World): Promise<Response>
  /** What it costs, known before it runs; asking again where a reply cannot be read is not counted. */
  cost(shape: BankShape): { readonly build: number; readonly question: CallRange }
}

/** Of a bank that is anchored by windows of 40 turns which repeat 2. */
export function windowsOf({ turns }: BankShape): number {
  return Math.ceil(Math.max(1, turns - 2) / 38)
}

/** Of episodes of so many tokens of which a tenth repeats. */
export function episodesOf({ tokens }: BankShape, episodeTokens = 8_192): number {
  return Math.max(1, Math.ceil(tokens / (episodeTokens * 0.9)))
}

export const NO_CALLS: CallRange = { least: 0, most: 0 }
