import { change, preference, tellsChange } from '../language/polarity.ts'
import { analyse } from '../language/terms.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import { areAlike } from './things-alike.ts'

/**
 * Whether a newer statement replaces an older one: it tells of a change, and what it changes is what the older one
 * said, or what the question asks for.
 *
 * [“I am on the harbour project” ← “They put me on the tunnel project instead”; “I drive a Fiat” ← “I swapped the Fiat
 * for a Volvo”]
 */
export function supersedes(newer: Rated, older: Rated, { terms, frame }: Question): boolean {
  const { text, sentence } = newer.statement
  if (newer.relevance.attribution < LEAST_ATTRIBUTION) return false
  if (!tellsChange(text) && !CORRECTS.test(sentence)) return false
  if (compareSaid(newer.statement, older.statement) <= 0) return false
  if (leavesWhat(text, older.statement.terms)) return true
  const focus = frame.need.focus === undefined ? [] : analyse(frame.need.focus)
  const matter = [...terms.map(({ term }) => term), ...focus]
  const shared = matter.filter((term) => shareTerm([term], older.statement.terms))
  // “My phone died. I replaced it with a Kelta”: what “it” means stands in the sentence before.
  const told = IT.test(text) ? newer.statement.nearTerms : newer.statement.terms
  return shareTerm(shared, told)
}

/** Whether a newer statement says of the very thing of an older one that it was left for another. */
export function replacesThing(newer: Rated, older: Rated): boolean {
  const { text } = newer.statement
  if (newer.relevance.attribution < LEAST_ATTRIBUTION || change(text)?.to === undefined) return false
  return compareSaid(newer.statement, older.statement) > 0 && leavesWhat(text, older.statement.terms)
}

function leavesWhat(text: string, before: ReadonlySet<string>): boolean {
  const { from, to } = change(text) ?? {}
  if (from !== undefined) return shareTerm(analyse(from), before)
  return to !== undefined && !FOR_NOW.test(text) && takesPlace(analyse(to), before)
}

/** “I switched to German for the call” leaves nothing for good. */
const FOR_NOW =
  /\bfor (?:the|a|an|this|that|today|tonight|one|once|now|my|our)\b|\bjust (?:today|this|that|for)\b/iu

const IT = /\b(?:it|them)\b/iu

/** “I switched to linen” replaces “My bedsheets are cotton”, though no word says of what. */
function takesPlace(to: readonly string[], before: ReadonlySet<string>): boolean {
  return to.some((term) => !before.has(term) && [...before].some((other) => areAlike(term, other)))
}

/**
 * Whether two statements fill the same place, so that only one can hold: both say what is asked and little else.
 *
 * [“I live in Whitby”, “I live in Alnwick now”; not two of the many things that somebody told of a necklace]
 */
export function fillSamePlace(a: Rated, b: Rated, question: Question): boolean {
  const opposed = preference(a.statement.text) !== preference(b.statement.text)
  if (question.preference !== undefined && opposed) return true
  return [a, b].every(({ statement, relevance }) => {
    const own = [...statement.terms].filter(
      (term) => !question.terms.some((each) => kindred(each.term, term)),
    )
    return relevance.direct >= SAME_PLACE_COVERAGE && own.length <= PLACE_TERMS
  })
}

/** “Correction: it leaves from platform 7”, “New wifi password: …”: the clause behind has no word of it. */
const CORRECTS =
  /^\W*(?:correction|update|oops|change of plans?|scratch that|on second thoughts?|I meant|no,? wait|my mistake|new \p{Ll}+(?: \p{Ll}+)?)\s*[:,;–—-]/iu

/** A statement about somebody else replaces nothing. */
const LEAST_ATTRIBUTION = 0.8
/** From which share of the question a statement says all of it. */
const SAME_PLACE_COVERAGE = 0.75
/** Content words that a value takes: “whole milk”, “the tunnel project instead”. */
const PLACE_TERMS = 3

function shareTerm(terms: Iterable<string>, others: ReadonlySet<string>): boolean {
  for (const term of terms) for (const other of others) if (kindred(term, other)) return true
  return false
}
