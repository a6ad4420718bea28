import type { Count, TimeExpression } from './expression.ts'
import type { Token } from './tokens.ts'
import { FUNCTION_WORDS, NUMERALS, ORDINALS, TENS, UNITS, type Unit } from './vocabulary.ts'

export type Tokens = readonly Token[]

/**
 * How much a reading needs around it before it counts as time words: full dates stand alone; [2021] and [summer] need
 * a preposition of time; [May] and [Jan], which are also verbs and people, need one and a clause that ends after them.
 */
export type Stands = 'alone' | 'governed' | 'strict'

/** An expression read from the tokens, and the token after it. */
export type Reading = { readonly expression: TimeExpression; readonly next: number; readonly stands: Stands }

/** One rule of the grammar: what stands at a token, if it is what the rule reads. */
export type Rule = (tokens: Tokens, at: number) => Reading | undefined

/** The reading that takes in most; of two as long the earlier rule's. */
export function longest(rules: readonly Rule[], tokens: Tokens, at: number): Reading | undefined {
  let best: Reading | undefined
  for (const rule of rules) {
    const reading = rule(tokens, at)
    if (reading !== undefined && (best === undefined || reading.next > best.next)) best = reading
  }
  return best
}

/** The lower-case word or mark at a token; empty behind the end. */
export function lower(tokens: Tokens, at: number): string {
  return tokens[at]?.lower ?? ''
}

export function isOneOf(tokens: Tokens, at: number, ...words: readonly string[]): boolean {
  return words.includes(lower(tokens, at))
}

/** The index after the word, or the same index where another stands there. */
export function skip(tokens: Tokens, at: number, ...words: readonly string[]): number {
  return isOneOf(tokens, at, ...words) ? at + 1 : at
}

/** The index after a sequence of words; undefined where they do not stand there. */
export function sequence(tokens: Tokens, at: number, phrase: string): number | undefined {
  if (!phrase.startsWith(lower(tokens, at))) return undefined
  const words = phrase.split(' ')
  return words.every((word, offset) => lower(tokens, at + offset) === word) ? at + words.length : undefined
}

export type Phrasebook<Value> = (
  tokens: Tokens,
  at: number,
) => { readonly value: Value; readonly next: number } | undefined

/** Looks fixed phrases up by their first word; of several that stand at a token the longest is found. */
export function phrasebook<Value>(
  entries: readonly (readonly [phrase: string, value: Value])[],
): Phrasebook<Value> {
  const byFirst = new Map<string, { readonly words: readonly string[]; readonly value: Value }[]>()
  for (const [phrase, value] of entries) {
    const words = phrase.split(' ')
    const same = byFirst.get(words[0]!) ?? []
    byFirst.set(
      words[0]!,
      [...same, { words, value }].sort((a, b) => b.words.length - a.words.length),
    )
  }
  return (tokens, at) => {
    const found = byFirst
      .get(lower(tokens, at))
      ?.find(({ words }) => words.every((word, offset) => lower(tokens, at + offset) === word))
    return found && { value: found.value, next: at + found.words.length }
  }
}

export function isCapital(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token.text)
}

/** Whether the word before a token tells whose it is: [my last week], [her first day]. */
export function isOwned(tokens: Tokens, at: number): boolean {
  return isOneOf(tokens, at - 1, 'my', 'our', 'your', 'his', 'her', 'their', 'its')
}

/** Whether what stood before this token was complete: the text or clause ends, or a function word goes on. */
export function endsClause(tokens: Tokens, at: number): boolean {
  const token = tokens[at]
  if (token === undefined || token.kind === 'mark') return true
  return token.kind === 'word' && (FUNCTION_WORDS.has(token.lower) || /^.{2,}(?:ed|ly)$/.test(token.lower))
}

export type Counted = { readonly count: Count; readonly next: number }

/** A count: [3], [twenty-five], [a], [a couple of], [a few], [several]. */
export function countAt(tokens: Tokens, at: number): Counted | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.kind === 'number') return token.value > 0 ? { count: token.value, next: at + 1 } : undefined
  const start = skip(tokens, at, 'a', 'the')
  switch (lower(tokens, start)) {
    case 'couple':
      return { count: 'couple', next: skip(tokens, start + 1, 'of') }
    case 'few':
      return { count: 'few', next: start + 1 }
    case 'dozen':
      return { count: 12, next: start + 1 }
    case 'several':
      return { count: 'several', next: start + 1 }
    case 'some':
      return { count: 'few', next: start + 1 }
  }
  if (token.lower === 'a' || token.lower === 'an') return { count: 1, next: at + 1 }
  return numeralAt(tokens, at)
}

function numeralAt(tokens: Tokens, at: number): Counted | undefined {
  const tens = TENS.get(lower(tokens, at))
  if (tens !== undefined) {
    const after = skip(tokens, at + 1, '-')
    const ones = NUMERALS.get(lower(tokens, after))
    if (ones !== undefined && ones < 10) return { count: tens + ones, next: after + 1 }
    return { count: tens, next: at + 1 }
  }
  const value = NUMERALS.get(lower(tokens, at))
  return value === undefined ? undefined : { count: value, next: at + 1 }
}

type Ordinal = { readonly ordinal: number; readonly next: number }

/** An ordinal: [3rd], [third], [last] (−1), [second to last], [next-to-last], [penultimate] (−2). */
export function ordinalAt(tokens: Tokens, at: number): Ordinal | undefined {
  if (isOneOf(tokens, at, 'penultimate')) return { ordinal: -2, next: at + 1 }
  const found = isOneOf(tokens, at, 'next') ? { ordinal: 2, next: at + 1 } : fromStart(tokens, at)
  const fromEnd = found && found.ordinal > 1 ? lastAfter(tokens, found.next) : undefined
  if (found !== undefined && fromEnd !== undefined) return { ordinal: -found.ordinal, next: fromEnd }
  return isOneOf(tokens, at, 'next') ? undefined : found
}

/** The index after [to last], [-to-last], [from the end] or [last], which turn an ordinal round. */
function lastAfter(tokens: Tokens, at: number): number | undefined {
  const start = skip(tokens, at, '-')
  const to = isOneOf(tokens, start, 'to') ? skip(tokens, start + 1, '-', 'the') : start
  return isOneOf(tokens, to, 'last') ? to + 1 : undefined
}

function fromStart(tokens: Tokens, at: number): Ordinal | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.kind === 'ordinal') return { ordinal: token.value, next: at + 1 }
  if (token.lower === 'last' || token.lower === 'final') return { ordinal: -1, next: at + 1 }
  const tens = TENS.get(token.lower)
  const ones = tens === undefined ? undefined : ORDINALS.get(lower(tokens, skip(tokens, at + 1, '-')))
  if (tens !== undefined && ones !== undefined && ones < 10) {
    return { ordinal: tens + ones, next: skip(tokens, at + 1, '-') + 1 }
  }
  const ordinal = ORDINALS.get(token.lower)
  return ordinal === undefined ? undefined : { ordinal, next: at + 1 }
}

export function unitAt(
  tokens: Tokens,
  at: number,
): { readonly unit: Unit; readonly next: number } | undefined {
  const unit = UNITS.get(lower(tokens, at))
  return unit === undefined ? undefined : { unit, next: at + 1 }
}

/** So many units: [two weeks], [3-day], [a few months], [a fortnight], which is two weeks. */
export function countedUnitAt(
  tokens: Tokens,
  at: number,
): { readonly count: Count; readonly unit: Unit; readonly next: number } | undefined {
  const count = countAt(tokens, at)
  const start = count && skip(tokens, count.next, '-')
  if (start === undefined) return undefined
  if (isOneOf(tokens, start, 'fortnight', 'fortnights')) {
    const weeks = typeof count?.count === 'number' ? count.count * 2 : 'several'
    return { count: weeks, unit: 'week', next: start + 1 }
  }
  const unit = unitAt(tokens, start)
  return unit && { ...unit, count: count!.count }
}
