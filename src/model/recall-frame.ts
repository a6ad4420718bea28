import type { Day, DayRange } from './day-range.ts'

/**
 * What the time words of a question mean for this bank.
 * @see RaMem, section 3.2: a range counts only when the cue guard fired and the cue could be grounded
 */
export type TimeCondition =
  /** The cue guard found no time words that bound the question. */
  | { readonly status: 'none' }
  /** Time words are there, but no day range follows from them (“recently”, “after the race”). */
  | { readonly status: 'ungrounded'; readonly cue: string; readonly position: number; readonly why: string }
  | {
      readonly status: 'grounded'
      /** The time words as they stand in the question. */
      readonly cue: string
      /** Where the cue begins, in UTF-16 code units. */
      readonly position: number
      readonly range: DayRange
      /**
       * Every reading, the range first. More than one only where nobody can tell which is meant (03/04/2023 without
       * a date order); then all are searched and the answer says so.
       */
      readonly readings: readonly [DayRange, ...DayRange[]]
    }

/** What form an answer takes. */
export type AnswerKind =
  | 'date'
  | 'duration'
  | 'frequency'
  | 'person'
  | 'place'
  | 'number'
  | 'amount'
  | 'yes-no'
  | 'choice'
  | 'reason'
  | 'manner'
  | 'thing'

/** `r_q`: what is asked. */
export type InformationNeed = {
  readonly kind: AnswerKind
  /** True where several answers are asked for (“which instruments”, “what all”). */
  readonly list: boolean
  /** The noun that names the wanted thing: “flat” in “Which flat has the leak?”. */
  readonly focus: string | undefined
  /** Content words of the question as written, without its time cue. */
  readonly keywords: readonly string[]
}

export type OrderRelation = 'before' | 'after' | 'first' | 'last' | 'latest'

/** `c_q` with `r_q`: what valid evidence must satisfy, and what is asked. @see RaMem, section 3.2, equation 2 */
export type RecallFrame = {
  readonly question: string
  readonly need: InformationNeed
  /** Canonical names of the persons named, a declared nickname resolved; the asker where the question says “I”. */
  readonly persons: readonly string[]
  /** Names in the question that this bank has never heard of. */
  readonly unknownNames: readonly string[]
  readonly locations: readonly string[]
  readonly entities: readonly string[]
  readonly topics: readonly string[]
  readonly order: { readonly relation: OrderRelation; readonly event: string | undefined } | undefined
  readonly time: TimeCondition
  /** Whether one memory can answer: `multi` where the question joins, compares or lists. */
  readonly hops: 'single' | 'multi'
  readonly asker: string | undefined
  readonly referenceDay: Day
}
