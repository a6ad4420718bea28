import { isNegated } from '../../language/polarity.ts'
import { analyse } from '../../language/terms.ts'
import type { ReadUnit } from './read-unit.ts'
import type { ReadSentence, ReadWindow } from './read-window.ts'
import { type Refusal, refusal } from './refusal.ts'

/**
 * Refuses what says the opposite of its source: [I never eat meat] is not borne out by “Ada eats meat”. Only where one
 * clause has nearly all the words, as otherwise the negation may be of something else.
 */
export function checkNegation(
  unit: ReadUnit,
  statement: readonly ReadSentence[],
  { nameTerms }: ReadWindow,
): Refusal | undefined {
  const terms = [...unit.terms].filter((term) => !nameTerms.has(term))
  const isDenial = denies(unit.text)
  const clauses = statement.flatMap(({ text }) => text.split(CLAUSE_END))
  const opposed = clauses.filter((clause) => denies(clause) !== isDenial)
  // To look for the words costs more than for a negation.
  if (opposed.length === 0 || !opposed.some((clause) => hasNearlyAll(clause, terms))) return undefined
  return clauses.some((clause) => denies(clause) === isDenial && hasNearlyAll(clause, terms))
    ? undefined
    : refusal('unsupported by source', unit.written)
}

const CLAUSE_END = /[,;:()—–.!?]|\b(?:but|and|because|so|although|though)\b/iu

function hasNearlyAll(clause: string, terms: readonly string[]): boolean {
  const said = new Set(analyse(clause))
  return terms.filter((term) => said.has(term)).length >= terms.length * NEARLY_ALL
}

const NEARLY_ALL = 0.8

/** [I have no siblings] denies as [I do not have siblings] does; [no doubt] and [can't wait] affirm. */
function denies(written: string): boolean {
  const text = written.replace(/\bcan(?:['’]t|not) (?:wait|believe|help)\b/giu, ' ')
  return isNegated(text) || /\bno (?!doubt|matter|wonder|problem|worries|idea|one)\p{Ll}/iu.test(text)
}
