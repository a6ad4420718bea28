import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HeldPassage, scoresInTurn } from './scores-in-turn.ts'

const offered = (...episodes: number[]) => episodes.map((episode) => ({ episode, beside: 0 }))

test('a passage in an overlap opens one of its episodes, the one that has more besides', () => {
  const passages: HeldPassage[] = [
    { score: 0.9, holders: [1, 2] },
    { score: 0.8, holders: [3] },
    { score: 0.5, holders: [2] },
    { score: 0.4, holders: [1] },
  ]
  expect([...scoresInTurn(passages, offered(1, 2, 3))]).toEqual([
    [2, 0.9],
    [3, 0.8],
    // The passage that it shares is read with the second.
    [1, 0.4],
  ])
})

test('what speaks for an episode beside its passages stays, though all its passages are read', () => {
  const passages = [{ score: 0.9, holders: [1, 2] }]
  const episodes = [
    { episode: 1, beside: 0 },
    { episode: 2, beside: 0.2 },
    { episode: 3, beside: 0.1 },
  ]
  expect([...scoresInTurn(passages, episodes)]).toEqual([
    [2, 1.1],
    [3, 0.1],
    [1, 0],
  ])
})

test('where nothing overlaps each episode has the score of its best passage, in falling order', () => {
  const passage = fc.record({
    score: fc.double({ min: 0, max: 2, noNaN: true }),
    holder: fc.integer({ min: 1, max: 6 }),
  })
  fc.assert(
    fc.property(fc.array(passage, { minLength: 1, maxLength: 20 }), (drawn) => {
      const passages = drawn
        .toSorted((a, b) => b.score - a.score)
        .map(({ score, holder }) => ({ score, holders: [holder] }))
      const episodes = [...new Set(drawn.map(({ holder }) => holder))]
      const scores = scoresInTurn(passages, offered(...episodes))
      for (const episode of episodes)
        expect(scores.get(episode)).toBe(
          Math.max(...drawn.filter((each) => each.holder === episode).map((each) => each.score)),
        )
      const falling = [...scores.values()]
      expect(falling).toEqual(falling.toSorted((a, b) => b - a))
    }),
  )
})
