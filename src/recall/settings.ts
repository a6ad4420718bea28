import type { LexicalShape } from '../store/views/view-query.ts'

/** How lists of candidates become one order. */
export type Fusion =
  /** Reciprocal rank over the dense and the lexical list. */
  | { readonly type: 'rrf'; readonly k: number }
  /** The weighted sum of `FEATURES`, see `weights.ts`. */
  | { readonly type: 'features' }

/** Everything that decides a recall besides the question and the caller's filters. */
export type RecallSettings = {
  /** How many units each view contributes to a list. */
  readonly depth: number
  readonly lexical: LexicalShape
  readonly fusion: Fusion
  /** Whether time words that were grounded are left out of the words and the meaning searched for. */
  readonly dropCue: boolean
  /**
   * Whether speakers' names are taken out of the text whose meaning is searched for, and what would be said in reply is
   * added where a time was grounded: see `withoutSpeakers` and `withStatement`.
   */
  readonly namelessMeaning: boolean
  readonly context: ContextSettings
  readonly model: ModelSettings
  /** Whether, of two statements about the same, the newer one stands first where the question asks how things are. */
  readonly newerFirst: boolean
}

/** How a language model takes part, where one is asked. */
export type ModelSettings = {
  /** Whether one call analyses the question and plans queries, or one each. */
  readonly calls: 'joint' | 'separate'
  /** What a planned keyword counts in the lexical view, where a word of the question counts 1; 0 leaves them out. */
  readonly keywordWeight: number
  /** How often a model looks at the evidence, and how many searches may follow each time; 0 rounds turn it off. */
  readonly reflection: { readonly rounds: number; readonly searches: number }
}

export type ContextSettings = {
  readonly bufferDays: number
  /** Whether an event time inside the range makes a unit compatible, whenever it was told. */
  readonly byEventTime: boolean
  /** How far above content a unit inside the range is lifted, in units of the fused score. */
  readonly lift: number
  /** How much less a unit in the buffer is lifted: at all, and for each day of its distance. */
  readonly outside: number
  readonly outsideByDay: number
}
