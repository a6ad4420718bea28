import type { DayRange } from '../model/day-range.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/** What a finder makes of rated statements: the answer in words, and the statements that carry it. */
export type Finding = {
  readonly text: string
  readonly support: readonly [Statement, ...Statement[]]
  readonly date?: DayRange
  readonly polarity?: 'yes' | 'no'
  readonly caveats?: readonly string[]
}

/** Draws an answer of one kind out of statements, best first; undefined where they hold none. */
export type Finder = (rated: readonly Rated[], question: Question) => Finding | undefined
