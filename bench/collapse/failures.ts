import type { FigureSets, Figures } from '../figures.ts'
import { tokenSetF1 } from '../metrics/answers.ts'
import { hitAt } from '../metrics/retrieval.ts'
import { fitsTime } from './distractor.ts'
import { groupsOf, type Layout, rankingOf } from './figures.ts'
import type { Observation } from './observe.ts'
import type { Labels } from './questions.ts'

/** Where a question was lost; each question has one of them. @see RaMem, section 3.4 */
export type Fate =
  /** No memory unit is drawn from its evidence. */
  | 'notConstructed'
  /** A time was grounded, no unit of the evidence lies in it, and none was found otherwise; never of the content list alone. */
  | 'notActivated'
  /** No unit of the evidence is among the first 10. */
  | 'notRetrieved'
  /** It is, and the answer is not half right: `token_set_f1` below 0.5. */
  | 'notGenerated'
  | 'generated'

const FATES: readonly Fate[] = ['notConstructed', 'notActivated', 'notRetrieved', 'notGenerated', 'generated']
const PLACES = 10
const HALF_RIGHT = 0.5

/** What was said without a model, by question and way to recall. */
export type Said = (observation: Observation, variant: string) => string

/** Decides what became of a question under a set of labels. */
export function fateOf(observation: Observation, { variant, labels, said, timeZone }: FateOptions): Fate {
  const { question, seen, evidenceUnits, searched } = observation
  if (evidenceUnits[labels].length === 0) return 'notConstructed'
  if (hitAt(rankingOf(seen[variant]![labels], question.labels[labels]!.turns), PLACES) === 0) {
    const inTime = (unit: Observation['evidenceUnits'][Labels][number]) =>
      fitsTime(unit, [searched!], timeZone)
    const activated =
      variant === 'content-only' || searched === undefined || evidenceUnits[labels].some(inTime)
    return activated ? 'notRetrieved' : 'notActivated'
  }
  return tokenSetF1(said(observation, variant), question.answer) < HALF_RIGHT ? 'notGenerated' : 'generated'
}

export type FateOptions = {
  readonly variant: string
  readonly labels: Labels
  readonly said: Said
  readonly timeZone: string
}

/**
 * The share of each fate, and the generator's failures given that the evidence was retrieved:
 * `locomo/subset/failures/without-model/variant`.
 */
export function failureSets(
  observations: readonly Observation[],
  {
    subsets,
    labels,
    variants,
    said,
    timeZone,
  }: Pick<Layout, 'subsets' | 'labels' | 'variants'> & Pick<FateOptions, 'said' | 'timeZone'>,
): FigureSets {
  const sets: Record<string, Figures> = {}
  for (const { path, labels: by, group } of groupsOf(observations, { subsets, ...(labels && { labels }) }))
    for (const variant of variants) {
      const fates = group.map((each) => fateOf(each, { variant, labels: by, said, timeZone }))
      sets[`${path}/failures/without-model/${variant}`] = sharesOf(fates)
    }
  return sets
}

function sharesOf(fates: readonly Fate[]): Figures {
  const count = (fate: Fate) => fates.filter((each) => each === fate).length
  const retrieved = count('notGenerated') + count('generated')
  return {
    n: fates.length,
    ...Object.fromEntries(FATES.map((fate) => [fate, count(fate) / fates.length])),
    ...(retrieved > 0 && { 'generatorFailure@10': count('notGenerated') / retrieved }),
  }
}
