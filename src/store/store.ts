import type { DayRange, Instant } from '../model/day-range.ts'
import type { History } from '../model/history.ts'
import type { MemoryUnit, UnitId } from '../model/memory-unit.ts'
import type { Session, SessionId, Turn, TurnId } from '../model/turn.ts'
import type { Anchor, Reindex } from './anchoring.ts'
import type { EpisodeShelf } from './episode-shelf.ts'
import type { Quantised } from './views/quantise.ts'
import type { Candidates, ViewQuery } from './views/view-query.ts'
import type { WindowQueue } from './window-queue.ts'

/**
 * One bank on durable storage.
 *
 * Contract: whatever a method has resolved survives the loss of the process at any later moment. Writers wait for each
 * other (at most the busy timeout, then `StoreBusyError`); readers never wait and see one state. A handle sees what
 * other processes wrote as soon as they have. Turns come back by time, then by position. Nothing is checked again that
 * the type of an argument already says.
 */
export interface Store extends AsyncDisposable {
  readonly facts: BankFacts
  /** Days, speakers, persons and aliases as they stand now, or as they stood when only turns up to `notAfter` were told. */
  history(notAfter?: Instant): Promise<History>
  /**
   * Adds turns with their units in one transaction: all or nothing. A turn whose id exists with the same content is
   * known and left alone, with other content a `ConflictError`. `anchor` is called inside the transaction with the new
   * turns only (positions assigned) and the context that they need, so that no other writer can come between.
   */
  append(turns: readonly NewTurn[], anchor: Anchor): Promise<Appended>
  /**
   * Removes turns, the units drawn from them and all that derives from these; the words are gone from the file. All that
   * a model wrote of a window goes with any turn of it, and the window's other turns await the model again. Which turns a target names is settled in the transaction that removes them. A turn, session or speaker that the bank does
   * not know is a `NotFoundError`, and nothing is removed.
   */
  forget(target: ForgetTarget, anchor: Anchor): Promise<Forgotten>
  turns(filter: TurnFilter): AsyncIterable<Turn>
  units(filter: UnitFilter): AsyncIterable<StoredUnit>
  /** Ids of units by key; what was forgotten has none. */
  unitIds(keys: readonly number[]): Promise<ReadonlyMap<number, UnitId>>
  sessions(): Promise<readonly Session[]>
  /**
   * Searches the views of the units of one origin, which know nothing of the other's; scopes and persons are by the
   * store's numbers, see `facts`.
   */
  search(query: ViewQuery, origin: MemoryUnit['origin']): Promise<Candidates>
  /** What is drawn from the turns outside of the store and follows them later. */
  readonly derived: Derived
  readonly upkeep: Upkeep
}

export type BankFacts = {
  /** A path, ':memory:' or a key, for messages. */
  readonly name: string
  readonly timeZone: string
  readonly dateOrder: 'DMY' | 'MDY' | undefined
  readonly readOnly: boolean
  /** Whether the terms were made by another analyser than this release's: `upkeep.rebuild` makes them anew. */
  readonly outdated: boolean
  /** Store numbers of speakers and sessions; undefined for what the bank does not know. */
  speakerNumber(speaker: string): number | undefined
  sessionNumber(session: SessionId): number | undefined
}

/** A turn before the store has given it its position. */
export type NewTurn = Omit<Turn, 'position'>

export type { Anchor, AnchorContext, Anchored, AnchoredUnit, Reindex } from './anchoring.ts'

export type Appended = {
  /** Ids of the turns that were new, in input order. */
  readonly added: readonly TurnId[]
  /** Ids of the turns that the bank had already. */
  readonly known: readonly TurnId[]
}

export type ForgetTarget =
  | readonly TurnId[]
  | { readonly session: SessionId }
  | { readonly speaker: string }
  | 'everything'

export type Forgotten = {
  readonly turns: number
  /** Of either origin, drawn from one of the turns at least. */
  readonly units: number
  /** False when a reader of another process kept old pages alive: the words are gone once it ends and `verify` runs. */
  readonly erased: boolean
}

/** Undefined keys filter nothing. */
export type TurnFilter = {
  readonly ids: readonly TurnId[] | undefined
  readonly session: SessionId | undefined
  readonly speaker: string | undefined
  readonly during: DayRange | undefined
  readonly notAfter: Instant | undefined
  /** Each key must stand in the metadata with an equal value (compared as JSON). */
  readonly metadata: Turn['metadata']
}

/** Filters nothing. */
export const EVERY_TURN: TurnFilter = {
  ids: undefined,
  session: undefined,
  speaker: undefined,
  during: undefined,
  notAfter: undefined,
  metadata: undefined,
}

/** A unit of several turns passes when all of them do; by `ids` already when one does. */
export type UnitFilter = TurnFilter & {
  readonly keys: readonly number[] | undefined
  readonly origin?: MemoryUnit['origin'] | undefined
}

export type StoredUnit = { readonly key: number; readonly unit: MemoryUnit }

export type Derived = {
  /** The vectors that are still missing, and the way to hand them in. */
  readonly vectors: VectorQueue
  /** The turns that await a language model, and the way to hand in what it made of them. */
  readonly windows: WindowQueue
  /** The raw episodes of the deep mode. */
  readonly episodes: EpisodeShelf
}

/** Vectors are made outside of the store, in the order of arrival, and may lag behind the turns. */
export interface VectorQueue {
  /** The embedding model whose vectors the bank holds; undefined until the first are put. */
  readonly model: { readonly id: string; readonly dimension: number } | undefined
  /** Up to `limit` units without a vector, oldest first. */
  pending(limit: number): Promise<readonly { readonly key: number; readonly passage: string }[]>
  count(): Promise<{ readonly units: number; readonly pending: number }>
  /**
   * Stores vectors. A zero vector marks its unit as unembeddable: it stays findable by words and is no longer pending.
   * Units that were forgotten meanwhile are passed over. Another model or dimension than the bank's is refused.
   */
  put(
    model: { readonly id: string; readonly dimension: number },
    vectors: readonly KeyedVector[],
  ): Promise<void>
  /**
   * Vectors of units as they are stored, in the order of the keys; undefined where there is none. In whole numbers, as
   * they are to be compared: a recall reads a hundred and more.
   */
  exact(keys: readonly number[]): Promise<readonly (Quantised<Int16Array> | undefined)[]>
  /** Drops all vectors, so that `pending` lists every unit, and binds the bank to the model that will make them anew. */
  reset(model?: { readonly id: string; readonly dimension: number }): Promise<void>
}

/** L2-normalised, or all zero. */
export type KeyedVector = { readonly key: number; readonly vector: Float32Array }

export interface Upkeep {
  /**
   * Checks file and index; repairs what derives from the turns, never touches the turns. Healthy banks are not written.
   *
   * @param anchor Draws memory units anew that turns have lost; without it these are not looked for.
   */
  verify(anchor?: Anchor): Promise<Verification>
  /**
   * Draws all turn units anew from the turns, and with `reindex` analyses the model's anew, which are kept as they are
   * told; a vector stays where the passage is the same.
   */
  rebuild(anchor: Anchor, reindex?: Reindex): Promise<void>
  /** Writes a read-only copy that holds one consistent state. An existing file is refused. */
  freeze(path: string): Promise<void>
  /** Gives free pages back to the file system and leaves nothing of what was removed in the file. */
  compact(): Promise<{ readonly erased: boolean }>
}

export type Verification = {
  readonly healthy: boolean
  readonly turns: number
  readonly units: number
  readonly vectors: number
  readonly pending: number
  /** What was wrong, one sentence each, and whether it was mended. */
  readonly findings: readonly { readonly what: string; readonly mended: boolean }[]
}
