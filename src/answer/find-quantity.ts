import { wordKind } from '../language/lexicon.ts'
import { analyse } from '../language/terms.ts'
import { ageIn } from './age.ts'
import { flagged, raisedSince } from './amount-change.ts'
import { choose, LEAST_ATTRIBUTION } from './choose.ts'
import { withAdded, withBase } from './count-added.ts'
import type { Finder, Finding } from './finding.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import { bareCounts, counts, durations, frequencies, measures, type Quantity, sums } from './quantities.ts'
import type { Question } from './question.ts'
import { isOwn, type Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

type Reader = (text: string) => readonly Quantity[]

/** How long: a span of time in the statement. */
export const findDuration: Finder = (rated, question) =>
  firstWith(rated, question, durations) ??
  (OF_THING.test(question.text) ? firstWith(rated, question, measures, LEAST_COVERAGE_OF_COUNTED) : undefined)

/** “How long is the bench?” asks for metres. */
const OF_THING = /\bhow long (?:is|are|was|were) (?:the|my|our|your|his|her|their|\S+['’]s)\b/iu

/** How often. */
export const findFrequency: Finder = (rated, question) => firstWith(rated, question, frequencies)

/** How many: the number that stands before the noun asked for, else the only number there is; how old: an age. */
export const findNumber: Finder = (rated, question) => {
  if (/\bhow old\b/iu.test(question.text)) return findAge(rated, question)
  const focus = question.frame.need.focus
  const counted: Reader = (text) =>
    focus === undefined ? [] : counts(text).filter((number) => standsBefore(text, number, focus))
  const found =
    (ASKS_TIMES.test(question.text) ? firstWith(rated, question, times) : undefined) ??
    firstWith(rated, question, counted) ??
    firstWith(rated, question, counted, LEAST_COVERAGE_OF_COUNTED) ??
    countedUp(rated, question) ??
    firstWith(rated, question, isUnit(focus) ? counts : bareCounts)
  if (found === undefined || !question.asksState) return found
  const whole = withBase(found, rated, { question, find: findNumber })
  return flagged(withAdded(whole, rated, question), rated, question)
}

/** “How many miles …?” is answered by a measure. */
function isUnit(focus: string | undefined): boolean {
  return focus === undefined || [durations, sums, measures].some((read) => read(`2 ${focus}`).length > 0)
}

/** “My third race this year”: at least three, as far as it is told. */
function countedUp(rated: readonly Rated[], question: Question): Finding | undefined {
  const { focus } = question.frame.need
  if (focus === undefined) return undefined
  const reached = rated
    .filter(
      ({ statement, relevance }) =>
        relevance.attribution >= LEAST_ATTRIBUTION && statement.modality === 'stated',
    )
    .map(({ statement }) => ({ statement, count: ordinalBefore(statement.text, focus) }))
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => b.count - a.count || compareSaid(b.statement, a.statement))[0]
  if (reached === undefined) return undefined
  const { statement, count } = reached
  return {
    text: `at least ${count}`,
    support: [statement],
    caveats: [`Counted up to ${statement.day}, when it was said: there may have been more since.`],
  }
}

/** Which of them it is: 3 for “my third (long) race”; 0 where none is told. */
function ordinalBefore(text: string, focus: string): number {
  const wanted = analyse(focus)
  const told = [...text.matchAll(ORDINAL)].filter(({ groups }) =>
    analyse(groups!.noun!).some((term) => wanted.some((each) => kindred(term, each))),
  )
  return Math.max(
    0,
    ...told.map(({ groups }) => Number(groups!.figure ?? ORDINALS.indexOf(groups!.word!.toLowerCase()) + 1)),
  )
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
)
const ORDINAL = new RegExp(
  `\\b(?:(?<figure>\\d{1,3})(?:st|nd|rd|th)|(?<word>${ORDINALS.join('|')})) (?<noun>\\p{Ll}+(?: \\p{Ll}+)?)`,
  'giu',
)

const ASKS_TIMES = /\bhow many times\b/iu
const TIMES = /\b(?:(?:only|just) once|twice|thrice|(?:\d+|\p{L}+) times)\b|\bonce(?=\s*(?:[.,;!?]|$))/giu

/** How many times something was done: [twice], [four times]; “I once went” counts nothing. */
const times: Reader = (text) =>
  [...text.matchAll(TIMES)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }))

/** “30 men” answers “How many men …?” where little else of the question stands beside it. */
const LEAST_COVERAGE_OF_COUNTED = 0.3

const AGE_TERM = 'old'

/** An age needs no word of the question but whose it is: “I'm 34”, “Ada turned 40 on Friday”. */
function findAge(rated: readonly Rated[], { terms }: Question): Finding | undefined {
  const of = terms.filter(({ term }) => !kindred(term, AGE_TERM))
  const isOf = ({ nearTerms }: Statement) => of.every(({ term }) => nearTerms.has(term))
  const aged = rated.filter(
    (each) => isOwn(each) && isOf(each.statement) && ageIn(each.statement.text) !== undefined,
  )
  const statement = aged
    .map((each) => each.statement)
    .toSorted(compareSaid)
    .at(-1)
  if (statement === undefined) return undefined
  return { text: ageIn(statement.text) ?? statement.text, support: [statement] }
}

/** How much: a sum or a measure; a later rise or fall of which no figure is on record is told. */
export const findAmount: Finder = (rated, question) => {
  const finding = firstWith(rated, question, (text) => amountsIn(text, question.text))
  const read = (text: string) => {
    const [first] = amountsIn(text, question.text)
    return first && withUnit(text, first)
  }
  return finding && flagged(raisedSince(finding, rated, { question, read }) ?? finding, rated, question)
}

/**
 * Sums and measures of the kind that is asked for, and bare numbers beside them: “the boat 12,500, the trailer 900
 * euros”. What a sum is paid for is none: “300 euros for two nights”.
 */
function amountsIn(text: string, question: string): readonly Quantity[] {
  const exact = [...sums(text), ...measures(text)].toSorted((a, b) => a.start - b.start)
  if (/\bweigh/iu.test(question)) {
    const weights = exact.filter((each) => WEIGHT.test(each.text))
    if (weights.length > 0) return weights
  }
  const bare = counts(text)
    .filter(({ start, end }) => !exact.some((each) => start < each.end && each.start < end))
    .filter((number) => exact.length === 0 || !countsThings(text, number))
  return [...exact, ...bare].toSorted((a, b) => a.start - b.start)
}

/** Whether a number counts what follows it: “two long nights”, “one lesson”, “two of them”; not “12,500 last year”. */
function countsThings(text: string, { text: number, end }: Quantity): boolean {
  const after = /^(?:\s+\p{L}[\p{L}'’-]*){0,3}/u.exec(text.slice(end))?.[0].toLowerCase()
  const next = after?.trim().split(/\s+/u) ?? []
  if (next[0] === 'of') return true
  const stop = next.findIndex((word) => word === '' || (wordKind(word) === 'function' && word !== 'more'))
  const counted = stop < 0 ? next : next.slice(0, stop)
  return /^(?:1|one)$/iu.test(number) ? counted.length > 0 : counted.some((word) => PLURAL.test(word))
}

const PLURAL = /^(?:people|persons|men|women|children|feet|teeth|mice|geese|sheep|fish|\p{L}+[^\Ws]s)$/u

const WEIGHT = /(?:kg|kilos?|kilograms?|grams?|g|pounds?|lbs?|stones?|tons?|tonnes?|ounces?)$/iu

/** How many words may stand between a number and what it counts: “900 fresh buns”. */
const COUNTED_WITHIN_WORDS = 3

function firstWith(
  rated: readonly Rated[],
  question: Question,
  read: Reader,
  leastCoverage?: number,
): Finding | undefined {
  for (const { statement } of choose(rated, question, leastCoverage)) {
    const quantity = nearest(statement.text, read(statement.text), question)
    if (quantity !== undefined) return { text: withUnit(statement.text, quantity), support: [statement] }
  }
  return undefined
}

/** Of several quantities the one beside which most words of the question stand: “€35 for the lamp and €120 for the rug”. */
function nearest(text: string, quantities: readonly Quantity[], { terms }: Question): Quantity | undefined {
  // “Costs” stands with the first alone and holds for all.
  const asked = new Set(terms.map(({ term }) => term).filter((term) => !kindred(term, COST_TERM)))
  const matches = (from: number, to: number) =>
    analyse(text.slice(from, to)).filter((term) => asked.has(term)).length
  const scored = quantities.map((quantity, index) => {
    const next = quantities[index + 1]
    const before = quantities[index - 1]
    const until = next === undefined ? text.length : partBetween(text, quantity.end, next.start).end
    const from = before === undefined ? 0 : partBetween(text, before.end, quantity.start).start
    return {
      quantity,
      score: matches(quantity.end, until) + BEFORE_SHARE * matches(from, quantity.start),
    }
  })
  return scored.toSorted((a, b) => b.score - a.score)[0]?.quantity
}

/** “The rent is 940 euros | and the deposit is 1,880”: what stands between two quantities is of either, if it is parted. */
function partBetween(
  text: string,
  from: number,
  to: number,
): { readonly end: number; readonly start: number } {
  const parting = PARTING.exec(text.slice(from, to))
  if (parting === null) return { end: to, start: from }
  return { end: from + parting.index, start: from + parting.index + parting[0].length }
}

const COST_TERM = 'cost'
const PARTING = /\s*[,;]\s+(?:and\s+|but\s+)?|\s+(?:and|but|while)\s+(?=\p{L})/u

/** What a quantity is of follows it more often than it precedes it. */
const BEFORE_SHARE = 0.9

/** A number without its unit says little: what follows it up to the next break goes along, [“900 buns a day”]. */
function withUnit(text: string, { text: quantity, end }: Quantity): string {
  const rest = /^(?:\s+[\p{L}\p{M}'’-]+){0,3}(?:,\s+in\s+\p{L}+)?/u.exec(text.slice(end))?.[0] ?? ''
  const unit = rest.replace(
    /\s+(?:and|or|but|because|so|when|while|on|at|to|for|from|with|by|this|last|already|now)\b.*$/iu,
    '',
  )
  return `${quantity}${unit}`
}

function standsBefore(text: string, { end }: Quantity, focus: string): boolean {
  const after = text
    .slice(end)
    .split(/\s+/u)
    .slice(0, COUNTED_WITHIN_WORDS + 1)
    .join(' ')
  const wanted = analyse(focus)
  return analyse(after).some((term) => wanted.some((each) => kindred(term, each)))
}
