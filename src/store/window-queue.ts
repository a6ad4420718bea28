import type { MemoryUnit } from '../model/memory-unit.ts'
import type { Turn, TurnId } from '../model/turn.ts'
import type { AnchoredUnit } from './anchoring.ts'

/** Consecutive turns that a language model anchors in one call. @see RaMem, appendix C.2 */
export type AnchorWindow = {
  /** Turns seen for their surroundings: the end of the window before. Units drawn from them alone are repetitions. */
  readonly overlap: readonly Turn[]
  /** Turns to be anchored, by time and position, at least one. */
  readonly turns: readonly [Turn, ...Turn[]]
}

/** What a model wrote of a window. */
export type WrittenWindow = { readonly window: AnchorWindow; readonly units: readonly AnchoredUnit[] }

export type WindowShape = {
  /** W: turns in a window, its overlap included. */
  readonly turns: number
  /** O: turns that a window repeats of the one before; less than W. */
  readonly overlap: number
  /** Whether turns that do not fill a window make one: when nothing more is expected soon. */
  readonly partial: boolean
}

/** Turns that await a language model. Nothing is written for them until a model has anchored them. */
export interface WindowQueue {
  /**
   * The next windows, in order of time, at most `limit`; a turn is to be anchored in one window only. Turns that were
   * refused are passed over.
   */
  pending(shape: WindowShape, limit: number): Promise<readonly AnchorWindow[]>
  /** Turns that await a model, and those that it refused. */
  count(): Promise<{ readonly awaiting: number; readonly refused: number }>
  /**
   * Stores the units of a window and marks its turns as anchored, in one transaction. If one of its turns was forgotten
   * meanwhile, nothing is stored and the others stay pending. Their vectors are missing, as for any new unit. Units from
   * before `reopen` that stand for the same turns go.
   *
   * @returns Whether it was stored.
   */
  put(window: AnchorWindow, units: readonly AnchoredUnit[]): Promise<boolean>
  /**
   * The same for several windows in one transaction, in their order, up to the first that cannot be stored.
   *
   * @returns How many were stored.
   */
  putAll(written: readonly WrittenWindow[]): Promise<number>
  /** Marks turns as refused by the provider: they are not asked for again until `reopen`. */
  refuse(turns: readonly TurnId[]): Promise<void>
  /**
   * Lets refused turns be asked for again; with `all`, every turn. Units that the model wrote of them before stay until
   * new ones are put in their place.
   */
  reopen(options: { readonly all: boolean }): Promise<void>
  /** Units of the model drawn from any of these turns, those from before `reopen` left out: what the next window may repeat. */
  unitsOf(turns: readonly TurnId[]): Promise<readonly MemoryUnit[]>
}
