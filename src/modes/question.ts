import type { Day, Instant } from '../model/day-range.ts'
import type { TurnFilter } from '../store/store.ts'

/** How a question is recalled: every default filled in; below the door nobody writes `??`. */
export type RecallChoices = {
  readonly limit: number
  readonly referenceDay: Day
  /** The minute of that day, 0-1439; undefined where only the day was given. */
  readonly referenceMinute: number | undefined
  /** True when neither a reference time nor an `asOf` was given. */
  readonly readAgainstClock: boolean
  readonly asOf: Instant | undefined
  readonly asker: string | undefined
  readonly reinstate: boolean
  readonly views: 'hybrid' | 'lexical' | 'dense'
  /** Passed through as given: its form is the recall's business. */
  readonly settings: object | undefined
  /** Undefined: by whether the memory has a writer. */
  readonly units: 'turns' | 'model' | 'both' | undefined
  readonly effort: 'low' | 'medium' | 'high'
  readonly filter: TurnFilter
  readonly signal: AbortSignal | undefined
}

/** How a question is answered. */
export type AskChoices = RecallChoices & {
  readonly mode: 'fast' | 'deep' | 'auto'
  /** Undefined bounds nothing. */
  readonly budget: {
    readonly tokens: number | undefined
    readonly calls: number | undefined
    readonly timeoutMs: number | undefined
  }
  /** τ: episodes read in a round. */
  readonly episodes: number
  readonly evidenceTokens: number
}
