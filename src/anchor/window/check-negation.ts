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
  const clauses = statement
    .flatMap(({ text }) => text.split(/[,;:()—–.!?]|\b(?:but|and|because|so|although|though)\b/iu))
    .filter((clause) => {
      const said = new Set(analyse(clause))
      return terms.filter((term) => said.has(term)).length >= terms.length * NEARLY_ALL
    })
  const isOpposed = clauses.length > 0 && clauses.every((clause) => denies(clause) !== denies(unit.text))
  return isOpposed ? refusal('unsupported by source', unit.written) : undefined
}

const NEARLY_ALL = 0.8

/** [I have no siblings] denies as [I do not have siblings] does; [no doubt] and [can't wait] affirm. */
function denies(written: string): boolean {
  const text = written.replace(/\bcan(?:['’]t|not) (?:wait|believe|help)\b/giu, ' ')
  return isNegated(text) || /\bno (?!doubt|matter|wonder|problem|worries|idea|one)\p{Ll}/iu.test(text)
}
