/// <reference lib="esnext.disposable" preserve="true" />

import type { Embedder } from './embed/embedder.ts'
import type { EmbeddingModelLike } from './embed/from-embedding-model.ts'
import type { ModelsOption } from './llm/models-option.ts'
import type { Reading } from './model/episode.ts'
import type { ReinstateError } from './model/errors.ts'
import type { MemoryUnit } from './model/memory-unit.ts'
import type { RecallFrame } from './model/recall-frame.ts'
import type { Answer, IndexState, Recollection } from './model/recollection.ts'
import type { Json, Session, Turn, TurnId } from './model/turn.ts'
import type { Usage } from './model/usage.ts'
import type { RecallSettings } from './recall/settings.ts'
import type { Appended, Forgotten, Verification } from './store/store.ts'

/** Options of {@link openMemory}. */
export type MemoryOptions = {
  /** IANA name, by which days are reckoned. Written when the bank is made; later it must agree. Default `UTC`. */
  timeZone?: string | undefined
  /** How 03/04/2023 is read. Written when the bank is made. Default: both readings, reported as ambiguous. */
  dateOrder?: 'DMY' | 'MDY' | undefined
  /**
   * Default: the bundled e5-small-v2, in process, shared by all banks of the process. Any AI SDK embedding model object
   * instead, see `fromEmbeddingModel` for its bounds. With `'none'` words alone are
   * searched, no vectors are made, and a bank of any model can be opened.
   */
  embedder?: Embedder | EmbeddingModelLike | 'none' | undefined
  /** The clock against which a question without `referenceTime` is read. Default: the machine's. */
  clock?: (() => Date) | undefined
  /** Called for each thing worth a line in a log; never with the text of a turn. Default: nothing is logged. */
  log?: ((entry: LogEntry) => void) | undefined
  /** Open without writing; a bank that does not exist is then a `NotFoundError`. Default false. */
  readOnly?: boolean | undefined
  /**
   * Accept a bank whose vectors another embedding model made; they are dropped when it is opened, and `flush` or
   * `reembed` makes them anew. Default false: such a bank is an `EmbeddingModelError`.
   */
  replaceVectors?: boolean | undefined
  /**
   * Language models: one for every role, or one a role. Default: none, and none is ever called. With a model turns are
   * anchored in the background by windows, and `ask` lets it answer from the evidence.
   */
  models?: ModelsOption | undefined
  /** How language models are called. */
  calls?: CallLimits | undefined
  /** How turns are anchored by a language model. */
  anchoring?: AnchoringOptions | undefined
  /** How raw episodes are cut, for the deep mode. */
  episodes?: EpisodeOptions | undefined
  /**
   * The folder where models in process keep what they have read of episodes (`states.folder` of `createLlamaCppModel`,
   * `REINSTATE_STATES`). With it `forget` removes what was kept of forgotten episodes though no such model is set.
   * Default: only a model that is set forgets its own.
   */
  states?: string | undefined
  /** Ends the opening, which may have to ask an embedding model for its dimension; without effect once it is open. */
  signal?: AbortSignal | undefined
}

/** Bounds on the calls of language models, over all roles of a memory. */
export type CallLimits = {
  /** Calls at the same time, from 1. Default 8. */
  concurrency?: number | undefined
  /** Milliseconds for one attempt, at most 2^31 - 1; of a stream: for each pause in it. Default 120,000. */
  timeoutMs?: number | undefined
  /** Requests for one call, from 1; more than one only where the provider is overloaded or out of reach. Default 3. */
  attempts?: number | undefined
}

/** @see RaMem, appendix C.2 */
export type AnchoringOptions = {
  /** W: turns in a window, its overlap included. Default 40. */
  windowTurns?: number | undefined
  /** O: turns that a window repeats of the one before. Default 2. */
  overlapTurns?: number | undefined
  /** Whether full windows are anchored as turns come in; otherwise `flush` and `anchor` do it. Default true. */
  inBackground?: boolean | undefined
}

/** @see E-mem, section 3.1 */
export type EpisodeOptions = {
  /** L: tokens of a full episode, from 256; bounded by the assistant's context. Default 8,192. */
  tokens?: number | undefined
  /** δ in [0, 0.5]: share of an episode that the next one repeats. Default 0.1. */
  overlap?: number | undefined
}

/** A line for a log: an event, and facts that never quote a turn. */
export type LogEntry = {
  readonly level: 'debug' | 'info' | 'warn'
  readonly event: string
  readonly facts: Readonly<Record<string, Json>>
}

/** A turn as it is handed in. */
export type TurnInput = {
  /** 1 to 512 characters. Default: made from the content, so that a retry adds nothing. */
  id?: string | undefined
  /** 1 to 512 characters. Default: the local day of the turn. */
  session?: string | undefined
  /** When the session began; dates a turn that has no time of its own, which is then marked as inferred. */
  sessionStart?: Date | string | undefined
  speaker: string
  /** The words, or the content parts of a chat message. */
  text: TurnText
  /** A `Date` or ISO 8601; without offset: in the bank's time zone. Epoch numbers are refused. */
  time?: Date | string | null | undefined
  role?: string | undefined
  metadata?: { readonly [key: string]: Json }
}

export type TurnText = string | ContentPart | readonly ContentPart[]
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'image'; url?: string; caption?: string }

/** Whatever can wait takes a signal; it then rejects with the signal's reason. */
export type Abortable = { signal?: AbortSignal | undefined }

/** What these exclude is not found, whatever its score. A session or speaker that the bank does not know finds nothing. */
export type HardFilters = {
  /** Inclusive days, `{ first: '2023-05-01', last: '2023-05-31' }`, by when it was said. */
  during?: { first: string; last: string }
  session?: string | undefined
  speaker?: string | undefined
  /** Each key must stand in the turn's metadata with an equal value. */
  metadata?: { readonly [key: string]: Json }
}

export type RecallOptions = Abortable &
  HardFilters & {
    /** K: how many pieces of evidence, 1 to 1,000. Default 10. */
    limit?: number | undefined
    /** The instant against which “yesterday” in the question is read. Default: `asOf` where given, else the clock. */
    referenceTime?: Date | string | undefined
    /** Hides turns spoken later. */
    asOf?: Date | string | undefined
    /** Who “I” is in the question. */
    asker?: string | undefined
    /** How candidates are weighed: `presets.defaults`, or a paper's own way for comparisons. Default `presets.defaults`. */
    settings?: RecallSettings | undefined
    /** Which views are searched; one alone is for comparisons. Default `hybrid`. */
    views?: 'hybrid' | 'lexical' | 'dense' | undefined
    /** False turns the context list off: content alone decides (for comparisons). Default true. */
    reinstate?: boolean | undefined
    /** Which memory units are searched: drawn from turns, written by a model, or both. Default: both where a model is set. */
    units?: 'turns' | 'model' | 'both' | undefined
    /**
     * How many model calls the search may cost. `low`: none; `medium`: one, which analyses the question and plans
     * further queries; `high`: reflection after that. A reply that cannot be read is asked for once more, which counts:
     * with the answer of the fast mode `low` is at most two calls, `medium` four, `high` five. Default `low`.
     */
    effort?: 'low' | 'medium' | 'high' | undefined
  }

/** Options of `ask`. */
export type AskOptions = RecallOptions & {
  /**
   * `fast` answers from recalled evidence, `deep` lets assistants re-read whole episodes, `auto` starts fast and goes
   * deep where that does not suffice. Each works without a model too. Default `fast`.
   */
  mode?: 'fast' | 'deep' | 'auto' | undefined
  /** What may be spent; where it runs out the best so far is given, and said so. Default: no bound. */
  budget?: Budget | undefined
  /** τ: episodes that are read in a round of the deep mode, from 1. Default 5. */
  episodes?: number | undefined
  /** Estimated tokens of evidence that a model is given in the fast mode. Default 2,000. */
  evidenceTokens?: number | undefined
}

export type Budget = {
  /** Input and output tokens of all calls. */
  tokens?: number | undefined
  calls?: number | undefined
  /** For the whole question: what it does not suffice for is left out, and `why` names it. */
  timeoutMs?: number | undefined
}

/** What `askStream` yields: one `frame`, one `evidence`, `text` and `episode` as they come, one `done`. */
export type AskEvent =
  /** How the question was read by its words; a model's reading of it stands in the recollection's own frame. */
  | { readonly type: 'frame'; readonly frame: RecallFrame }
  | { readonly type: 'evidence'; readonly recollection: Recollection }
  /**
   * A piece of the answer's text; joined they are the text that `done` has, and there is none where it abstains. Text
   * that was given out cannot be taken back though, so what `done` says counts: where no citation holds it is no answer.
   */
  | { readonly type: 'text'; readonly text: string }
  /** An assistant has read an episode. */
  | { readonly type: 'episode'; readonly reading: Reading }
  | { readonly type: 'done'; readonly answer: Answer }

/** What a language model made of the turns that awaited it. */
export type Anchoring = {
  /** Windows that were anchored. */
  readonly windows: number
  readonly units: number
  /** Units that the model wrote and the turns do not bear out, by reason. */
  readonly refused: Readonly<Record<string, number>>
  /** The first few of each reason, in words. */
  readonly examples: readonly string[]
  /** Units that only repeated others. */
  readonly merged: number
  /** Windows whose reply was cut by its limit, so that units may be missing. */
  readonly truncated: number
  /** Windows that failed; their turns are recalled by their own words, and are tried again. */
  readonly failed: readonly { readonly turns: readonly TurnId[]; readonly error: ReinstateError }[]
  /** Turns that the provider refused now; they are not asked for again unchanged. */
  readonly refusedNow: readonly TurnId[]
  /** Turns that await a model still, and all that the provider refused. */
  readonly awaiting: number
  readonly refusedTurns: number
}

/** What to forget; exactly one key. */
export type ForgetScope = {
  turn?: string | undefined
  turns?: readonly string[] | undefined
  session?: string | undefined
  speaker?: string | undefined
  /** The whole content of the bank. */
  everything?: true | undefined
}

/** Which turns are read; all conditions must hold. */
export type ReadFilter = HardFilters & { ids?: readonly string[] | undefined }

/** One handle on one bank. Every method rejects with a `ClosedError` after `close`. */
export interface Memory extends AsyncDisposable {
  /** The path of the bank, or `:memory:`, and the zone by which its days are reckoned. */
  readonly bank: { readonly name: string; readonly timeZone: string }
  /**
   * Remembers turns: they are on disk when this resolves. All or nothing; what the bank has already is left alone, so a
   * retry adds nothing. One call is one transaction: hand over some hundred turns at a time where there are thousands,
   * so that others can read and write in between.
   *
   * @throws {ConflictError} If a turn id exists with other content.
   * @throws {ValidationError} If a turn does not hold; the path names the field, `turns[3].text`.
   * @throws {ReadOnlyStoreError | StoreBusyError | StoreFullError} If the bank cannot be written.
   */
  append(turns: TurnInput | readonly TurnInput[], options?: Abortable): Promise<Appended>
  /**
   * Finds the evidence for a question, best first, at most `limit` pieces. Text that holds nothing to search for recalls
   * nothing. Every turn appended before is searched; `index.wordsOnly` says how many of the units could be found by their
   * words alone, as their vectors are still being made.
   *
   * @throws {EmbeddingModelError} If another process has made the bank's vectors anew with another model.
   * @throws {ValidationError} If an option does not hold.
   */
  recall(question: string, options?: RecallOptions): Promise<Recollection>
  /**
   * Answers a question from the evidence alone, quoting it, or says that it does not answer it: `answered` is false then,
   * `reason` says why and `nearest` what was found. English is understood best.
   *
   * @throws What `recall` throws.
   */
  ask(question: string, options?: AskOptions): Promise<Answer>
  /** The same as events: the recollection, then the answer. */
  askStream(question: string, options?: AskOptions): AsyncIterable<AskEvent>
  /** Removes turns and everything drawn from them. Unknown turns, sessions and speakers are a `NotFoundError`, an empty scope a `ScopeRequiredError`. */
  forget(scope: ForgetScope, options?: Abortable & { dryRun?: boolean | undefined }): Promise<Forgotten>
  /** The turns, by time, then by arrival. What is appended while they are read is left out. */
  turns(filter?: ReadFilter): AsyncIterable<Turn>
  /** The memory units drawn from the turns, in their order. */
  units(filter?: ReadFilter): AsyncIterable<MemoryUnit>
  /** The sessions, by their first turn. */
  sessions(): Promise<readonly Session[]>
  /**
   * Waits until every turn is anchored by the writer, where one is set, and every unit has its vector. `onProgress`
   * hears of each batch. What a model could not anchor is told in `anchoring.failed`, not thrown.
   */
  flush(
    options?: Abortable & { onProgress?: ((state: IndexState) => void) | undefined },
  ): Promise<IndexState & { readonly anchoring: Anchoring | undefined }>
  /**
   * Lets the writer anchor what awaits it, and waits for it and for the vectors of what it wrote. With `again: 'refused'` turns that the provider refused are
   * asked for again, with `'all'` every turn is; the units that a model wrote before go window by window, as new ones come.
   *
   * @throws {ValidationError} If no writer is set.
   */
  anchor(
    options?: Abortable & {
      again?: 'refused' | 'all' | undefined
      onProgress?: ((state: { readonly awaiting: number }) => void) | undefined
    },
  ): Promise<Anchoring>
  /** What language models were asked since the memory was opened, and what it cost. */
  usage(): Usage
  /** Makes all vectors anew with this handle's embedder. */
  reembed(
    options?: Abortable & { onProgress?: ((state: IndexState) => void) | undefined },
  ): Promise<IndexState>
  /**
   * Writes a read-only copy of the bank as it stands, its missing vectors made. An existing file is refused. The signal
   * ends the wait for the vectors; the copy itself is written in one piece.
   */
  freeze(path: string, options?: Abortable): Promise<void>
  /**
   * Checks the bank, and mends what derives from the turns. A healthy bank is not written. The signal is heard before it
   * begins: the check is one piece of work.
   */
  verify(options?: Abortable): Promise<Verification>
  /** Ends the background work and lets go of the file. Closing again does nothing. */
  close(): Promise<void>
}
