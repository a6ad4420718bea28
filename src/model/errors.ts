/** The base of every error that Reinstate throws; `code` is stable across releases. */
export class ReinstateError extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** What a user or a request gave does not hold; `path` names the field (`turns[3].text`). */
export class ValidationError extends ReinstateError {
  readonly path: string
  constructor(path: string, message: string, options?: { cause?: unknown }) {
    super('validation', message, options)
    this.path = path
  }
}

/** A turn id exists already with other content. */
export class ConflictError extends ReinstateError {
  readonly turn: string
  constructor(turn: string, message: string) {
    super('conflict', message)
    this.turn = turn
  }
}

/** A bank, session, speaker or turn that does not exist. */
export class NotFoundError extends ReinstateError {
  constructor(message: string) {
    super('not-found', message)
  }
}

/** An operation that removes or reads a part was called without saying which. */
export class ScopeRequiredError extends ReinstateError {
  constructor(message: string) {
    super('scope-required', message)
  }
}

/** The bank's vectors were made by another embedding model, or the embedder gave what are no vectors of its own model. */
export class EmbeddingModelError extends ReinstateError {
  constructor(message: string, code = 'embedding-model') {
    super(code, message)
  }
}

/** The bank's vectors have another number of dimensions. */
export class EmbeddingDimensionError extends EmbeddingModelError {
  constructor(message: string) {
    super(message, 'embedding-dimension')
  }
}

/** The bank cannot be written: folder or file without permission, or a frozen copy. */
export class ReadOnlyStoreError extends ReinstateError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('read-only', message, options)
  }
}

/** Another process held the bank's write lock for longer than the busy timeout. Safe to retry. */
export class StoreBusyError extends ReinstateError {
  readonly retryable = true
  constructor(message: string, options?: { cause?: unknown }) {
    super('store-busy', message, options)
  }
}

/** The disk is full, or the file system refused the write; nothing was half written. */
export class StoreFullError extends ReinstateError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('store-full', message, options)
  }
}

/** The file is no bank, is damaged, or was made by a newer release. */
export class StoreFormatError extends ReinstateError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('store-format', message, options)
  }
}

/** The index does not agree with the turns; the message names the command that rebuilds it. */
export class IndexCorruptError extends ReinstateError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('index-corrupt', message, options)
  }
}

/** A native module cannot be loaded (another platform or Node release, or missing). */
export class NativeModuleError extends ReinstateError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('native-module', message, options)
  }
}

/** An optional package is not installed; the message has the install line. */
export class ModuleMissingError extends ReinstateError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('module-missing', message, options)
  }
}

/** The handle was closed. */
export class ClosedError extends ReinstateError {
  constructor(message: string) {
    super('closed', message)
  }
}

/** A language model could not be asked, or answered with an error. Thrown for what no subclass says more exactly. */
export class ProviderError extends ReinstateError {
  /** HTTP status, where there was one. */
  readonly status: number | undefined
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** Requests that were sent. */
  readonly attempts: number
  /** How long the provider asks to wait before the next request; undefined where it does not say. */
  readonly retryAfterMs: number | undefined
  constructor(message: string, facts: ProviderFacts = {}, code = 'provider') {
    super(code, message, { cause: facts.cause })
    this.status = facts.status
    this.retryable = facts.retryable ?? false
    this.attempts = facts.attempts ?? 1
    this.retryAfterMs = facts.retryAfterMs
  }
}

type ProviderFacts = {
  status?: number | undefined
  retryable?: boolean
  attempts?: number
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** The provider refused the key (401, 403), or there is none. */
export class ProviderAuthError extends ProviderError {
  constructor(message: string, facts: ProviderFacts = {}) {
    super(message, { ...facts, retryable: false }, 'provider-auth')
  }
}

/** The provider or its content filter refuses this request; asking the same again would not help. */
export class ProviderRefusedError extends ProviderError {
  constructor(message: string, facts: ProviderFacts = {}) {
    super(message, { ...facts, retryable: false }, 'provider-refused')
  }
}

/** The provider had no capacity (429, 503, 529), also after every retry. */
export class ProviderOverloadedError extends ProviderError {
  constructor(message: string, facts: ProviderFacts = {}) {
    super(message, { ...facts, retryable: true }, 'provider-overloaded')
  }
}

/** The provider did not answer within the time limit. */
export class ProviderTimeoutError extends ProviderError {
  constructor(message: string, facts: ProviderFacts = {}) {
    super(message, { ...facts, retryable: true }, 'provider-timeout')
  }
}

/** The prompt exceeds the model's context. */
export class ContextTooLongError extends ProviderError {
  constructor(message: string, facts: ProviderFacts = {}) {
    super(message, { ...facts, retryable: false }, 'context-too-long')
  }
}

/** A model's reply could not be read, also after it was asked again. */
export class MalformedModelOutputError extends ReinstateError {
  /** The last reply, verbatim. */
  readonly rawText: string
  /** Why the reply ended: `length` where the token limit cut it. */
  readonly finishReason: string
  constructor(message: string, facts: { rawText: string; finishReason: string; cause?: unknown }) {
    super('malformed-model-output', message, { cause: facts.cause })
    this.rawText = facts.rawText
    this.finishReason = facts.finishReason
  }
}

/** What may be spent on a question is spent. Met inside only: a caller is given the best so far, and told so. */
export class BudgetError extends ReinstateError {
  constructor(message: string) {
    super('budget', message)
  }
}
