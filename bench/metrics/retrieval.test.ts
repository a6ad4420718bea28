import { expect, test } from 'vitest'
import { allAt, cappedRank, firstRank, hitAt, ndcg, reciprocalRank, shareAt } from './retrieval.ts'

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
