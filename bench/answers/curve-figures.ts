import { deepCost } from '../../src/episodes/cost.ts'
import type { FigureSets } from '../figures.ts'
import type { AnswerMetric } from '../metrics/answers.ts'
import { percentile } from '../speed/percentile.ts'
import { mean, withInterval } from './answer-figures.ts'
import type { Judged } from './score.ts'

/** A point of the curve a protocol: what a question costs in context, tokens and time, and what it is answered like. */
export function curveFigures(
  set: string,
  judged: readonly Judged[],
  { metric, seed }: { readonly metric: AnswerMetric; readonly seed: number },
): FigureSets {
  const protocols = [...new Set(judged.map(({ outcome }) => outcome.protocol))]
  return Object.fromEntries(
    protocols.map((protocol) => {
      const own = judged.filter(({ outcome }) => outcome.protocol === protocol)
      const responses = own.flatMap(({ outcome }) => outcome.response ?? [])
      const scores = own.map(({ scores }) => scores[metric])
      const point = {
        n: own.length,
        contextUnits: mean(responses.map(({ contextUnits }) => contextUnits)),
        contextCharacters: mean(responses.map(({ contextCharacters }) => contextCharacters)),
        T_L: mean(responses.map(({ calls }) => deepCost(calls).large.total)),
        'answerMs.p50': percentile(
          own.map(({ outcome }) => outcome.milliseconds),
          0.5,
        ),
        ...Object.fromEntries(withInterval(metric, scores, seed)),
      }
      return [`${set}/curve/${protocol}`, point]
    }),
  )
}
