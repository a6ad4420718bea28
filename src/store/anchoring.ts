import type { Day, Instant } from '../model/day-range.ts'
import type { Alias } from '../model/history.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { Turn } from '../model/turn.ts'
import type { UnitEntry } from './views/unit-entry.ts'

/** What anchoring makes of one turn. */
export type AnchoredUnit = {
  readonly unit: MemoryUnit
  /** What the views need of it; the store adds its own numbers and times. */
  readonly entry: Pick<UnitEntry, 'part' | 'terms' | 'eventFirst' | 'eventLast' | 'persons' | 'flags'>
  /** What the embedding model is given for it. */
  readonly passage: string
}

/** Makes again what the views and the embedding model need of a unit of a language model; pure. */
export type Reindex = (unit: MemoryUnit, source: Turn) => Pick<AnchoredUnit, 'entry' | 'passage'>

export type Anchored = { readonly units: readonly AnchoredUnit[]; readonly aliases: readonly Alias[] }

/** Turns to anchor, in order of time and position, with what precedes each. */
export type AnchorContext = {
  readonly turn: Turn
  /** Up to two turns before it in its session, the nearest last. */
  readonly before: readonly Turn[]
  readonly sessionSpan: { readonly start: Instant; readonly end: Instant }
  /** Local day of the last session before this one; undefined for the first. */
  readonly previousSessionDay: Day | undefined
}
export type Anchor = (contexts: readonly AnchorContext[]) => Anchored
