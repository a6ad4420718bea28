import type { DayRange, Span } from './day-range.ts'
import type { SessionId, TurnId } from './turn.ts'

declare const unitBrand: unique symbol

/** Names one memory unit within its bank. */
export type UnitId = string & { readonly [unitBrand]: true }

/** How sure an event time is: the text named it, or it follows from when the turn was said. */
export type Certainty = 'stated' | 'implied'

export type EventTime = DayRange & { readonly certainty: Certainty }

/** A rule by which an event repeats: a subset of RFC 5545, section 3.3.10. */
export type Recurrence = {
  readonly freq: 'daily' | 'weekly' | 'monthly' | 'yearly'
  /** Every how many periods, from 1. */
  readonly interval: number
  /** RFC 5545 weekday codes with an optional ordinal: `SA`, `-1SA` (the last), `2TU` (the second). */
  readonly byday: readonly string[]
  /** Days of the month, −1 its last; absent where the rule names none. */
  readonly bymonthday?: readonly number[]
  /** Months of a yearly rule, 1-12; absent where the rule names none. */
  readonly bymonth?: readonly number[]
}

/** Episodic coordinates `e` of a memory unit. @see RaMem, section 3.1, equation 1 */
export type EpisodicContext = {
  /** When it happened, in days, and whether the text said so or it was implied. Undefined when it cannot be known. */
  readonly eventTime: EventTime | undefined
  /** The time words as they were said: “last Friday”. */
  readonly mentionTime: string | undefined
  /** How it repeats, where the text says that it does; then there is no single event time. */
  readonly recurrence: Recurrence | undefined
  /** When it entered the conversation. Always known. */
  readonly sessionSpan: Span
  readonly persons: readonly string[]
  readonly location: string | undefined
  readonly entities: readonly string[]
  readonly topic: string | undefined
}

/**
 * What the text claims: a fact, a plan, a question, a wish, something made up, something repeated of a third person.
 * Only the first two can be evidence of what is so; the others are still found and are told apart.
 */
export type Modality = 'stated' | 'planned' | 'hypothetical' | 'asked'

/** What kind of statement a language model takes a unit for; `other` also where its word for it is none of these. */
export type UnitType = 'fact' | 'event' | 'preference' | 'plan' | 'decision' | 'relation' | 'other'

/** `m = (x, k, e)`: drawn from turns and bound to them. @see RaMem, section 3.1 */
export type MemoryUnit = {
  readonly id: UnitId
  /** `turn`: a turn or a passage of it, drawn without a model. `model`: written by a language model from a window. */
  readonly origin: 'turn' | 'model'
  readonly session: SessionId
  /**
   * `x`, self-contained. Of origin `turn`: says who spoke and when, then the text of the turn (or a passage of it)
   * verbatim. Of origin `model`: a statement without pronouns and relative time.
   */
  readonly restatement: string
  /** `k`: content words and names in the form in which they were written, each once. */
  readonly keywords: readonly string[]
  readonly context: EpisodicContext
  readonly modality: Modality
  /** Of origin `model` only. */
  readonly type?: UnitType
  readonly speaker: string
  readonly sources: readonly [TurnId, ...TurnId[]]
  /**
   * Where in its first source turn the passage stands, in UTF-16 code units, end exclusive; the whole turn for origin
   * `model`.
   */
  readonly passage: { readonly start: number; readonly end: number }
}
