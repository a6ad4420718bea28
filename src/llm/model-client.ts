import type { TaskName, TokenUsage } from '../model/usage.ts'

/** A JSON Schema object (draft 2020-12) of the subset that strict structured output accepts everywhere. */
export type JsonSchema = { readonly [key: string]: unknown }

/** One question to a language model. */
export type ModelRequest = {
  readonly task: TaskName
  /** What the model is to do. The same for every call of a task, so that a provider's prefix cache can keep it. */
  readonly system: string
  /** What it is to do it with; what changes most stands last. */
  readonly prompt: string
  /** The form of the reply; undefined: free text. */
  readonly schema: JsonSchema | undefined
  /** Upper bound of the reply. */
  readonly maxOutputTokens: number
  /** The beginning that later requests share; only a model in process makes use of it. Default: none. */
  readonly prefix?: PromptPrefix | undefined
}

/** The beginning of a prompt whose evaluated state is worth keeping: system and episode, up to the question. */
export type PromptPrefix = {
  /** Of `prompt`, in UTF-16 code units. */
  readonly length: number
  /** Names the episode that it holds, also while that grows: what is kept of it is forgotten by this name. */
  readonly episode: string
}

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'other'

export type ModelReply = {
  readonly text: string
  readonly finishReason: FinishReason
  readonly usage: TokenUsage
}

/** Part of a streamed reply; `finish` comes once, last, with the whole text. */
export type ModelChunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'finish'; readonly reply: ModelReply }

/**
 * A language model: what we ask of it and nothing else.
 *
 * Contract: one call is one request, without retries. Replies are not deterministic. What goes wrong is thrown as a
 * `ProviderError` or a subclass; an aborted signal rejects with its reason and ends the request down to the socket.
 * Where the provider has structured output `schema` is passed on; otherwise it is written into the prompt.
 */
export interface LanguageModelClient {
  /** The model's own name, for costs and for what is kept by model. */
  readonly id: string
  /** Tokens of prompt and reply together; undefined where it is not known. */
  readonly contextTokens: number | undefined
  /** Counts by the model's own tokenizer; undefined where it is out of reach. */
  readonly countTokens: ((text: string) => number) | undefined
  generate(request: ModelRequest, options?: { signal?: AbortSignal | undefined }): Promise<ModelReply>
  stream(request: ModelRequest, options?: { signal?: AbortSignal | undefined }): AsyncIterable<ModelChunk>
}
