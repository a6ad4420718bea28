/** What a language model is asked for. Each task is one file in `src/llm/tasks/`. */
export type TaskName =
  /** Window of turns → memory units. @see RaMem, section 3.1 */
  | 'anchor'
  /** Question → conditions of valid evidence. @see RaMem, section 3.2 */
  | 'analyse'
  /** Question → a few targeted queries. @see RaMem, appendix C.4 */
  | 'plan'
  /** `analyse` and `plan` in one call. */
  | 'analyse-and-plan'
  /** Evidence → what is still missing. @see RaMem, appendix C.4 */
  | 'reflect'
  /** Evidence → answer. @see RaMem, section 3.4 */
  | 'answer'
  /** Episode → summary. @see E-mem, phase 1 */
  | 'summarise'
  /** Episode and question → evidence with quotes. @see E-mem, phase 3 */
  | 'assist'
  /** Evidence of the assistants → answer, or what to ask next. @see E-mem, phase 4 */
  | 'aggregate'

/** Who answers: `writer` anchors and summarises, `reader` plans, answers and aggregates, `assistant` reads episodes. */
export type ModelRole = 'writer' | 'reader' | 'assistant'

/** Tokens of one call as its provider counts them; undefined where it does not say. */
export type TokenUsage = {
  /** All of the prompt, cached or not. */
  readonly inputTokens: number | undefined
  /** Of these, read from the provider's cache or from a saved state. */
  readonly cachedInputTokens: number | undefined
  readonly outputTokens: number | undefined
}

/** One call of a language model, its retries included. */
export type ModelCall = TokenUsage & {
  readonly task: TaskName
  readonly role: ModelRole
  /** The model's own name. */
  readonly model: string
  /** From the first attempt to the end of the reply, pauses included. */
  readonly milliseconds: number
  /** Requests sent, from 1: more where the provider was overloaded. */
  readonly attempts: number
  /** Whether it asked again because a reply could not be read. */
  readonly reask: boolean
  /** `ok`, or the `code` of the error that ended it. */
  readonly outcome: string
}

/** What language models were asked and what it cost. */
export type Usage = {
  /** How many calls there were; `calls` of a memory lists the latest only. */
  readonly callCount: number
  /** Of a question: all; of a memory: the latest thousand. */
  readonly calls: readonly ModelCall[]
  /** Sums over all calls, also those that are not listed any more; a provider that does not say counts as 0. */
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly outputTokens: number
  /** Time in calls, summed; calls that run at once count each. */
  readonly milliseconds: number
}

/** Tokens of one kind of model; what a provider does not say counts as 0. */
export type TokenCost = {
  readonly calls: number
  /** Input tokens that were read anew. */
  readonly uncachedInput: number
  /** Input tokens that came from a prompt cache or a saved state. */
  readonly cachedInput: number
  readonly output: number
  /** All of these. */
  readonly total: number
}

/** What deep mode costs, small and large model apart. @see E-mem, section 4.5 */
export type DeepCost = {
  /** T_S: the assistants. */
  readonly small: TokenCost
  /** T_L: the master, and every other call of the reader. */
  readonly large: TokenCost
  /** The writer: summaries and memory units. Once a memory, not once a question, and so not in `normalised`. */
  readonly build: TokenCost
  /** T_S + 10 · T_L, over the totals. */
  readonly normalised: number
}
