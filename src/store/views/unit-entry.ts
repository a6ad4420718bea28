/** What the views hold of one memory unit; a store keeps it beside the unit so that opening a bank analyses no text again. */
export type UnitEntry = {
  /** The store's number for the unit: a positive integer, unique in the bank, rising in the order of arrival. */
  readonly key: number
  /** The store's numbers for its session, its speaker and its first source turn. */
  readonly session: number
  readonly speaker: number
  readonly turn: number
  /** Epoch milliseconds of the source turn; with `turn` and `part` it gives the order within the session. */
  readonly time: number
  /** Which part of its turn it is, from 0 (long turns are split). */
  readonly part: number
  /** Analysed terms of the restatement, in order, with repetitions. */
  readonly terms: readonly string[]
  /** Local days since 1970-01-01 of the event time, inclusive. */
  readonly eventFirst: number | undefined
  readonly eventLast: number | undefined
  /** Local day since 1970-01-01 of the turn. */
  readonly day: number
  /** Persons who speak or are named, as analysed terms (`@` + folded name). */
  readonly persons: readonly string[]
  /** Bits of `UnitFlag`. */
  readonly flags: number
  /** Where its source turns after the first stand; of most units there is one source alone. */
  readonly further: readonly SourcePlace[]
}

/** What a scope asks of a source turn, in the numbers of `UnitEntry`. */
export type SourcePlace = Pick<UnitEntry, 'session' | 'speaker' | 'time' | 'day'>

/** Facts about a unit's wording that the ranking may weigh, one bit each. */
export const UnitFlag = {
  /** Asks, and says nothing else. */
  question: 1,
  /** Names a day, a time or a span. */
  hasTime: 2,
  hasNumber: 4,
  hasName: 8,
  /** Speaks of the speaker: I, my, we, our. */
  firstPerson: 16,
  /** Shares an image. */
  image: 32,
  /** Greeting, thanks or small talk without content words. */
  smallTalk: 64,
  /** Spoken by an assistant (role). */
  assistant: 128,
  /** Ends with a question, whatever was said before it: the next turn replies. */
  endsAsking: 256,
} as const
