import { isNegated } from '../language/polarity.ts'
import { sentenceTexts } from '../language/sentences.ts'
import { analyse } from '../language/terms.ts'
import type { MemoryUnit, Modality } from '../model/memory-unit.ts'
import type { AnchoredUnit } from '../store/store.ts'
import { numbersIn } from './numbers.ts'

/**
 * Leaves out units that repeat an earlier one: nearly the same words with the same numbers, names, negation, claim and
 * days. Of the same turns “nearly” may be less. The earlier one stays as it is.
 *
 * @param known Units that are stored already, drawn from turns that the window repeats.
 */
export function withoutRepetitions(
  units: readonly AnchoredUnit[],
  known: readonly MemoryUnit[] = [],
): readonly AnchoredUnit[] {
  const seen = known.map(factsOf)
  return units.filter(({ unit }) => {
    const facts = factsOf(unit)
    if (seen.some((earlier) => repeats(facts, earlier))) return false
    seen.push(facts)
    return true
  })
}

/** Share of words that two units have in common (Jaccard): beyond it they say the same. */
const NEARLY_SAME = 0.8
const NEARLY_SAME_OF_SAME_TURNS = 0.65

type Facts = {
  readonly id: string
  readonly words: ReadonlySet<string>
  readonly sources: ReadonlySet<string>
  /** What must be equal, in one text. */
  readonly exact: string
}

function factsOf({ id, restatement, sources, context, modality }: MemoryUnit): Facts {
  const negations = sentenceTexts(restatement).filter(isNegated).length
  const numbers = numbersIn(restatement).map(({ value }) => value)
  const names = [...context.persons, ...context.entities].map((name) => name.toLowerCase()).toSorted()
  const { eventTime: days } = context
  const exact: readonly [number, readonly number[], readonly string[], string, Modality] = [
    negations,
    numbers.toSorted((a, b) => a - b),
    names,
    days === undefined ? '' : `${days.first}/${days.last}`,
    modality,
  ]
  return { id, words: new Set(analyse(restatement)), sources: new Set(sources), exact: JSON.stringify(exact) }
}

function repeats(later: Facts, earlier: Facts): boolean {
  if (later.id === earlier.id) return true
  if (later.exact !== earlier.exact) return false
  const sameTurns =
    later.sources.size === earlier.sources.size && [...later.sources].every((id) => earlier.sources.has(id))
  const least = sameTurns ? NEARLY_SAME_OF_SAME_TURNS : NEARLY_SAME
  const common = [...later.words].filter((word) => earlier.words.has(word)).length
  return common / (later.words.size + earlier.words.size - common) >= least
}
