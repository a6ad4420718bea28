import type { FigureSets, Figures } from '../figures.ts'
import type { AnswerMetric } from '../metrics/answers.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import type { Judged } from './score.ts'

export type FigureOptions = { readonly metrics: readonly AnswerMetric[]; readonly seed: number }

/** By which metrics each data set is scored; every figure bears its metric's name. */
export const METRICS_OF = {
  locomo: ['locomo_f1', 'emem_f1', 'squad_f1', 'token_set_f1', 'bleu1'],
  hotpotqa: ['squad_f1', 'emem_f1', 'bleu1'],
  longmemeval: [],
} as const satisfies Record<string, readonly AnswerMetric[]>

/**
 * LoCoMo by protocol: all four answerable categories together (weighted by question), held-out and tuning conversations
 * apart, each category, and the same without the questions whose expected answer the audit found wrong (`clean`).
 */
export function locomoAnswerFigures(judged: readonly Judged[], seed: number): FigureSets {
  const options = { metrics: METRICS_OF.locomo, seed }
  const answerable = (list: readonly Judged[]) => list.filter(({ gold }) => !gold.unanswerable)
  const heldOut = judged.filter(({ gold }) => !gold.tuning)
  const clean = (list: readonly Judged[]) => list.filter(({ gold }) => gold.clean)
  const kinds = [...new Set(judged.map(({ gold }) => gold.kind))]
  return byProtocol({
    'locomo/held-out': answerFigures(answerable(heldOut), options),
    'locomo/held-out/clean': answerFigures(clean(answerable(heldOut)), options),
    'locomo/tuning': answerFigures(answerable(judged.filter(({ gold }) => gold.tuning)), options),
    'locomo/all': answerFigures(answerable(judged), options),
    'locomo/all/clean': answerFigures(clean(answerable(judged)), options),
    ...Object.fromEntries(
      kinds.map((kind) => [
        `locomo/all/${kind}`,
        answerFigures(
          judged.filter(({ gold }) => gold.kind === kind),
          options,
        ),
      ]),
    ),
  })
}

/** Questions of one set by kind and together. */
export function kindFigures(set: string, judged: readonly Judged[], options: FigureOptions): FigureSets {
  const kinds = [...new Set(judged.map(({ gold }) => gold.kind))].sort()
  return byProtocol({
    [set]: answerFigures(judged, options),
    ...Object.fromEntries(
      kinds.map((kind) => [
        `${set}/${kind}`,
        answerFigures(
          judged.filter(({ gold }) => gold.kind === kind),
          options,
        ),
      ]),
    ),
  })
}

/**
 * By protocol: `n`, the mean of each metric with the bounds of its 95 % interval, what a judge found right, the share of
 * questions that were answered, that failed (which score 0), and the share of the evidence turns that were found or read.
 */
export function answerFigures(
  judged: readonly Judged[],
  { metrics, seed }: FigureOptions,
): ReadonlyMap<string, Figures> {
  const protocols = [...new Set(judged.map(({ outcome }) => outcome.protocol))]
  return new Map(
    protocols.map((protocol) => {
      const own = judged.filter(({ outcome }) => outcome.protocol === protocol)
      const means = metrics.flatMap((metric) =>
        withInterval(
          metric,
          own.map(({ scores }) => scores[metric]),
          seed,
        ),
      )
      const verdicts = own.flatMap(({ correct }) => correct ?? [])
      const shares = own.flatMap(({ evidenceShare }) => evidenceShare ?? [])
      return [
        protocol,
        {
          n: own.length,
          ...Object.fromEntries(means),
          ...Object.fromEntries(verdicts.length > 0 ? withInterval('judge_accuracy', verdicts, seed) : []),
          answeredShare: mean(own.map(({ outcome }) => Number(outcome.response?.answered ?? false))),
          failed: own.filter(({ outcome }) => outcome.failure !== undefined).length,
          ...(shares.length > 0 && shares.some((share) => share > 0) && { evidenceShare: mean(shares) }),
        },
      ] as const
    }),
  )
}

export function withInterval(
  name: string,
  values: readonly number[],
  seed: number,
): (readonly [string, number])[] {
  const { low, high } = bootstrap(values, seed)
  return [
    [name, mean(values)],
    [`${name}.low`, low],
    [`${name}.high`, high],
  ]
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function byProtocol(sets: Readonly<Record<string, ReadonlyMap<string, Figures>>>): FigureSets {
  return Object.fromEntries(
    Object.entries(sets).flatMap(([set, figures]) =>
      [...figures].map(([protocol, each]) => [`${set}/${protocol}`, each] as const),
    ),
  )
}
