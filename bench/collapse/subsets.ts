import { distractorAt } from './collapse-metrics.ts'
import type { Observation } from './observe.ts'
import type { Labels } from './questions.ts'

/** A group of questions, by what the labels and the full system say of them; the same for every way to recall. */
export type Subset = (observation: Observation, labels: Labels) => boolean

const single: Subset = ({ question }, labels) => question.labels[labels]?.single === true
/** Cue guard and range both held in the full system: frozen, whatever a variant makes of the question. */
const triggered: Subset = ({ triggered: held }) => held
const conditioned: Subset = ({ question }, labels) => (question.labels[labels]?.ranges.length ?? 0) > 0

/** Where a baseline has a strict context distractor in its first five, by RaMem's rule. @see RaMem, section 4.3 */
const confusableFor =
  (baseline: string): Subset =>
  ({ seen }, labels) =>
    distractorAt(seen[baseline]?.[labels] ?? [], 5, 'either') === 1

const both =
  (one: Subset, other: Subset): Subset =>
  (observation, labels) =>
    one(observation, labels) && other(observation, labels)

const confusable = confusableFor('content-only')

/** The groups that need no baseline. */
export const SUBSETS = {
  all: () => true,
  'single-evidence': single,
  'temporal-triggered': triggered,
  'time-conditioned': conditioned,
} as const satisfies Readonly<Record<string, Subset>>

/** With those that a baseline makes. */
export const COLLAPSE_SUBSETS = {
  ...SUBSETS,
  confusable,
  'time-conditioned-confusable': both(conditioned, confusable),
  'temporal-triggered-confusable': both(triggered, confusable),
  'single-evidence-confusable': both(single, confusable),
  'confusable-for-simplemem': confusableFor('simplemem'),
} as const satisfies Readonly<Record<string, Subset>>

/** The questions of a group that a set of labels holds. */
export function inSubset(
  observations: readonly Observation[],
  subset: Subset,
  labels: Labels,
): readonly Observation[] {
  return observations.filter((each) => each.question.labels[labels] !== undefined && subset(each, labels))
}
