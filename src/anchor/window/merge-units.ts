import { isNegated } from '../../language/polarity.ts'
import { analyse } from '../../language/terms.ts'
import type { MemoryUnit } from '../../model/memory-unit.ts'
import type { AnchoredUnit } from '../../store/store.ts'
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
  const seen = known.map((unit) => comparable(unit, analyse(unit.restatement)))
  return units.filter(({ unit, entry }) => {
    const facts = comparable(unit, entry.terms)
    if (seen.some((earlier) => repeats(facts, earlier))) return false
    seen.push(facts)
    return true
  })
}

/** Share of words that two units have in common (Jaccard): beyond it they say the same. */
const NEARLY_SAME = 0.8
const NEARLY_SAME_OF_SAME_TURNS = 0.65

type Comparable = {
  readonly unit: MemoryUnit
  readonly words: ReadonlySet<string>
  /** Ids of its turns, as one text. */
  readonly turns: string
}

const comparable = (unit: MemoryUnit, words: readonly string[]): Comparable => ({
  unit,
  words: new Set(words),
  turns: unit.sources.length === 1 ? unit.sources[0] : JSON.stringify(unit.sources.toSorted()),
})

function repeats(later: Comparable, earlier: Comparable): boolean {
  if (later.unit.id === earlier.unit.id) return true
  const isSameTurns = later.turns === earlier.turns
  let common = 0
  for (const word of later.words) if (earlier.words.has(word)) common += 1
  const share = common / (later.words.size + earlier.words.size - common)
  if (share < (isSameTurns ? NEARLY_SAME_OF_SAME_TURNS : NEARLY_SAME)) return false
  return essence(later.unit) === essence(earlier.unit)
}

/** What must be equal in both, as one text. */
function essence({ restatement, context, modality }: MemoryUnit): string {
  const { eventTime: days } = context
  return JSON.stringify({
    isNegated: isNegated(restatement),
    numbers: numbersIn(restatement)
      .map(({ value }) => value)
      .toSorted((a, b) => a - b),
    names: [...context.persons, ...context.entities].map((name) => name.toLowerCase()).toSorted(),
    days: days && [days.first, days.last],
    modality,
  })
}
