import { describe, expect, it } from 'vitest'
import { episodeOf, framesOf, unitsOfEpisodes } from '../../test/trial-episode.ts'
import type { Day } from '../model/day-range.ts'
import type { TurnId } from '../model/turn.ts'
import { extractFrom } from './extract.ts'

const EPISODE = episodeOf(
  [
    ['t1', 'Ana', 'How was the regatta?'],
    ['t2', 'Ben', 'We came third, with the borrowed oars.'],
    ['t3', 'Ana', 'My kayak got a new coat of paint last week.'],
    ['t4', 'Ben', 'Which colour did the kayak get?'],
    ['t5', 'Ana', 'Teal, like the old harbour gate.'],
    ['t6', 'Ben', 'I had soup for lunch.'],
  ],
  { day: '2023-05-08' as Day },
)
const frameOf = framesOf([EPISODE], '2023-06-01' as Day)

const read = async (question: string, { episode = EPISODE, known = [] as readonly TurnId[] } = {}) => {
  const evidence = await extractFrom(episode, {
    frame: frameOf(question),
    timeZone: 'UTC',
    unitsOf: unitsOfEpisodes([episode]),
    known,
  })
  return evidence.map(({ quotes }) => quotes[0].turn)
}

describe('passages of an episode', () => {
  it('are those with the words of the question, then those beside them', async () => {
    // t4 has both words, t3 one of them and the person; t5 stands beside both.
    expect(await read('What colour is the kayak of Ana?')).toEqual(['t4', 't3', 't5'])
  })

  it('are none where no word of the question stands there', async () => {
    expect(await read('Who sold the violin?')).toEqual([])
  })

  it('are first those that are known to be evidence, whatever their words', async () => {
    const known = [EPISODE.turns[4]!.turn.id]
    expect((await read('Who sold the violin?', { known }))[0]).toBe('t5')
  })

  it('lie within the part of a turn that the episode holds', async () => {
    const [first] = EPISODE.turns
    const episode = { ...EPISODE, turns: [{ ...first!, start: 10 }] }
    expect(await read('How was the regatta?', { episode })).toEqual([])
  })

  it('are at most four, eight where the question lists', async () => {
    const many = episodeOf(
      Array.from({ length: 20 }, (_, i) => [`k${i}`, 'Ana', `Kayak number ${i} is mine.`] as const),
    )
    expect(await read('Which kayak is old?', { episode: many })).toHaveLength(4)
    expect(await read('Which kayaks does Ana own?', { episode: many })).toHaveLength(8)
  })
})
