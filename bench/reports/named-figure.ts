import type { FigureSets, Figures } from '../figures.ts'
import type { Interval } from '../metrics/bootstrap.ts'

declare const named: unique symbol
/** The name of a metric, never empty: what makes a number a figure. */
export type MetricName = string & { readonly [named]: true }

/** A figure that can be printed: a value, what it measures, of how many, and how sure it is. */
export type NamedFigure = {
  readonly experiment: string
  readonly set: string
  readonly metric: MetricName
  readonly value: number
  /** Undefined where the set tells none. */
  readonly n: number | undefined
  /** Its 95 % interval; undefined where there are no values of single questions to draw from. */
  readonly interval: Interval | undefined
}

export type FigureRow = {
  readonly set: string
  readonly n: number | undefined
  readonly figures: readonly NamedFigure[]
}

/** @throws {TypeError} If it is empty. */
export function metricName(text: string): MetricName {
  if (text.trim() === '') throw new TypeError('Cannot name a figure as its metric has no name')
  return text as MetricName
}

/** The figures of an experiment by set, in their order; bounds join the metric they bound. */
export function figureRows(experiment: string, sets: FigureSets): readonly FigureRow[] {
  return Object.entries(sets).map(([set, figures]) => ({
    set,
    n: figures.n,
    figures: Object.keys(figures)
      .filter((name) => name !== 'n' && !isBound(name, figures))
      .map((name) => ({
        experiment,
        set,
        metric: metricName(name),
        value: figures[name]!,
        n: figures.n,
        interval: intervalOf(name, figures),
      })),
  }))
}

/** `0.812 [0.790, 0.833]`; without an interval the value alone. */
export function printFigure(figure: NamedFigure): string {
  const { metric, value, interval } = figure
  if (interval === undefined) return printNumber(metric, value)
  return `${printNumber(metric, value)} [${printNumber(metric, interval.low)}, ${printNumber(metric, interval.high)}]`
}

/** As many digits as matter for what is measured. */
function printNumber(metric: MetricName, value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Number.isInteger(value) && !isShare(metric)) return String(value)
  const size = Math.abs(value)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : isShare(metric) || size < 1 ? 4 : 2)
}

/** Shares have the same digits throughout, 1 and 0 as well, so that a column can be read. */
function isShare(metric: MetricName): boolean {
  return /^(?!avgD)\w+@\d+$|^mrr$|_f1$|^bleu1$|[sS]hare$|accuracy|^exact$|^falseActivation$/u.test(metric)
}

function intervalOf(name: string, figures: Figures): Interval | undefined {
  const [low, high] = pairOf(name, figures) ?? []
  return low === undefined || high === undefined ? undefined : { low: figures[low]!, high: figures[high]! }
}

function isBound(name: string, figures: Figures): boolean {
  return Object.keys(figures).some((other) => pairOf(other, figures)?.includes(name))
}

function pairOf(name: string, figures: Figures): readonly [string, string] | undefined {
  return boundsOf(name).find((pair) => pair.every((bound) => figures[bound] !== undefined))
}

/** The names that the bounds of a metric may have; routing bounds its first figure, `all@5`, without naming it. */
function boundsOf(name: string): readonly (readonly [string, string])[] {
  return [
    [`${name}.low`, `${name}.high`],
    [`${name}Low`, `${name}High`],
    ...(name === 'all@5' ? ([['low', 'high']] as const) : []),
  ]
}
