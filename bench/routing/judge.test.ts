import { expect, test } from 'vitest'
import type { Activation } from '../../src/model/episode.ts'
import { judgeRouting } from './judge.ts'

const activated = (...episodes: number[]): Activation[] =>
  episodes.map((episode) => ({ episode, score: 1, pathways: [] }))

test('a gold turn counts where any episode that holds it is activated', () => {
  const places = [new Set([2, 3]), new Set([9])]
  const eight = activated(1, 3, 4, 5, 6, 9)
  expect(judgeRouting({ five: eight.slice(0, 5), eight }, places)).toEqual({
    'share@5': 0.5,
    'all@5': 0,
    'all@8': 1,
  })
  expect(judgeRouting({ five: activated(9, 2), eight: [] }, places)).toEqual({
    'share@5': 1,
    'all@5': 1,
    'all@8': 0,
  })
})
