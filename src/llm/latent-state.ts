import type { LanguageModelClient, ModelRequest } from './model-client.ts'

/**
 * A language model that keeps the evaluated state of prompt prefixes: what it has read once it need not read again.
 *
 * Contract: a reply after a kept state has the same tokens as one without. States are kept by model, system prompt and
 * content of the prefix, within a bound of bytes; the least recently used goes first. They hold the words of the
 * episode and are as private as the bank.
 *
 * @see E-mem, section 3.2 (latent context)
 */
export interface LatentState {
  /**
   * Evaluates a request's `prefix` and keeps its state, so that the first question need not wait for it. Does nothing
   * where it is kept already, or the request has no prefix.
   *
   * @throws {ProviderError} If the prefix does not fit the model's context, or cannot be evaluated.
   */
  prepare(request: ModelRequest, options?: { signal?: AbortSignal | undefined }): Promise<PreparedState>
  /**
   * Removes all that is kept of an episode, by its name, when the calls before it have ended.
   *
   * @returns Number of states.
   */
  forgetStates(episode: string): Promise<number>
}

export type PreparedState = {
  /** Tokens of the prefix; 0 where there is none. */
  readonly tokens: number
  /** Whether it was evaluated now rather than found. */
  readonly made: boolean
}

/** The latent state of a model that has one. */
export function latentStateOf(client: LanguageModelClient): LatentState | undefined {
  return 'prepare' in client && 'forgetStates' in client
    ? (client as LanguageModelClient & LatentState)
    : undefined
}
