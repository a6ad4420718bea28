import { expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import type { Candidate } from '../store/views/view-query.ts'
import { dayNumber } from '../time/day-range.ts'
import { FEATURE_NAMES, type FeatureName, factsOf, featuresOf } from './features.ts'
import type { Gathered } from './gather.ts'
import type { RecallPlan } from './plan-recall.ts'

const range = { first: '2024-05-10' as Day, last: '2024-05-12' as Day }
const inRange = dayNumber(range.first)
const elsewhere = inRange - 100

const candidate = (key: number, day: number, { lexical, dense }: { lexical: number; dense: number }) =>
  ({
    key,
    lexical,
    dense,
    sessionLexical: lexical,
    sessionDense: dense,
    neighbours: [0, 0, 0, 0],
    denseNeighbours: [undefined, undefined, undefined, undefined],
    flags: 0,
    flagsBefore: 0,
    sessionFirst: day,
    sessionLast: day,
  }) as unknown as Candidate

const strong = candidate(1, elsewhere, { lexical: 10, dense: 0.9 })
const fair = candidate(2, inRange, { lexical: 5, dense: 0.7 })
const weak = candidate(3, inRange, { lexical: 1, dense: 0.6 })

function featuresIn(
  context: RecallPlan['context'],
  kind = 'thing',
): (of: Candidate) => Record<FeatureName, number> {
  const plan = { frame: { need: { kind } }, terms: [], nameTerms: new Set(), context }
  const candidates = {
    content: [strong, fair],
    context: context === undefined ? [] : [fair, weak],
    denseMean: 0.5,
    unitsWithTerm: [],
    searched: 3,
  }
  const facts = factsOf(
    plan as unknown as RecallPlan,
    { candidates, askedSpeakers: [] } as unknown as Gathered,
  )
  return (of) => {
    const values = featuresOf(of, facts)
    return Object.fromEntries(FEATURE_NAMES.map((name, i) => [name, values[i]])) as Record<
      FeatureName,
      number
    >
  }
}

test('what is compatible with the asked time is seen beside the best that lies there, all else beside the best of all', () => {
  const of = featuresIn({ ranges: [range], bufferDays: 5, bySession: true, byEventTime: true })
  expect(of(strong)).toMatchObject({ lexical: 1, session: 1, dense: 1, sessionDense: 1 })
  expect(of(fair)).toMatchObject({ lexical: 1, session: 1, dense: 1, sessionDense: 1 })
  expect(of(weak).lexical).toBeCloseTo(0.2)
  expect(of(weak).dense).toBeCloseTo(0.5)
})

test('without a condition of time every candidate is seen beside the best of all', () => {
  const of = featuresIn(undefined)
  expect(of(fair).lexical).toBeCloseTo(0.5)
  expect(of(fair).dense).toBeCloseTo(0.5)
})

test('what happened before its session was told later, unless a time is asked for', () => {
  const of = featuresIn(undefined)
  const event = (first: number, last?: number) => ({ ...fair, eventFirst: first, eventLast: last })
  expect(of(fair).told).toBe(0)
  expect(of(event(inRange, inRange)).told).toBe(0)
  expect(of(event(inRange - 3, inRange)).told).toBe(0)
  expect(of(event(inRange - 3, inRange - 1)).told).toBe(1)
  expect(of(event(inRange - 1)).told).toBe(1)
  expect(of(event(inRange + 7, inRange + 7)).told).toBe(0)
  expect(featuresIn(undefined, 'date')(event(inRange - 1)).told).toBe(0)
})
