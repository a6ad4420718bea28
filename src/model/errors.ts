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

/** The bank's vectors were made by another embedding model. */
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
