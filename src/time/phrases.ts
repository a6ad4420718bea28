import { namingRules } from './composed-phrases.ts'
import { mayHoldTime, possibleStarts } from './core-words.ts'
import { lengthDays } from './day-range.ts'
import type { TimeExpression, TimePhrase } from './expression.ts'
import { fixedRules } from './fixed-phrases.ts'
import { mask } from './mask.ts'
import { isCapital, isOneOf, longest, lower, phrasebook, type Reading, skip, type Tokens } from './reading.ts'
import { recurrenceAt } from './recurrence-phrases.ts'
import { standsUp } from './standing.ts'
import { tokenize } from './tokens.ts'

/**
 * Finds the time words of a text, left to right, none inside another; the longest reading wins.
 *
 * Code, quotations, addresses and processing stamps hold none.
 */
export function findPhrases(text: string): readonly TimePhrase[] {
  if (!mayHoldTime(text)) return []
  const tokens = tokenize(mask(text))
  const possible = possibleStarts(tokens)
  const phrases: TimePhrase[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = possible[at] ? phraseAt(tokens, at) : undefined
    if (found !== undefined) phrases.push(found.phrase)
    at = found?.next ?? at + 1
  }
  return phrases
}

type Found = { readonly phrase: TimePhrase; readonly next: number }

function phraseAt(tokens: Tokens, at: number): Found | undefined {
  // [on the last Saturday of each month] repeats, though a single Saturday could be read behind its preposition.
  const start = GOVERNORS.has(lower(tokens, at)) ? at + 1 : at
  const fixed = longest(fixedRules, tokens, at) ?? recurrenceAt(tokens, start)
  const named = governedAt(tokens, at)
  if (named !== undefined && (fixed === undefined || named.reading.next >= fixed.next)) {
    return found(tokens, at, named.reading, named.governor)
  }
  return fixed === undefined ? undefined : found(tokens, at, fixed, undefined)
}

function found(
  tokens: Tokens,
  at: number,
  { expression, next }: Reading,
  governor: string | undefined,
): Found {
  return { phrase: { expression, start: tokens[at]!.start, end: tokens[next - 1]!.end, governor }, next }
}

type Governed = { readonly reading: Reading; readonly governor: string | undefined }

function governedAt(tokens: Tokens, at: number): Governed | undefined {
  const span = betweenAt(tokens, at)
  if (span !== undefined) return { reading: span, governor: lower(tokens, at) }
  const open = openAt(tokens, at)
  if (open !== undefined) return { reading: open, governor: lower(tokens, at) }
  const governor = governorAt(tokens, at)
  const start = governor === undefined ? at : at + 1
  const reading = spanAt(tokens, start)
  if (reading === undefined || !standsUp(reading, { tokens, start, governor })) return undefined
  const { expression } = reading
  const isDayWord = expression.type === 'shifted' && expression.unit === 'day'
  if (isDayWord && governor !== undefined && OF_VERBS.has(governor)) return undefined
  return { reading, governor }
}

/** The preposition of time at a token; [looking forward to summer] looks ahead as [for] does. */
function governorAt(tokens: Tokens, at: number): string | undefined {
  if (isOneOf(tokens, at, 'to') && isOneOf(tokens, at - 1, 'forward')) return 'for'
  return GOVERNORS.has(lower(tokens, at)) ? lower(tokens, at) : undefined
}

const GOVERNORS = new Set(
  'in on during at over throughout within around about circa for through by sometime toward towards near'.split(
    ' ',
  ),
)

/** Prepositions that belong to a verb rather than to a day named by a word of its own: [look at yesterday's]. */
const OF_VERBS = new Set(['at', 'over', 'through', 'by', 'about', 'in', 'on', 'for'])

/** A name of days, and what it reaches to: [19 June - 3 July], [May to July], [June, July and August 2021]. */
function spanAt(tokens: Tokens, at: number): Reading | undefined {
  const from = nameAt(tokens, at)
  if (from === undefined || !canSpan(from.expression)) return from
  const listed = listAt(tokens, from)
  if (listed !== undefined) return { ...listed, stands: from.stands }
  if (!isOneOf(tokens, from.next, '-', '–', '—', 'to', 'until', 'till', 'through', 'thru')) return from
  const to = nameAt(tokens, skip(tokens, from.next + 1, 'on', 'in', 'during'))
  if (to === undefined || !canSpan(to.expression)) return from
  const isClear = (from.stands === 'alone' && to.stands === 'alone') || isMonths(tokens, from, to)
  const stands = isClear ? 'alone' : 'governed'
  return { ...spanOf(from, to), stands }
}

/** [January to March]: of two months one at least that is no name or verb. */
function isMonths(tokens: Tokens, from: Reading, to: Reading): boolean {
  const areMonths = grainOf(from.expression) === 'month' && grainOf(to.expression) === 'month'
  return areMonths && [from, to].some(({ stands }) => stands === 'governed') && isCapital(tokens[to.next - 1])
}

const LONGEST_LIST = 12

/** The last of a list of names of one grain: [May or June], [July/August 2021]; the span of them all. */
function listAt(tokens: Tokens, from: Reading): Reading | undefined {
  let last = from
  for (let length = 1; length < LONGEST_LIST && isOneOf(tokens, last.next, ',', ...LIST_ENDS); length++) {
    const isComma = isOneOf(tokens, last.next, ',')
    // [in May, June called]: without its end a list is none.
    if (
      isComma &&
      !tokens.slice(last.next, last.next + LIST_REACH).some(({ lower }) => LIST_ENDS.includes(lower))
    ) {
      return undefined
    }
    const link = isComma ? skip(tokens, last.next + 1, ...LIST_ENDS) - 1 : last.next
    const isEnd = !isComma || link > last.next
    const next = nameAt(tokens, skip(tokens, link + 1, 'on', 'in', 'during'))
    // [in 2021 and May was warm]: only what is of one kind is a list.
    if (next === undefined || grainOf(next.expression) !== grainOf(from.expression)) return undefined
    last = next
    if (isEnd) return spanOf(from, last)
  }
  return undefined
}

const LIST_ENDS: readonly string[] = ['and', 'or', '&', '/']

// How many tokens ahead the end of a list may stand.
const LIST_REACH = 24

function spanOf(from: Reading, to: Reading): Reading {
  const expression = { type: 'between', from: from.expression, to: to.expression } as const
  return { expression, next: to.next, stands: 'alone' }
}

/** What a name is as long as: lists join days with days and months with months. */
function grainOf(expression: TimeExpression): string {
  if (expression.type === 'cyclic')
    return expression.name.type === 'day-of-month' ? 'date' : expression.name.type
  if (expression.type === 'shifted') return expression.unit === 'day' ? 'date' : expression.unit
  if (expression.type !== 'absolute') return expression.type === 'numeric' ? 'date' : expression.type
  const length = lengthDays(expression.range)
  return length === 1 ? 'date' : length <= 31 ? 'month' : length <= 92 ? 'season' : 'year'
}

function nameAt(tokens: Tokens, at: number): Reading | undefined {
  return (
    longest(namingRules, tokens, at) ??
    (isOneOf(tokens, at, 'the') ? longest(namingRules, tokens, at + 1) : undefined)
  )
}

function canSpan({ type }: TimeExpression): boolean {
  return type !== 'rolling' && type !== 'between'
}

/** [between 11 and 15 August], [from May to July], [from March on]. */
function betweenAt(tokens: Tokens, at: number): Reading | undefined {
  if (!isOneOf(tokens, at, 'between', 'from')) return undefined
  const from = nameAt(tokens, at + 1)
  if (from === undefined) return undefined
  // [between the 3rd and the 7th of July] is one date with two days.
  if (isOneOf(tokens, at, 'between') && isSpan(from.expression)) return from
  const links = isOneOf(tokens, at, 'between')
    ? ['and', '&', '-', '–']
    : ['to', 'until', 'till', 'through', '-', '–']
  if (isOneOf(tokens, from.next, ...links)) {
    const to = nameAt(tokens, skip(tokens, from.next + 1, 'on', 'in'))
    if (to !== undefined) {
      return {
        expression: { type: 'between', from: from.expression, to: to.expression },
        next: to.next,
        stands: 'alone',
      }
    }
  }
  const onwards =
    isOneOf(tokens, at, 'from') && isOneOf(tokens, from.next, 'on', 'onward', 'onwards', 'forward')
  if (!onwards) return undefined
  return {
    expression: { type: 'open', relation: 'since', anchor: from.expression },
    next: from.next + 1,
    stands: 'alone',
  }
}

function isSpan(expression: TimeExpression): boolean {
  if (expression.type === 'absolute')
    return lengthDays(expression.range) > 1 && lengthDays(expression.range) < 28
  return (
    expression.type === 'cyclic' &&
    expression.name.type === 'date' &&
    expression.name.lastDay > expression.name.day
  )
}

type Relation = Extract<TimeExpression, { type: 'open' }>['relation']

const relations = phrasebook<Relation | 'either'>([
  ['before or after', 'either'],
  ['after or before', 'either'],
  ['on or after', 'since'],
  ['on or before', 'until'],
  ['as of', 'as-of'],
  ['as at', 'as-of'],
  ['ever since', 'since'],
  ['since', 'since'],
  ['until', 'until'],
  ['till', 'until'],
  ['up until', 'until'],
  ['up to', 'until'],
  ['by', 'until'],
  ['no later than', 'until'],
  ['not later than', 'until'],
  ['no earlier than', 'since'],
  ['prior to', 'before'],
  ['earlier than', 'before'],
  ['before', 'before'],
  ['later than', 'after'],
  ['after', 'after'],
  ['following', 'after'],
])

/** [since March], [until June 2023], [before 5 May], [as of last week]. */
function openAt(tokens: Tokens, at: number): Reading | undefined {
  // [the following May] comes after another time.
  const isAdjective = isOneOf(tokens, at, 'following') && isOneOf(tokens, at - 1, 'the', 'that')
  const relation = isAdjective ? undefined : relations(tokens, at)
  const start = relation && skip(tokens, relation.next, 'about', 'around', 'at')
  const anchor = start && nameAt(tokens, start)
  if (!anchor || anchor.expression.type === 'rolling') return undefined
  const { value } = relation
  const governor = value === 'until' ? lower(tokens, relation.next - 1) : value === 'either' ? 'after' : value
  if (!standsUp(anchor, { tokens, start: relation.next, governor })) return undefined
  return {
    expression:
      value === 'either'
        ? { type: 'vague', daysBack: undefined, today: false }
        : { type: 'open', relation: value, anchor: anchor.expression },
    next: anchor.next,
    stands: 'alone',
  }
}
