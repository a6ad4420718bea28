import { expect, test } from 'vitest'
import {
  allAt,
  cappedRank,
  firstRank,
  hitAt,
  hitOnlyRank,
  isSingleEvidence,
  listCappedRank,
  ndcg,
  reciprocalRank,
  shareAt,
} from './retrieval.ts'

const ranking = { ranked: [['a'], ['b', 'c'], ['b'], ['d']], relevant: new Set(['b', 'd', 'z']) }

test('share counts each label once, however often it is covered', () => {
  expect(shareAt(ranking, 1)).toBe(0)
  expect(shareAt(ranking, 3)).toBeCloseTo(1 / 3)
  expect(shareAt(ranking, 4)).toBeCloseTo(2 / 3)
})

test('hit wants one label and all wants every one', () => {
  expect([hitAt(ranking, 1), hitAt(ranking, 2)]).toEqual([0, 1])
  expect([allAt(ranking, 4), allAt({ ...ranking, relevant: new Set(['b', 'd']) }, 4)]).toEqual([0, 1])
})

test('ranks start at 1, a missed one is worth 0 or stands behind the last place', () => {
  expect([firstRank(ranking), reciprocalRank(ranking), cappedRank(ranking, 1)]).toEqual([2, 0.5, 2])
  const missed = { ...ranking, relevant: new Set(['z']) }
  expect([firstRank(missed), reciprocalRank(missed), cappedRank(missed, 10)]).toEqual([undefined, 0, 11])
})

test('ndcg is 1 for the best order and 0 where there is nothing to gain', () => {
  expect(ndcg([1, 1, 0], 3)).toBe(1)
  expect(ndcg([0, 0], 2)).toBe(0)
  expect(ndcg([0, 0, 1], 2)).toBe(0)
})

test('a rank over the whole list counts what is missed behind its last place, not behind the first K', () => {
  const missed = { ...ranking, relevant: new Set(['z']) }
  expect([listCappedRank(ranking), listCappedRank(missed), cappedRank(missed, 2)]).toEqual([2, 5, 3])
  expect(cappedRank({ ...ranking, relevant: new Set(['d']) }, 3)).toBe(4)
  expect(listCappedRank({ ...ranking, relevant: new Set(['d']) })).toBe(4)
})

test('the hit-only rank leaves out what is missed within K, and is none where everything is', () => {
  const fourth = { ...ranking, relevant: new Set(['d']) }
  expect(hitOnlyRank([ranking, fourth], 10)).toBe(3)
  expect(hitOnlyRank([ranking, fourth], 3)).toBe(2)
  expect(hitOnlyRank([fourth], 3)).toBeUndefined()
})

test('single evidence is one turn, and no citation that could not be resolved', () => {
  expect(isSingleEvidence({ turns: ['a'], unresolved: 0 })).toBe(true)
  expect(isSingleEvidence({ turns: ['a'], unresolved: 1 })).toBe(false)
  expect(isSingleEvidence({ turns: ['a', 'b'], unresolved: 0 })).toBe(false)
})
