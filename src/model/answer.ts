import type { DayRange } from './day-range.ts'
import type { Evidence } from './evidence.ts'
import type { TurnId } from './turn.ts'

/** A verbatim quote and where it comes from. */
export type Citation = {
  readonly turn: TurnId
  readonly speaker: string
  /** The day on which it was said, in the bank's time zone. */
  readonly day: string
  /** Stands in the turn character by character. */
  readonly quote: string
}

export type AbstainReason = 'nothing-related' | 'wrong-time' | 'ambiguous' | 'unsupported' | 'budget'

/** What an answer says, without the recollection that it rests on. */
export type Verdict =
  | {
      readonly answered: true
      readonly text: string
      readonly citations: readonly [Citation, ...Citation[]]
      /** For a “when” question: the days that the answer names. */
      readonly date: DayRange | undefined
      /** For a yes/no question. */
      readonly polarity: 'yes' | 'no' | undefined
      /** What the reader must know to take it right: the source was pretend, two readings of a date, a change of which no amount is on record. */
      readonly caveats: readonly string[]
    }
  | {
      readonly answered: false
      readonly reason: AbstainReason
      /** One sentence for people: why the evidence did not suffice. */
      readonly text: string
      readonly nearest: readonly Evidence[]
    }
