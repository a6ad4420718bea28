import { expect, test } from 'vitest'
import type { Candidate } from '../store/views/view-query.ts'
import { fuse } from './fuse.ts'
import type { Gathered } from './gather.ts'
import type { RecallPlan } from './plan-recall.ts'
import { defaults, ramem } from './presets.ts'

const NOBODY_NEAR = {
  neighbours: [0, 0, 0, 0],
  denseNeighbours: [undefined, undefined, undefined, undefined],
}

const candidate = (key: number, more: Partial<Candidate>) =>
  ({
    ...NOBODY_NEAR,
    key,
    speaker: 1,
    flags: 0,
    flagsBefore: 0,
    lexical: 0,
    sessionLexical: 0,
    matched: 0,
    matchedNear: 0,
    dense: undefined,
    sessionDense: undefined,
    matchedPersons: 0,
    day: 0,
    ...more,
  }) as Candidate

const order = (content: readonly Candidate[], more: Partial<RecallPlan> = {}) => {
  const plan = {
    views: 'hybrid',
    depth: 100,
    settings: defaults,
    terms: ['copper', 'kettl'],
    nameTerms: new Set<string>(),
    frame: { need: { kind: 'thing' } },
    ...more,
  } as RecallPlan
  const candidates = { content, context: [], unitsWithTerm: [3, 3], denseMean: 0.7, searched: 100 }
  return fuse({ origin: 'turn', candidates, askedSpeakers: [] } as unknown as Gathered, plan).content
}
const keys = (...given: Parameters<typeof order>) => order(...given).map(({ candidate: { key } }) => key)

test('a unit that matches stands above one whose neighbours alone match, even twice', () => {
  const own = candidate(1, { lexical: 2, matched: 1, matchedNear: 1, dense: 0.85 })
  const beside = candidate(2, { neighbours: [4, 4, 4, 0], matchedNear: 1, dense: 0.75 })
  expect(keys([beside, own])).toEqual([1, 2])
})

test('a unit found by words and by meaning stands above units found by one of them', () => {
  const both = candidate(3, { lexical: 3.1, matched: 3, matchedNear: 3, dense: 0.86 })
  const words = candidate(1, { lexical: 3, matched: 3, matchedNear: 3, dense: 0.7 })
  const meaning = candidate(2, { dense: 0.85 })
  expect(keys([words, meaning, both])[0]).toBe(3)
  expect(keys([words, meaning, both], { settings: ramem })[0]).toBe(3)
})

test('ranks begin with 1 in each view, and a view that does not know a unit ranks it nowhere', () => {
  const found = order([candidate(1, { lexical: 3, dense: 0.7 }), candidate(2, { dense: 0.9 })])
  expect(
    found.map(({ candidate: { key }, lexicalRank, denseRank }) => [key, lexicalRank, denseRank]),
  ).toEqual(
    expect.arrayContaining([
      [1, 1, 2],
      [2, undefined, 1],
    ]),
  )
})

test('units of one score stand by day, the newer first, then in the order of arrival', () => {
  const given = [candidate(3, { day: 5 }), candidate(2, { day: 5 }), candidate(1, { day: 4 })]
  expect(keys(given)).toEqual([2, 3, 1])
})

test('the score for reciprocal rank is 1 for a unit that is first in both views', () => {
  const [first] = order([candidate(1, { lexical: 2, dense: 0.9 })], { settings: ramem })
  expect(first!.score).toBe(1)
})

test('reciprocal rank counts the first of each view alone: what came in by the other view has no rank in this one', () => {
  const given = [
    candidate(1, { lexical: 3, dense: 0.8 }),
    candidate(2, { lexical: 2, dense: 0.9 }),
    candidate(3, { lexical: 1, dense: 0.7 }),
  ]
  const found = order(given, { settings: ramem, depth: 2 })
  expect(found.map(({ candidate: { key }, fused }) => [key, fused])).toEqual([
    [1, 1 / 61 + 1 / 62],
    [2, 1 / 62 + 1 / 61],
    [3, 0],
  ])
})
