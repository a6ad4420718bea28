import { expect, test } from 'vitest'
import type { Activation } from '../../src/model/episode.ts'
import { joinRounds } from './route-rounds.ts'

const activations = (scores: Readonly<Record<number, number>>): Activation[] =>
  Object.entries(scores)
    .map(([episode, score]): Activation => ({ episode: Number(episode), score, pathways: [] }))
    .sort((a, b) => b.score - a.score)

const scoresOf = (list: readonly Activation[]) =>
  list.map(({ episode, score }) => [episode, Number(score.toFixed(3))])

test('a second round adds the best of its probes to the first, each round against its own best', () => {
  const first = activations({ 1: 2, 2: 1, 3: 0.5 })
  const second = [activations({ 3: 4, 4: 2 }), activations({ 2: 0.1, 4: 0.1 })]
  expect(scoresOf(joinRounds(first, second))).toEqual([
    // 1 / 2 + 0.6 · 1
    [2, 1.1],
    // 1
    [1, 1],
    // 0.5 / 2 + 0.6 · 1
    [3, 0.85],
    // 0.6 · 1: the better of 2 / 4 and 0.1 / 0.1
    [4, 0.6],
  ])
})

test('without a second round the first stands in its order', () => {
  expect(scoresOf(joinRounds(activations({ 5: 0.4, 2: 0.8 }), []))).toEqual([
    [2, 1],
    [5, 0.5],
  ])
})
