import { rankGap } from '../collapse/collapse-metrics.ts'
import type { JudgedUnit } from '../collapse/distractor.ts'
import { type Measure, rankingOf } from '../collapse/figures.ts'
import type { Figures } from '../figures.ts'
import { allAt, hitAt, reciprocalRank, shareAt } from '../metrics/retrieval.ts'

/** How many units a reader is given. @see RaMem, appendix D.6 */
const UNITS = [3, 5, 10, 20]
/** How many tokens of their restatements. */
const TOKENS = [125, 250, 500, 1_000]

/**
 * What is found within budgets: of K units (`share@10`; `rankGap@10` counts what is missed as rank 11), and of so many
 * estimated tokens (`share@500-tokens`: units in rank order until one does not fit). `tokens@10` is what 10 units take.
 */
export const budgetMeasure: Measure = (places, relevant) => {
  const byUnits = UNITS.map((k): Figures => {
    const head = rankingOf(places.slice(0, k), relevant)
    return {
      [`share@${k}`]: shareAt(head, k),
      [`hit@${k}`]: hitAt(head, k),
      [`all@${k}`]: allAt(head, k),
      [`mrr@${k}`]: reciprocalRank(head),
      [`rankGap@${k}`]: rankGap(places, k, 'either'),
      [`tokens@${k}`]: tokensOf(places.slice(0, k)),
    }
  })
  const byTokens = TOKENS.map((budget): Figures => {
    const head = withinTokens(places, budget)
    const ranking = rankingOf(head, relevant)
    return {
      [`share@${budget}-tokens`]: shareAt(ranking, head.length),
      [`hit@${budget}-tokens`]: hitAt(ranking, head.length),
      [`units@${budget}-tokens`]: head.length,
    }
  })
  return Object.assign({}, ...byUnits, ...byTokens)
}

/** The places, best first, until the first that does not fit. */
export function withinTokens(places: readonly JudgedUnit[], budget: number): readonly JudgedUnit[] {
  let left = budget
  const over = places.findIndex(({ tokens }) => {
    left -= tokens
    return left < 0
  })
  return over < 0 ? places : places.slice(0, over)
}

function tokensOf(places: readonly JudgedUnit[]): number {
  return places.reduce((sum, { tokens }) => sum + tokens, 0)
}
