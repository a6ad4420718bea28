import type { UnitEntry } from './unit-entry.ts'
import type { Candidates, ViewQuery } from './view-query.ts'

/**
 * The three views of the units of one bank (dense, lexical, structured), held in memory and searched together.
 * A store fills it from its rows, keeps it in step with them and hands queries to it.
 */
export interface UnitViews {
  /** How many units are held. */
  readonly size: number
  /** How many of them have a vector. */
  readonly vectors: number
  /** Bytes held, for the bound on all banks of a process. */
  readonly bytes: number
  /** Adds units; a key that is held already is a `RangeError`. Neighbours are found by session, time and position. */
  add(entries: readonly UnitEntry[]): void
  /** Sets the vector of a held unit; see `DenseView`. */
  setVector(key: number, vector: Int8Array, scale: number): void
  /** Drops units; keys that are not held are passed over. */
  remove(keys: readonly number[]): void
  search(query: ViewQuery): Candidates
}
