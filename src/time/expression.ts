import type { Day, DayRange } from '../model/day-range.ts'
import type { Recurrence } from '../model/memory-unit.ts'
import type { Season } from './day-range.ts'
import type { Holiday } from './holidays.ts'
import type { Unit } from './vocabulary.ts'

/** A number, or a word that stands for some: “a couple of”, “a few”, “several”. */
export type Count = number | 'couple' | 'few' | 'several'

/** What comes round again, so that time words must say or imply which one. */
export type Cyclic =
  | { readonly type: 'weekday'; readonly weekday: number }
  | { readonly type: 'weekend' }
  | { readonly type: 'day-of-month'; readonly day: number; readonly weekday: number | undefined }
  | { readonly type: 'date'; readonly month: number; readonly day: number; readonly lastDay: number }
  | { readonly type: 'month'; readonly month: number }
  | { readonly type: 'quarter'; readonly quarter: number }
  | { readonly type: 'season'; readonly season: Season }
  | { readonly type: 'holiday'; readonly holiday: Holiday }

export type Part = 'early' | 'middle' | 'late' | 'first-half' | 'second-half' | 'so-far' | 'rest'

/** What time words say, before anyone has asked on which day they were said. */
export type TimeExpression =
  /** Says its days by itself: [7 May 2023], [2021], [the 90s]. */
  | { readonly type: 'absolute'; readonly range: DayRange }
  /** 03/04/2023: day and month in either order. */
  | {
      readonly type: 'numeric'
      readonly first: number
      readonly second: number
      readonly year: number | undefined
    }
  /** [August], [last Friday], [this Christmas]; `within` bounds it: [August last year]. */
  | {
      readonly type: 'cyclic'
      readonly name: Cyclic
      /** [three Fridays ago] is `{ back: 3 }`. */
      readonly step: 'bare' | 'last' | 'this' | 'next' | 'after-next' | { readonly back: number }
      readonly within: TimeExpression | undefined
    }
  /** The whole unit `shift` away from the one that holds the day: yesterday is day −1, “the week before last” week −2. */
  | { readonly type: 'shifted'; readonly unit: Unit; readonly shift: number }
  /** So many units away: [two weeks ago] is −1 × 2. */
  | {
      readonly type: 'ago'
      readonly count: Count
      readonly unit: Unit
      readonly direction: -1 | 1
      readonly exact: boolean
    }
  /** The units up to the day or from it: [the last 3 days]. */
  | { readonly type: 'rolling'; readonly count: Count; readonly unit: Unit; readonly direction: -1 | 1 }
  /** A time that began so long ago and lasts: [for two years now]. */
  | { readonly type: 'lasting'; readonly count: Count; readonly unit: Unit }
  | { readonly type: 'part'; readonly part: Part; readonly of: TimeExpression }
  /** [the last two weeks of August]: ordinal −1, count 2. A weekday counts by name. */
  | {
      readonly type: 'nth'
      readonly ordinal: number
      readonly count: number
      readonly unit: Unit | { readonly weekday: number }
      readonly of: TimeExpression
    }
  /** [two weeks before 11 August]; [the Monday before 24 July]. */
  | {
      readonly type: 'beside'
      readonly count: Count
      readonly unit: Unit | { readonly weekday: number }
      readonly direction: -1 | 1
      readonly anchor: TimeExpression
      /** True for [the week before X], [the days before X], which reach up to it; false for [a week before X], a day. */
      readonly touching: boolean
    }
  /** The week, weekend or month that holds it: [the weekend of 5 May]; `joined` takes it in: [Labor Day weekend]. */
  | {
      readonly type: 'around'
      readonly unit: Unit
      readonly anchor: TimeExpression
      readonly joined: boolean
    }
  | { readonly type: 'between'; readonly from: TimeExpression; readonly to: TimeExpression }
  | {
      readonly type: 'open'
      readonly relation: 'since' | 'until' | 'before' | 'after' | 'as-of'
      readonly anchor: TimeExpression
    }
  /** About then, up to so many days back: [recently], [the other day]; without days there is no bound at all: [soon]. */
  | { readonly type: 'vague'; readonly daysBack: number | undefined; readonly today: boolean }
  | { readonly type: 'since-last-talk' }
  | { readonly type: 'recurrence'; readonly rule: Recurrence }
  /** A length or an age, which is no place in time: [for two weeks], [3-year-old]. */
  | { readonly type: 'duration' }

/** Time words where they stand in a text, the preposition that governs them included. */
export type TimePhrase = {
  readonly expression: TimeExpression
  /** UTF-16 code units, end exclusive. */
  readonly start: number
  readonly end: number
  /** The preposition that governs it, lower case: [in], [during]. */
  readonly governor: string | undefined
}

/** In which direction from the day of speaking a bare name is looked for. */
export type Tense = 'past' | 'future' | 'open'

/** What is known when time words are resolved. */
export type ReferenceFrame = {
  readonly day: Day
  /** Minutes of that day which have gone by, 0-1439; undefined where only the day is known. */
  readonly minute?: number | undefined
  readonly tense: Tense
  /** First and last session day, where they are known. */
  readonly history: DayRange | undefined
  readonly previousSessionDay: Day | undefined
  readonly dateOrder: 'DMY' | 'MDY' | undefined
}
