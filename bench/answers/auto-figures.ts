import { deepCost } from '../../src/episodes/cost.ts'
import type { FigureSets } from '../figures.ts'
import type { AnswerMetric } from '../metrics/answers.ts'
import { mean } from './answer-figures.ts'
import type { Judged } from './score.ts'

export type AutoNames = { readonly fast: string; readonly deep: string; readonly auto: string }

/** From which score an answer counts as right, where right and wrong are told apart. */
const RIGHT = 0.5

/**
 * What the auto mode's choice is worth beside always fast and always deep, over the questions that all three answered.
 *
 * `escalated`: share that went deep. `precision`: of these, share that fast had wrong and deep right; `recall`: of the
 * questions that fast had wrong and deep right, share that went deep. `harm`: of the escalated, share that fast had right
 * and auto wrong. `scorePerThousand.…`: mean score for each thousand of normalised cost.
 */
export function autoFigures(
  set: string,
  judged: readonly Judged[],
  { names, metric }: { readonly names: AutoNames; readonly metric: AnswerMetric },
): FigureSets {
  const by = (name: string) =>
    new Map(
      judged
        .filter(({ outcome }) => outcome.protocol === name)
        .map((each) => [`${each.outcome.bank}/${each.outcome.question}`, each]),
    )
  const [fast, deep, auto] = [by(names.fast), by(names.deep), by(names.auto)]
  const rows = [...auto].flatMap(([key, chosen]) => {
    const [quick, thorough] = [fast.get(key), deep.get(key)]
    return quick && thorough ? [{ chosen, quick, thorough }] : []
  })
  if (rows.length === 0) return {}
  const right = ({ scores }: Judged) => scores[metric] >= RIGHT
  const escalated = rows.filter(({ chosen }) => chosen.outcome.response?.escalated)
  const gainful = rows.filter(({ quick, thorough }) => !right(quick) && right(thorough))
  const hits = gainful.filter(({ chosen }) => chosen.outcome.response?.escalated)
  const harmed = escalated.filter(({ quick, chosen }) => right(quick) && !right(chosen))
  const score = (of: (row: (typeof rows)[number]) => Judged) =>
    mean(rows.map((row) => of(row).scores[metric]))
  const cost = (of: (row: (typeof rows)[number]) => Judged) =>
    mean(rows.map((row) => deepCost(of(row).outcome.response?.calls ?? []).normalised))
  const modes = {
    fast: ({ quick }) => quick,
    deep: ({ thorough }) => thorough,
    auto: ({ chosen }) => chosen,
  } as const satisfies Record<string, (row: (typeof rows)[number]) => Judged>
  return {
    [`${set}/escalation/${names.auto}`]: {
      n: rows.length,
      escalated: escalated.length / rows.length,
      precision: escalated.length === 0 ? 0 : hits.length / escalated.length,
      recall: gainful.length === 0 ? 0 : hits.length / gainful.length,
      harm: escalated.length === 0 ? 0 : harmed.length / escalated.length,
      ...Object.fromEntries(
        Object.entries(modes).flatMap(([mode, of]) => {
          const [quality, price] = [score(of), cost(of)]
          return [
            [`${metric}.${mode}`, quality],
            [`normalised.${mode}`, price],
            ...(price > 0 ? [[`${metric}PerThousand.${mode}`, (1_000 * quality) / price] as const] : []),
          ]
        }),
      ),
    },
  }
}
