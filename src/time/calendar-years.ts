import type { DayRange } from '../model/day-range.ts'
import type { Cyclic, TimeExpression } from './expression.ts'
import { skip, type Tokens } from './reading.ts'

export type Year = { readonly year: number; readonly next: number }

/** A year of four digits, or ['23]. */
export function yearAt(tokens: Tokens, at: number): Year | undefined {
  const token = tokens[at]
  if (token?.kind !== 'number') return undefined
  if (/^\d{4}$/.test(token.text) && token.value >= 1000) return { year: token.value, next: at + 1 }
  return /^['’]\d{2}$/.test(token.text) ? { year: shortYear(token.value), next: at + 1 } : undefined
}

/** The year that ends a date: [, 2023], [of 2023], [2023]. */
export function yearAfter(tokens: Tokens, at: number): Year | undefined {
  return yearAt(tokens, skip(tokens, at, ',', 'of', 'in', '-'))
}

/** The name in every year; the reader must find out which is meant. */
export function bare(name: Cyclic): TimeExpression {
  return { type: 'cyclic', name, step: 'bare', within: undefined }
}

export function absolute(range: DayRange | undefined): TimeExpression | undefined {
  return range && { type: 'absolute', range }
}

/** Two digits reach from 1970 to 2069. */
export function shortYear(year: number): number {
  return year < 70 ? 2000 + year : 1900 + year
}
