import { describe, expect, it } from 'vitest'
import { callerOf, scriptedModel } from '../../test/scripted-model.ts'
import { episodeOf, framesOf, unitsOfEpisodes } from '../../test/trial-episode.ts'
import type { Day } from '../model/day-range.ts'
import type { Episode } from '../model/episode.ts'
import { aggregateWithMaster } from './aggregate.ts'
import { piecesOf } from './extract-pieces.ts'
import { checkEvidence } from './quotes.ts'

const MAY = episodeOf(
  [
    ['m1', 'Ana', 'I painted the shed green.'],
    ['m2', 'Ben', 'Pretend I was a pirate: I would have a parrot.'],
  ],
  { number: 1, day: '2023-05-08' as Day, session: 's1' },
)
const AUTUMN = episodeOf(
  [
    ['o1', 'Ana', 'I painted the boat red.'],
    ['o2', 'Ana', 'In May I painted the gate blue.'],
  ],
  { number: 2, day: '2023-10-09' as Day, session: 's2', from: 3 },
)
const frameOf = framesOf([MAY, AUTUMN], '2023-12-01' as Day)

type Reply = { readonly answer: string; readonly cites: readonly string[] }

/** Every turn of the episodes is evidence, quoted whole; the master says what it is told to. */
async function concluded(
  question: string,
  episodes: readonly Episode[],
  { answer, cites }: Reply,
  contextTokens?: number,
) {
  const evidence = episodes.flatMap(
    (episode) =>
      checkEvidence(
        episode.turns.map(({ turn }) => ({
          statement: '',
          quotes: [{ turn: turn.id, text: turn.text }],
        })),
        episode,
      ).evidence,
  )
  const frame = frameOf(question)
  const parts = episodes.flatMap(({ turns }) => turns)
  const units = await unitsOfEpisodes(episodes)(parts.map(({ turn }) => turn.id))
  const context = { frame, timeZone: 'UTC' }
  const citations = cites.map((turn) => ({ turn, quote: '' }))
  const reply = { reasoning: '', answer, answered: true, citations, missing: '' }
  const model = scriptedModel({ aggregate: JSON.stringify(reply) })
  const master = callerOf(contextTokens === undefined ? model : { ...model, contextTokens }, 'reader')
  const { verdict, droppedCitations } = await aggregateWithMaster(
    evidence,
    { ...context, aliases: [], pieces: piecesOf(parts, units, context) },
    { master, asked: [], mayAsk: false, signal: undefined },
  )
  return { verdict, droppedCitations, shown: model.requestsOf('aggregate')[0]?.prompt ?? '' }
}

describe('the answer of a master to a question about a time', () => {
  const QUESTION = 'What did Ana paint in May 2023?'

  it('stands on what was said or happened then', async () => {
    for (const [answer, turn] of [
      ['the shed', 'm1'],
      ['the gate', 'o2'],
    ] as const) {
      const { verdict } = await concluded(QUESTION, [MAY, AUTUMN], { answer, cites: [turn] })
      expect(verdict).toMatchObject({ answered: true, text: answer, caveats: [] })
    }
  })

  it('is none where it rests on another time alone', async () => {
    const { verdict } = await concluded(QUESTION, [MAY, AUTUMN], { answer: 'the boat', cites: ['o1'] })
    expect(verdict).toMatchObject({ answered: false, reason: 'unsupported' })
    const boat = { ...AUTUMN, turns: AUTUMN.turns.slice(0, 1) }
    const alone = await concluded(QUESTION, [boat], { answer: 'the boat', cites: ['o1'] })
    expect(alone.verdict).toMatchObject({ answered: false, reason: 'wrong-time' })
  })

  it('keeps what it joins to that time', async () => {
    const { verdict } = await concluded(QUESTION, [MAY, AUTUMN], {
      answer: 'the shed, before the boat',
      cites: ['m1', 'o1'],
    })
    expect(verdict).toMatchObject({
      answered: true,
      citations: [{ turn: 'm1' }, { turn: 'o1' }],
      caveats: [],
    })
  })

  it('says so where a question that joins is answered from another time', async () => {
    const { verdict } = await concluded('What did both Ana and Ben paint in May 2023?', [MAY, AUTUMN], {
      answer: 'the boat',
      cites: ['o1'],
    })
    expect(verdict).toMatchObject({ answered: true, caveats: [expect.stringContaining('time')] })
  })
})

it('the answer of a master from what was pretend says so', async () => {
  const { verdict } = await concluded('What pet would Ben have?', [MAY], {
    answer: 'a parrot',
    cites: ['m2'],
  })
  expect(verdict).toMatchObject({
    answered: true,
    text: expect.stringContaining('hypothetical'),
    caveats: [expect.stringContaining('hypothetical')],
  })
})

it('a citation of evidence that did not fit the context of the master is dropped', async () => {
  const reply = { answer: 'red', cites: ['o1'] }
  const whole = await concluded('What colour is the boat?', [MAY, AUTUMN], reply)
  expect(whole).toMatchObject({ verdict: { answered: true }, droppedCitations: 0 })
  const cut = await concluded('What colour is the boat?', [MAY, AUTUMN], reply, 1_250)
  expect(cut.shown).toContain('shed')
  expect(cut.shown).not.toContain('boat red')
  expect(cut).toMatchObject({ verdict: { answered: false }, droppedCitations: 1 })
})
