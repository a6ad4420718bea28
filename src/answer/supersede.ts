import { change, tellsChange } from '../language/polarity.ts'
import { analyse } from '../language/terms.ts'
import { kindred } from './kindred.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'

/**
 * Whether a newer statement replaces an older one: it tells of a change, and what it changes is what the older one
 * said, or what the question asks for.
 *
 * [“I am on the harbour project” ← “They put me on the tunnel project instead”; “I drive a Fiat” ← “I swapped the Fiat
 * for a Volvo”]
 */
export function supersedes(newer: Rated, older: Rated, { terms, frame }: Question): boolean {
  const { text } = newer.statement
  if (newer.relevance.attribution < LEAST_ATTRIBUTION || !tellsChange(text)) return false
  if (compareSaid(newer.statement, older.statement) <= 0) return false
  const from = change(text)?.from
  if (from !== undefined && shareTerm(analyse(from), older.statement.terms)) return true
  const focus = frame.need.focus === undefined ? [] : analyse(frame.need.focus)
  const matter = [...terms.map(({ term }) => term), ...focus]
  const shared = matter.filter((term) => shareTerm([term], older.statement.terms))
  return shareTerm(shared, newer.statement.terms)
}

/** A statement about somebody else replaces nothing. */
const LEAST_ATTRIBUTION = 0.8

function shareTerm(terms: Iterable<string>, others: ReadonlySet<string>): boolean {
  for (const term of terms) for (const other of others) if (kindred(term, other)) return true
  return false
}
