import { bootstrap } from './metrics/bootstrap.ts'

/**
 * The figures of one set: `n` and metrics by name. The bounds of a metric's 95 % interval stand beside it as `NAME.low`
 * and `NAME.high`.
 */
export type Figures = Readonly<Record<string, number>>

/** Figures by set. */
export type FigureSets = Readonly<Record<string, Figures>>

/**
 * The mean of each metric over records that all have the same metrics, one a question; `n` records.
 *
 * @param options.seed With a seed and at least two records each mean has the bounds of its 95 % interval, by bootstrap.
 */
export function meanOf(records: readonly Figures[], { seed }: { readonly seed?: number } = {}): Figures {
  const names = Object.keys(records[0] ?? {})
  const of = (name: string) => {
    const values = records.map((record) => record[name]!)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    if (seed === undefined || values.length < 2) return [[name, mean] as const]
    const { low, high } = bootstrap(values, seed)
    return [[name, mean] as const, [`${name}.low`, low] as const, [`${name}.high`, high] as const]
  }
  return { n: records.length, ...Object.fromEntries(names.flatMap(of)) }
}
