import type { FigureSets, Figures } from '../figures.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import { groupsOf, type Layout, measured } from './figures.ts'
import type { Observation } from './observe.ts'

const COMPARED = ['D@1', 'avgD@5', 'rankGap', 'share@10'] as const

/**
 * How one way to recall differs from another on the same questions: `locomo/subset/one-minus-other`, the mean of the
 * differences with the middle 95 of 100 of its resamplings, and by what share D@1 fell.
 */
export function differenceSets(
  observations: readonly Observation[],
  layout: Pick<Layout, 'subsets' | 'measure' | 'labels'>,
  { one, other, seed }: { one: string; other: string; seed: number },
): FigureSets {
  const sets: Record<string, Figures> = {}
  for (const { path, labels, group } of groupsOf(observations, layout)) {
    const figures = (variant: string) => measured(group, { variant, labels, measure: layout.measure })
    sets[`${path}/${one}-minus-${other}`] = differences(figures(one), figures(other), seed)
  }
  return sets
}

function differences(one: readonly Figures[], other: readonly Figures[], seed: number): Figures {
  const figures: Record<string, number> = { n: one.length }
  for (const name of COMPARED) {
    const values = one.map((each, i) => each[name]! - other[i]![name]!)
    const { low, high } = bootstrap(values, seed)
    figures[name] = meanOfNumbers(values)
    figures[`${name}.low`] = low
    figures[`${name}.high`] = high
  }
  const before = meanOfNumbers(other.map((each) => each['D@1']!))
  if (before > 0) figures['D@1 fell by'] = -figures['D@1']! / before
  return figures
}

function meanOfNumbers(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
