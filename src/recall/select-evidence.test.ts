import { expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import type { Candidate } from '../store/views/view-query.ts'
import { dayNumber } from '../time/day-range.ts'
import type { Ranked } from './fuse.ts'
import type { RecallPlan } from './plan-recall.ts'
import { defaults, ramem } from './presets.ts'
import { headOf, selectEvidence } from './select-evidence.ts'

const range = { first: '2024-05-10' as Day, last: '2024-05-12' as Day }
const inRange = dayNumber(range.first)

const ranked = (key: number, fused: number, day: number): Ranked => ({
  origin: 'turn',
  candidate: { key, sessionFirst: day, sessionLast: day, day } as Candidate,
  fused,
  score: fused / 20,
  lexicalRank: undefined,
  denseRank: undefined,
})

const plan = (more: Partial<RecallPlan> = {}) =>
  ({
    limit: 10,
    settings: defaults,
    terms: ['copper', 'kettl'],
    nameTerms: new Set<string>(),
    context: { ranges: [range], bufferDays: 5, bySession: true, byEventTime: true },
    ...more,
  }) as RecallPlan

const keys = (content: readonly Ranked[], context: readonly Ranked[], more?: Partial<RecallPlan>) =>
  selectEvidence({ content, context }, plan(more)).ordered.map(({ candidate }) => candidate.key)

const elsewhere = inRange - 100
const { lift } = defaults.context

test('what is compatible passes what was said elsewhere, unless that is more relevant by more than the lift', () => {
  const compatible = ranked(1, 4, inRange)
  expect(keys([ranked(2, 4 + lift - 0.1, elsewhere)], [compatible])).toEqual([1, 2])
  expect(keys([ranked(2, 4 + lift + 0.1, elsewhere)], [compatible])).toEqual([2, 1])
})

test('of two equally relevant units the one inside the range stands before the one in the buffer, the nearer before the farther', () => {
  const context = [ranked(1, 4, inRange - 5), ranked(2, 4, inRange - 1), ranked(3, 4, inRange)]
  expect(keys([], context)).toEqual([3, 2, 1])
})

test('a unit in the buffer that is clearly more relevant stands before a weak one inside the range', () => {
  expect(keys([], [ranked(1, 3, inRange), ranked(2, 6, inRange - 2)])).toEqual([2, 1])
})

test('a question that asks for a time alone is given what lies there first, however irrelevant', () => {
  const content = [ranked(2, 100, elsewhere)]
  expect(keys(content, [ranked(1, 0, inRange)], { terms: ['happen'] })).toEqual([1, 2])
})

test('the published preset puts every compatible unit before content', () => {
  const content = [ranked(2, 900, elsewhere)]
  expect(keys(content, [ranked(1, 0, inRange - 5)], { settings: ramem })).toEqual([1, 2])
})

test('a unit of both lists is evidence once, and without a grounded range content alone decides', () => {
  const both = [ranked(1, 5, inRange), ranked(2, 9, elsewhere)]
  expect(keys(both, both.slice(0, 1))).toEqual([1, 2])
  expect(keys([...both].reverse(), [], { context: undefined })).toEqual([2, 1])
})

test('a unit that was lifted is worth at least what it passed', () => {
  const { ordered } = selectEvidence(
    { content: [ranked(2, 8, elsewhere), ranked(3, 1, elsewhere)], context: [ranked(1, 4, inRange)] },
    plan(),
  )
  expect(headOf(ordered, 2).map(({ score }) => score)).toEqual([0.4, 0.4])
})
