import { expect, test } from 'vitest'
import { differenceSets } from './differences.ts'
import { rangeOf } from './distractor.ts'
import { collapseMeasure, figureSets, hitOnlyFigures, retrievalMeasure } from './figures.ts'
import type { Observation } from './observe.ts'
import type { Label } from './questions.ts'
import { COLLAPSE_SUBSETS, SUBSETS } from './subsets.ts'
import { trialPlace } from './trial-unit.ts'

type Kinds = Parameters<typeof trialPlace>[0][]
const LABEL: Label = { turns: new Set(['evidence']), sessions: new Set(['S1']), ranges: [], single: true }

function observed(
  lists: Readonly<Record<string, Kinds>>,
  { tuning = false, clean = true, timed = false, triggered = false } = {},
): Observation {
  const label = timed ? { ...LABEL, ranges: [rangeOf(['2024-03-01', '2024-03-31'])] } : LABEL
  const seen = Object.entries(lists).map(([variant, kinds]) => {
    const places = kinds.map(trialPlace)
    return [variant, { official: places, clean: clean ? places : [] }]
  })
  return {
    question: {
      asked: { text: 'Which?', referenceTime: '2024-06-01T00:00:00Z' },
      conversation: 'c',
      index: 0,
      category: 4,
      answer: '',
      tuning,
      labels: { official: label, clean: clean ? label : undefined },
    },
    triggered,
    searched: undefined,
    evidenceUnits: { official: [], clean: [] },
    seen: Object.fromEntries(seen),
    said: {},
  }
}

const WAYS = (ours: Kinds, content: Kinds) => ({
  reinstated: ours,
  'content-only': content,
  simplemem: content,
})

test('labels, held-out and tuning conversations stand in sets of their own, each with its n', () => {
  const sets = figureSets(
    [
      observed(WAYS(['evidence'], ['evidence'])),
      observed(WAYS(['both'], ['both']), { clean: false }),
      observed(WAYS(['both', 'evidence'], ['both']), { tuning: true, triggered: true }),
    ],
    {
      subsets: SUBSETS,
      variants: ['reinstated'],
      measure: retrievalMeasure,
      seed: 1,
      beside: hitOnlyFigures,
    },
  )
  const figure = (set: string, name: string) => sets[`locomo/${set}/reinstated`]?.[name]
  expect(
    ['all', 'held-out/all', 'tuning/all', 'clean/all', 'clean/held-out/all'].map((set) => figure(set, 'n')),
  ).toEqual([3, 2, 1, 2, 1])
  expect(figure('all', 'hit@10')).toBeCloseTo(2 / 3)
  expect(figure('all', 'mrr')).toBeCloseTo((1 + 0 + 1 / 2) / 3)
  expect(figure('all', 'cappedRank@10')).toBeCloseTo((1 + 11 + 2) / 3)
  expect(figure('all', 'cappedRank@list')).toBeCloseTo((1 + 2 + 2) / 3)
  expect([figure('all', 'hitOnlyRank@10'), figure('all', 'hits@10')]).toEqual([1.5, 2])
  expect(figure('temporal-triggered', 'n')).toBe(1)
  expect(figure('time-conditioned', 'n')).toBeUndefined()
})

test('the confusable subset is the baseline’s, whatever the way to recall that is measured on it', () => {
  const confused = observed(WAYS(['evidence', 'harmless'], ['both', 'evidence']), { timed: true })
  const clear = observed(WAYS(['both', 'evidence'], ['evidence', 'harmless']), { timed: true })
  const sixth = observed(WAYS(['evidence'], ['evidence', ...Array<'harmless'>(4).fill('harmless'), 'both']))
  const sets = figureSets([confused, clear, sixth], {
    subsets: COLLAPSE_SUBSETS,
    variants: ['reinstated', 'content-only'],
    measure: collapseMeasure,
    seed: 1,
    labels: ['official'],
  })
  expect(sets['locomo/confusable/reinstated']).toMatchObject({ n: 1, 'D@1': 0, 'D@5': 0, rankGap: 1 - 21 })
  expect(sets['locomo/confusable/content-only']).toMatchObject({ n: 1, 'D@1': 1, 'D@5': 1, rankGap: 1 })
  expect(sets['locomo/time-conditioned/reinstated']).toMatchObject({ n: 2, 'D@1': 0.5 })
  expect(sets['locomo/time-conditioned-confusable/reinstated']).toMatchObject({ n: 1 })
})

test('differences are of the same questions, within the bounds of their resampling', () => {
  const observations = Array.from({ length: 8 }, (_, i) =>
    observed(WAYS(i < 6 ? ['evidence'] : ['both', 'evidence'], ['both', 'evidence'])),
  )
  const sets = differenceSets(
    observations,
    { subsets: SUBSETS, measure: collapseMeasure, labels: ['official'] },
    { one: 'reinstated', other: 'content-only', seed: 1 },
  )
  const figures = sets['locomo/all/reinstated-minus-content-only']!
  expect(figures).toMatchObject({ n: 8, 'D@1': -0.75, 'D@1 fell by': 0.75, 'share@10': 0 })
  expect(figures['D@1.low']).toBeLessThanOrEqual(-0.75)
  expect(figures['D@1.high']).toBeGreaterThanOrEqual(-0.75)
})
