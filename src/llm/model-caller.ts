import type { ModelCall, ModelRole } from '../model/usage.ts'
import type { LanguageModelClient, ModelChunk, ModelReply, ModelRequest } from './model-client.ts'

/** How a call of this caller is told apart from its like. */
export type CallOptions = { readonly signal?: AbortSignal | undefined; readonly reask?: boolean | undefined }

/**
 * A language model in a role, as the stages use it: calls wait for a free place, are bounded in time, are repeated when
 * the provider is overloaded, and are recorded.
 */
export interface ModelCaller {
  readonly role: ModelRole
  readonly model: Pick<LanguageModelClient, 'id' | 'contextTokens' | 'countTokens'>
  /**
   * @throws {ProviderError} When every attempt failed, or a further one could not help; a `ProviderRefusedError` among
   *   them when the provider's filter ended the reply.
   */
  generate(request: ModelRequest, options?: CallOptions): Promise<ModelReply>
  /** Repeated only until the first text has come: what was given out cannot be taken back. */
  stream(request: ModelRequest, options?: CallOptions): AsyncIterable<ModelChunk>
  /** The same caller, whose calls are told to `record` as well. */
  recordedBy(record: (call: ModelCall) => void): ModelCaller
}

/** The models of a memory by role; undefined where none is set. */
export type ModelCallers = Readonly<Record<ModelRole, ModelCaller | undefined>>
