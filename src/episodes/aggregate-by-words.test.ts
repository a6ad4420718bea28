import { describe, expect, it } from 'vitest'
import { episodeOf, framesOf, unitsOfEpisodes } from '../../test/trial-episode.ts'
import type { Day } from '../model/day-range.ts'
import type { EpisodeEvidence } from '../model/episode.ts'
import type { TurnId } from '../model/turn.ts'
import { aggregateByWords } from './aggregate-by-words.ts'
import { piecesOf } from './extract-pieces.ts'

const SPRING = episodeOf(
  [
    ['a1', 'Ana', 'I repaired the blue kettle for the party.'],
    ['a2', 'Ana', 'I planned the harbour party with Ben.'],
    ['a3', 'Ana', 'I repaired the old harbour clock on 3 March 2023.'],
  ],
  { number: 1, day: '2023-04-03' as Day, session: 's1' },
)
const AUTUMN = episodeOf(
  [
    ['b1', 'Ana', 'The harbour was lovely at the party.'],
    ['b2', 'Ana', 'I painted the harbour gate for the party.'],
  ],
  { number: 2, day: '2023-10-09' as Day, session: 's2', from: 4 },
)
const EPISODES = [SPRING, AUTUMN]
const frameOf = framesOf(EPISODES, '2023-12-01' as Day)

/** In the bank nearly everybody speaks of parties and the harbour. */
const COMMON = { parti: 0.1, harbour: 0.1, plan: 1 }

type Ground = {
  /** Turns that a search found, best first; undefined: nobody has searched. */
  readonly found?: readonly string[]
  readonly weights?: Readonly<Record<string, number>>
  readonly by?: EpisodeEvidence['by']
}

/** Every turn of the episodes was read as evidence. */
async function joined(question: string, { found, weights = {}, by = 'extract' }: Ground) {
  const evidence = EPISODES.flatMap(({ number, hash, turns }) =>
    turns.map(({ turn: { id, speaker, session, time, text } }): EpisodeEvidence => {
      const quote = { turn: id, speaker, session, time, text }
      return { episode: number, hash, statement: text, quotes: [quote], by }
    }),
  )
  const parts = EPISODES.flatMap(({ turns }) => turns)
  const units = await unitsOfEpisodes(EPISODES)(parts.map(({ turn }) => turn.id))
  const context = { frame: frameOf(question), timeZone: 'UTC' }
  const searched = found && {
    turns: found as readonly TurnId[],
    termWeights: new Map(Object.entries({ ...COMMON, ...weights })),
  }
  const { verdict } = aggregateByWords(evidence, {
    ...context,
    aliases: [],
    pieces: piecesOf(parts, units, context),
    searched,
  })
  return verdict.answered ? verdict.citations.map(({ turn }) => turn) : verdict.reason
}

describe('evidence that is joined without a model', () => {
  // “Sculpture” stands nowhere: that the rest of the words stand side by side answers nothing.
  const ABSENT = 'What sculpture did Ana plan for the harbour party?'
  const RARE = { sculptur: 8 }

  it('answers no question of which it lacks the rare word, which only the bank knows to be rare', async () => {
    expect(await joined(ABSENT, { found: ['b1', 'b2'], weights: RARE })).toBe('unsupported')
    expect(await joined(ABSENT, {})).toEqual(['a2'])
  })

  it('answers all the same from the best that a search found', async () => {
    expect(await joined(ABSENT, { found: ['a2', 'b1'], weights: RARE })).toEqual(['a2'])
  })

  it('answers from whatever was read where a model has reported it', async () => {
    expect(await joined(ABSENT, { found: ['b1', 'b2'], weights: RARE, by: 'model' })).toEqual(['a2'])
  })

  it('answers with what has a form of its own, though no search found it', async () => {
    const question = 'When did Ana repair the harbour clock?'
    expect(await joined(question, { found: ['b1', 'b2'], weights: RARE })).toEqual(['a3'])
  })

  it('answers a question of one hop from what a search found, whatever else was read', async () => {
    const question = 'What did Ana repair?'
    expect(await joined(question, { found: ['a3', 'a1'] })).toEqual(['a3'])
    expect(await joined(question, { found: ['a1', 'a3'] })).toEqual(['a1'])
  })
})
