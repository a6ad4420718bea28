import type { Embedder } from './embed/embedder.ts'
import type { MemoryUnit } from './model/memory-unit.ts'
import type { Answer, IndexState, Recollection } from './model/recollection.ts'
import type { Json, Session, Turn } from './model/turn.ts'
import type { Appended, Forgotten, Verification } from './store/store.ts'

/** Options of {@link openMemory}. */
export type MemoryOptions = {
  /** IANA name, by which days are reckoned. Written when the bank is made; later it must agree. Default `UTC`. */
  timeZone?: string
  /** How 03/04/2023 is read. Written when the bank is made. Default: both readings, reported as ambiguous. */
  dateOrder?: 'DMY' | 'MDY'
  /** Default: the bundled e5-small-v2, in process, shared by all banks of the process. */
  embedder?: Embedder
  /** The clock against which a question without `referenceTime` is read. Default: the machine's. */
  clock?: () => Date
  /** Called for each thing worth a line in a log; never with the text of a turn. Default: nothing is logged. */
  log?: (entry: LogEntry) => void
  /** Open without writing; a bank that does not exist is then a `NotFoundError`. Default false. */
  readOnly?: boolean
  /**
   * Accept a bank whose vectors another embedding model made; they are dropped when it is opened, and `flush` or
   * `reembed` makes them anew. Default false: such a bank is an `EmbeddingModelError`.
   */
  replaceVectors?: boolean
}

export type LogEntry = {
  readonly level: 'debug' | 'info' | 'warn'
  readonly event: string
  readonly facts: Readonly<Record<string, Json>>
}

/** A turn as it is handed in. */
export type TurnInput = {
  /** 1 to 512 characters. Default: made from the content, so that a retry adds nothing. */
  id?: string
  /** 1 to 512 characters. Default: the local day of the turn. */
  session?: string
  /** When the session began; dates a turn that has no time of its own, which is then marked as inferred. */
  sessionStart?: Date | string
  speaker: string
  /** The words, or the content parts of a chat message. */
  text: TurnText
  /** A `Date` or ISO 8601; without offset: in the bank's time zone. Epoch numbers are refused. */
  time?: Date | string | null
  role?: string
  metadata?: { readonly [key: string]: Json }
}

export type TurnText = string | ContentPart | readonly ContentPart[]
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'image'; url?: string; caption?: string }

export type Abortable = { signal?: AbortSignal }

/** Hard filters: what they exclude is not found, whatever its score. */
export type HardFilters = {
  /** Inclusive days, `{ first: '2023-05-01', last: '2023-05-31' }`, by when it was said. */
  during?: { first: string; last: string }
  session?: string
  speaker?: string
  /** Each key must stand in the turn's metadata with an equal value. */
  metadata?: { readonly [key: string]: Json }
}

export type RecallOptions = Abortable &
  HardFilters & {
    /** K: how many pieces of evidence, 1 to 1,000. Default 10. */
    limit?: number
    /** The instant against which “yesterday” in the question is read. Default: `asOf` where given, else the clock. */
    referenceTime?: Date | string
    /** Hides turns spoken later. */
    asOf?: Date | string
    /** Who “I” is in the question. */
    asker?: string
    /** Which views are searched; one alone is for comparisons. Default `hybrid`. */
    views?: 'hybrid' | 'lexical' | 'dense'
    /** False turns the context list off: content alone decides (for comparisons). Default true. */
    reinstate?: boolean
  }

export type AskOptions = RecallOptions & { mode?: 'fast' }

/** What `askStream` yields, in this order. */
export type AskEvent =
  | { readonly type: 'evidence'; readonly recollection: Recollection }
  | { readonly type: 'done'; readonly answer: Answer }

/** What to forget; exactly one key. */
export type ForgetScope = {
  turn?: string
  turns?: readonly string[]
  session?: string
  speaker?: string
  /** The whole content of the bank. */
  everything?: true
}

export type ReadFilter = HardFilters & { ids?: readonly string[] }

/** One handle on one bank. */
export interface Memory extends AsyncDisposable {
  readonly bank: { readonly name: string; readonly timeZone: string }
  append(turns: TurnInput | readonly TurnInput[], options?: Abortable): Promise<Appended>
  recall(question: string, options?: RecallOptions): Promise<Recollection>
  ask(question: string, options?: AskOptions): Promise<Answer>
  askStream(question: string, options?: AskOptions): AsyncIterable<AskEvent>
  /** Removes turns and everything drawn from them. Unknown turns, sessions and speakers are a `NotFoundError`, an empty scope a `ScopeRequiredError`. */
  forget(scope: ForgetScope, options?: Abortable & { dryRun?: boolean }): Promise<Forgotten>
  turns(filter?: ReadFilter): AsyncIterable<Turn>
  units(filter?: ReadFilter): AsyncIterable<MemoryUnit>
  sessions(): Promise<readonly Session[]>
  /** Waits until every unit has its vector. `onProgress` hears of each batch. */
  flush(options?: Abortable & { onProgress?: (state: IndexState) => void }): Promise<IndexState>
  /** Makes all vectors anew with this handle's embedder. */
  reembed(options?: Abortable & { onProgress?: (state: IndexState) => void }): Promise<IndexState>
  freeze(path: string): Promise<void>
  verify(): Promise<Verification>
  close(): Promise<void>
}
