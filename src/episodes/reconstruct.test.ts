import { describe, expect, it } from 'vitest'
import { episodeOf, unitsOfEpisodes } from '../../test/trial-episode.ts'
import type { Day } from '../model/day-range.ts'
import { ProviderTimeoutError } from '../model/errors.ts'
import { reconstruct } from './reconstruct.ts'
import {
  activated,
  byEpisode,
  conclusion,
  contextOf,
  models,
  options,
  report,
  says,
} from './trial-reconstruction.ts'

describe('deep mode', () => {
  it('joins two episodes into one answer with citations from both', async () => {
    const { model, assistant, master } = models({
      assist: byEpisode(
        report(says('a1', 'into a flat above a bakery', 'Ana lived above a bakery.')),
        report(
          says('b2', 'The bakery below your old flat belongs to Rui Matos', 'Rui Matos owns the bakery.'),
        ),
      ),
      aggregate: conclusion({
        answer: 'Rui Matos',
        answered: true,
        citations: [
          { turn: 'a1', quote: 'a flat above a bakery' },
          { turn: 'b2', quote: 'belongs to Rui Matos' },
        ],
      }),
    })
    const { verdict, stoppedBy, readings } = await reconstruct(
      contextOf('Who owns the bakery below the flat that Ana moved into?', { assistant, master }),
      options(),
    )
    expect(verdict).toEqual({
      answered: true,
      text: 'Rui Matos',
      citations: [
        { turn: 'a1', speaker: 'Ana', day: '2023-04-03', quote: 'into a flat above a bakery' },
        {
          turn: 'b2',
          speaker: 'Ben',
          day: '2023-10-09',
          quote: 'The bakery below your old flat belongs to Rui Matos',
        },
      ],
      date: undefined,
      polarity: undefined,
      caveats: [],
    })
    expect(stoppedBy).toBe('enough')
    expect(readings.map(({ episode, round, relevant }) => [episode, round, relevant])).toEqual([
      [1, 1, true],
      [2, 1, true],
    ])
    expect(model.requests.map(({ task }) => task)).toEqual(['assist', 'assist', 'aggregate'])
  })

  it('shows the master evidence alone: no raw turns, no fabricated quotes, inference marked as such', async () => {
    const { model, assistant, master } = models({
      assist: byEpisode(
        report(says('a1', 'I moved to Lisbon in March', 'Ana moved to Lisbon.'), {
          statement: 'Ana lives above a bakery.',
          quotes: [
            { turn: 'a1', text: 'INTO a flat above  a bakery' },
            { turn: 'a1', text: 'with a view of the castle' },
          ],
        }),
        report(),
      ),
      aggregate: conclusion({
        answer: 'above a bakery',
        answered: true,
        citations: [{ turn: 'a1', quote: '' }],
      }),
    })
    const result = await reconstruct(contextOf('Where does Ana live?', { assistant, master }), options())
    const [request] = model.requestsOf('aggregate')
    expect(request?.prompt).toContain(
      'quote: "a1" 2023-04-03 Monday 10:00 "Ana": "into a flat above a bakery"',
    )
    expect(request?.prompt).toContain('inference: "Ana lives above a bakery."')
    expect(request?.prompt).not.toMatch(/Lisbon|castle|crane|sister/u)
    expect(result).toMatchObject({ droppedQuotes: 2, mendedQuotes: 1, verdict: { answered: true } })
  })

  it('hands the master contradictions in the order in which they were said', async () => {
    const { model, assistant, master } = models({
      assist: byEpisode(
        report(says('a1', 'I moved to Porto in March')),
        report(says('b1', 'I live in Braga with my sister')),
      ),
      aggregate: ({ prompt }) =>
        conclusion(
          prompt.indexOf('Porto') < prompt.indexOf('Braga')
            ? { answer: 'Braga', answered: true, citations: [{ turn: 'b1', quote: '' }] }
            : {},
        ),
    })
    const { verdict } = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master, routed: activated(2, 1) }),
      options(),
    )
    expect(verdict).toMatchObject({
      answered: true,
      text: 'Braga',
      citations: [{ turn: 'b1', day: '2023-10-09' }],
    })
    expect(model.requestsOf('aggregate')[0]?.system).toMatch(/what was said later holds, unless/u)
  })

  it('names an assistant that times out, takes passages in its place, and answers all the same', async () => {
    const { model, assistant, master } = models({
      assist: byEpisode(
        report(says('a1', 'I moved to Porto in March')),
        new ProviderTimeoutError('The model did not answer within 1 ms'),
      ),
      aggregate: conclusion({ answer: 'Braga', answered: true, citations: [{ turn: 'b1', quote: '' }] }),
    })
    const { verdict, readings } = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options(),
    )
    expect(verdict).toMatchObject({ answered: true, text: 'Braga' })
    expect(readings.map(({ episode, failed }) => [episode, failed])).toEqual([
      [1, undefined],
      [2, 'provider-timeout'],
    ])
    expect(readings[1]?.evidence.every(({ by }) => by === 'extract')).toBe(true)
    expect(model.requestsOf('aggregate')[0]?.prompt).toContain('I live in Braga with my sister since August.')
  })

  it('replaces an assistant whose replies cannot be read', async () => {
    const { assistant, master } = models({
      assist: byEpisode('no json', report(says('b1', 'I live in Braga with my sister'))),
      aggregate: conclusion({ answer: 'Braga', answered: true, citations: [{ turn: 'b1', quote: '' }] }),
    })
    const { readings } = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options(),
    )
    expect(readings[0]).toMatchObject({ failed: 'malformed-model-output', evidence: [{ by: 'extract' }] })
  })

  it('drops and counts citations of what the master was not shown, and answers nothing without one', async () => {
    const invented = [
      { turn: 'a2', quote: 'crane driver' },
      { turn: 'zz', quote: '' },
      { turn: 'a1', quote: 'in April' },
    ]
    const { assistant, master } = models({
      assist: byEpisode(
        report(says('a1', 'I moved to Porto in March'), says('a1', 'above a bakery')),
        report(),
      ),
      aggregate: (_, before) =>
        conclusion({
          answer: 'somewhere else',
          answered: true,
          citations: before === 0 ? invented : [...invented, { turn: 'a1', quote: 'to Porto' }],
        }),
    })
    const context = contextOf('Where does Ana live?', { assistant, master })
    expect(await reconstruct(context, options())).toMatchObject({
      verdict: { answered: false, reason: 'unsupported' },
      droppedCitations: 3,
    })
    expect(await reconstruct(context, options())).toMatchObject({
      verdict: { answered: true, citations: [{ quote: 'I moved to Porto in March' }] },
      droppedCitations: 3,
    })
  })

  it('passes over an episode that was forgotten since it was routed', async () => {
    const { readings } = await reconstruct(
      contextOf('Where does Ana live?', { routed: activated(9, 2) }),
      options(),
    )
    expect(readings.map(({ episode }) => episode)).toEqual([2])
  })

  it('asks no master where no assistant found anything', async () => {
    const { model, assistant, master } = models({ assist: report() })
    const { verdict } = await reconstruct(
      contextOf('Who is Zoe?', { assistant, master }),
      options({ rounds: 3 }),
    )
    expect(verdict).toMatchObject({ answered: false, reason: 'nothing-related' })
    expect(model.requestsOf('aggregate')).toEqual([])
  })

  it('throws what fails at the master', async () => {
    const { assistant, master } = models({
      assist: report(says('a1', 'I moved to Porto in March')),
      aggregate: new ProviderTimeoutError('late'),
    })
    await expect(
      reconstruct(contextOf('Where does Ana live?', { assistant, master }), options()),
    ).rejects.toThrow(ProviderTimeoutError)
  })
})

describe('deep mode without a model', () => {
  it('answers from passages of the episodes, verbatim, by the later statement', async () => {
    const episodes = [
      episodeOf([['p1', 'Ana', 'I live in Porto.']], { number: 1, day: '2023-04-03' as Day }),
      episodeOf([['p2', 'Ana', 'I live in Braga now.']], { number: 2, day: '2023-10-09' as Day, from: 2 }),
    ]
    const { verdict, readings } = await reconstruct(
      contextOf('Where does Ana live?', {
        read: async (number) => episodes[number - 1]!,
        unitsOf: unitsOfEpisodes(episodes),
      }),
      options(),
    )
    expect(verdict).toMatchObject({ answered: true, text: 'in Braga', citations: [{ turn: 'p2' }] })
    expect(readings.flatMap(({ evidence }) => evidence)).toMatchObject([
      { episode: 1, by: 'extract', quotes: [{ turn: 'p1', text: 'I live in Porto.' }] },
      { episode: 2, by: 'extract', quotes: [{ turn: 'p2', text: 'I live in Braga now.' }] },
    ])
  })

  it('says so when nothing in the episodes bears on the question', async () => {
    const { verdict, stoppedBy } = await reconstruct(contextOf('Which violin did Zoltan sell?'), options())
    expect(verdict.answered).toBe(false)
    expect(stoppedBy).toBe('rounds')
  })
})
