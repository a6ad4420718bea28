import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import {
  allAt,
  cappedRank,
  hitAt,
  hitOnlyRank,
  listCappedRank,
  type Ranking,
  reciprocalRank,
  shareAt,
} from '../metrics/retrieval.ts'
import { distractorAt, distractorsWithin, rankGap } from './collapse-metrics.ts'
import type { JudgedUnit } from './distractor.ts'
import type { Observation } from './observe.ts'
import { LABELS, type Labels } from './questions.ts'
import { inSubset, type Subset } from './subsets.ts'

/** What one question gave in one way, as figures. */
export type Measure = (places: readonly JudgedUnit[], relevant: ReadonlySet<string>) => Figures

/** Places that are looked at where a metric names none: as many as figures of retrieval are told for. */
export const PLACES = 20

/** How a list of judged units ranks the evidence. */
export const rankingOf = (places: readonly JudgedUnit[], relevant: ReadonlySet<string>): Ranking => ({
  ranked: places.map(({ sources }) => sources),
  relevant,
})

/** Where the evidence stands, `mrr` over the first 20. */
export const retrievalMeasure: Measure = (places, relevant) => {
  const ranking = rankingOf(places, relevant)
  const head = rankingOf(places.slice(0, PLACES), relevant)
  const at = (name: string, metric: (of: Ranking, k: number) => number) =>
    [5, 10, 20].map((k) => [`${name}@${k}`, metric(ranking, k)] as const)
  return {
    ...Object.fromEntries([...at('share', shareAt), ...at('hit', hitAt), ...at('all', allAt)]),
    mrr: reciprocalRank(head),
    'cappedRank@10': cappedRank(ranking, 10),
    'cappedRank@20': cappedRank(ranking, 20),
    'cappedRank@list': listCappedRank(ranking),
    list: places.length,
  }
}

/** What stands before it: RaMem's rule, and as `…/both` the stricter one. Ranks that are missed within 20 count 21. */
export const collapseMeasure: Measure = (places, relevant) => {
  const ranking = rankingOf(places, relevant)
  const at = [1, 2, 3, 4, 5]
  return {
    ...Object.fromEntries(at.map((k) => [`D@${k}`, distractorAt(places, k, 'either')])),
    'avgD@5': distractorsWithin(places, 5, 'either'),
    rankGap: rankGap(places, PLACES, 'either'),
    'rankGap@10': rankGap(places, 10, 'either'),
    ...Object.fromEntries(at.map((k) => [`D@${k}/both`, distractorAt(places, k, 'both')])),
    'avgD@5/both': distractorsWithin(places, 5, 'both'),
    'rankGap/both': rankGap(places, PLACES, 'both'),
    'share@10': shareAt(ranking, 10),
    'hit@10': hitAt(ranking, 10),
    'cappedRank@10': cappedRank(ranking, 10),
    mrr: reciprocalRank(rankingOf(places.slice(0, PLACES), relevant)),
  }
}

/** The questions of all conversations, those of the held-out ones and those that may be tuned on. */
const SPLITS = {
  '': () => true,
  'held-out/': ({ question }: Observation) => !question.tuning,
  'tuning/': ({ question }: Observation) => question.tuning,
} as const satisfies Readonly<Record<string, (observation: Observation) => boolean>>

/** How figures are laid out: by labels, split, subset and way to recall. */
export type Layout = {
  readonly subsets: Readonly<Record<string, Subset>>
  readonly variants: readonly string[]
  readonly measure: Measure
  /** Default: both. */
  readonly labels?: readonly Labels[]
  /** Of the resampling that gives the main metrics their intervals. */
  readonly seed: number
  /** Figures of a group beside the means of each question's. */
  readonly beside?: (rankings: readonly Ranking[]) => Figures
}

/** `locomo/[clean/][held-out/|tuning/]subset/variant`; a group without questions is left out. */
export function figureSets(observations: readonly Observation[], layout: Layout): FigureSets {
  const sets: Record<string, Figures> = {}
  for (const { path, labels, group } of groupsOf(observations, layout)) {
    for (const variant of layout.variants)
      sets[`${path}/${variant}`] = figuresOf(group, { ...layout, variant, labels })
  }
  return sets
}

/** A group of questions under a set of labels. */
export type Group = { readonly path: string; readonly labels: Labels; readonly group: readonly Observation[] }

export function groupsOf(
  observations: readonly Observation[],
  { subsets, labels: wanted = LABELS }: Pick<Layout, 'subsets' | 'labels'>,
): Group[] {
  return wanted.flatMap((labels) =>
    Object.entries(SPLITS).flatMap(([split, belongs]) =>
      Object.entries(subsets).flatMap(([name, subset]) => {
        const group = inSubset(observations.filter(belongs), subset, labels)
        const path = `locomo/${labels === 'clean' ? 'clean/' : ''}${split}${name}`
        return group.length === 0 ? [] : [{ path, labels, group }]
      }),
    ),
  )
}

/** What each question of a group gave in one way. */
export function measured(
  group: readonly Observation[],
  { variant, labels, measure }: { variant: string; labels: Labels; measure: Measure },
): readonly Figures[] {
  return group.map(({ seen, question }) =>
    measuredOnce(measure, seen[variant]![labels], question.labels[labels]!.turns),
  )
}

type Measured = { readonly relevant: Parameters<Measure>[1]; readonly figures: Figures }
const known = new WeakMap<Measure, WeakMap<Parameters<Measure>[0], Measured>>()

/** A question stands in many groups. */
function measuredOnce(measure: Measure, ...[places, relevant]: Parameters<Measure>): Figures {
  const byPlaces = known.get(measure) ?? new WeakMap<Parameters<Measure>[0], Measured>()
  known.set(measure, byPlaces)
  const before = byPlaces.get(places)
  if (before?.relevant === relevant) return before.figures
  const figures = measure(places, relevant)
  byPlaces.set(places, { relevant, figures })
  return figures
}

type Wanted = { readonly variant: string; readonly labels: Labels } & Pick<
  Layout,
  'measure' | 'beside' | 'seed'
>

function figuresOf(group: readonly Observation[], { beside, ...wanted }: Wanted): Figures {
  const rankings = () =>
    group.map(({ seen, question }) =>
      rankingOf(seen[wanted.variant]![wanted.labels], question.labels[wanted.labels]!.turns),
    )
  const records = measured(group, wanted)
  return { ...meanOf(records), ...bounds(records, wanted.seed), ...beside?.(rankings()) }
}

const BOUNDED: ReadonlySet<string> = new Set(['share@10', 'hit@10', 'mrr', 'D@1', 'avgD@5', 'rankGap'])

/** The 95 % intervals of the main metrics: `share@10.low`, `share@10.high`. */
function bounds(records: readonly Figures[], seed: number): Figures {
  const names = Object.keys(records[0] ?? {}).filter((name) => BOUNDED.has(name))
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = records.map((record) => record[name]!)
      const { low, high } = bootstrap(values, seed)
      return [
        [`${name}.low`, low],
        [`${name}.high`, high],
      ]
    }),
  )
}

/** Of the questions with a hit: their mean rank, and how many they are. */
export function hitOnlyFigures(rankings: readonly Ranking[]): Figures {
  const rank = hitOnlyRank(rankings, 10)
  const hits = rankings.filter((ranking) => hitAt(ranking, 10) === 1).length
  return { ...(rank === undefined ? {} : { 'hitOnlyRank@10': rank }), 'hits@10': hits }
}
