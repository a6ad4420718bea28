import { describe, expect, it } from 'vitest'
import { callerOf, type Script, scriptedModel } from '../../test/scripted-model.ts'
import { episodeOf, framesOf, unitsOfEpisodes } from '../../test/trial-episode.ts'
import { openPurse, UNBOUNDED } from '../llm/purse.ts'
import type { Day } from '../model/day-range.ts'
import type { Episode } from '../model/episode.ts'
import { NotFoundError, ProviderTimeoutError, ReinstateError } from '../model/errors.ts'
import { reconstruct } from './reconstruct.ts'
import type { ReconstructContext, ReconstructOptions, Routed } from './reconstruct-context.ts'

const SPRING = episodeOf(
  [
    ['a1', 'Ana', 'I moved to Porto in March, into a flat above a bakery.'],
    ['a2', 'Ben', 'Lovely! I work at the harbour now, as a crane driver.'],
  ],
  { number: 1, day: '2023-04-03' as Day, session: 's1' },
)
const AUTUMN = episodeOf(
  [
    ['b1', 'Ana', 'Porto was too loud. I live in Braga with my sister since August.'],
    ['b2', 'Ben', 'The bakery below your old flat belongs to Rui Matos, did you know?'],
  ],
  { number: 2, day: '2023-10-09' as Day, session: 's2', from: 3 },
)
const EPISODES = [SPRING, AUTUMN]

const frameOf = framesOf(EPISODES, '2023-12-01' as Day)
const activated = (...numbers: number[]): Routed => ({
  activations: numbers.map((episode, index) => ({
    episode,
    score: 1 / (index + 1),
    pathways: [{ pathway: 'symbolic', rank: index + 1 }],
  })),
  known: [],
})

function contextOf(question: string, over: Partial<ReconstructContext> = {}): ReconstructContext {
  return {
    frame: frameOf(question),
    frameOf,
    routed: activated(1, 2),
    route: async () => activated(1, 2),
    read: async (number) => episodeBy(number),
    unitsOf: unitsOfEpisodes(EPISODES),
    bank: 'bank',
    timeZone: 'UTC',
    aliases: [],
    assistant: undefined,
    master: undefined,
    ...over,
  }
}

function episodeBy(number: number): Episode {
  const episode = EPISODES.find((each) => each.number === number)
  if (episode === undefined) throw new NotFoundError(`no episode ${number}`)
  return episode
}

/** Time stands still. */
const timeless = { now: () => 0, sleep: async () => {} }

const options = (over: Partial<ReconstructOptions> = {}): ReconstructOptions => ({
  rounds: 1,
  purse: openPurse(UNBOUNDED, timeless),
  signal: undefined,
  ...over,
})

const report = (...evidence: { statement: string; quotes: { turn: string; text: string }[] }[]) =>
  JSON.stringify({ relevant: evidence.length > 0, evidence })
const says = (turn: string, text: string, statement = text) => ({ statement, quotes: [{ turn, text }] })
const conclusion = (over: object) =>
  JSON.stringify({ reasoning: 'r', answer: '', answered: false, citations: [], missing: '', ...over })

function models(script: Script) {
  const model = scriptedModel(script)
  return { model, assistant: callerOf(model, 'assistant'), master: callerOf(model, 'reader') }
}

/** Tells the assistants of the two episodes apart. */
const byEpisode = (spring: string | Error, autumn: string | Error) => (request: { prompt: string }) =>
  request.prompt.includes('2023-04-03') ? spring : autumn

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

describe('iteration', () => {
  const twoHops = {
    assist: ({ prompt }: { prompt: string }) => {
      if (prompt.includes('Who owns the bakery') && prompt.includes('b2'))
        return report(says('b2', 'belongs to Rui Matos', 'Rui Matos owns it.'))
      return prompt.includes('Ana moved into') && prompt.includes('a1')
        ? report(says('a1', 'a flat above a bakery', 'She lives above a bakery.'))
        : report()
    },
  }
  const question = 'Whose shop is below the place that Ana moved into?'

  it('asks the assistants the sub-question alone, and the master with all evidence so far', async () => {
    const routed: string[] = []
    const { model, assistant, master } = models({
      ...twoHops,
      aggregate: (_, before) =>
        before === 0
          ? conclusion({ missing: 'Who owns the bakery?' })
          : conclusion({ answer: 'Rui Matos', answered: true, citations: ['a1', 'b2'] }),
    })
    const result = await reconstruct(
      contextOf(question, {
        assistant,
        master,
        route: async (sub) => {
          routed.push(sub)
          return activated(2)
        },
      }),
      options({ rounds: 3 }),
    )
    expect(result).toMatchObject({ stoppedBy: 'enough', verdict: { answered: true, text: 'Rui Matos' } })
    expect(result.rounds.map((round) => [round.number, round.question, round.activations.length])).toEqual([
      [1, question, 2],
      [2, 'Who owns the bakery?', 1],
    ])
    expect(routed).toEqual(['Who owns the bakery?'])
    const second = model.requestsOf('assist')[2]
    expect(second?.prompt).toMatch(/Question: "Who owns the bakery\?"$/u)
    expect(second?.prompt).not.toContain('Ana moved into')
    const last = model.requestsOf('aggregate')[1]
    expect(last?.prompt).toMatch(/above a bakery.*Rui Matos/su)
    expect(last?.prompt).toContain('Asked of the readers already: ["Who owns the bakery?"]')
  })

  it('stops when a round brings nothing new', async () => {
    const { model, assistant, master } = models({
      assist: ({ prompt }) =>
        prompt.includes('2023-04-03') ? report(says('a1', 'a flat above a bakery')) : report(),
      aggregate: conclusion({ missing: 'Who owns the bakery?' }),
    })
    const result = await reconstruct(contextOf(question, { assistant, master }), options({ rounds: 3 }))
    expect(result).toMatchObject({
      stoppedBy: 'nothing-new',
      verdict: { answered: false, reason: 'unsupported' },
    })
    expect(model.requestsOf('aggregate')).toHaveLength(1)
    expect(result.rounds).toHaveLength(2)
  })

  it('stops when the master asks what was asked already', async () => {
    const { assistant, master } = models({
      assist: ({ prompt }) =>
        report(says('a1', prompt.includes('"Who owns') ? 'I moved to Porto' : 'a flat above a bakery')),
      aggregate: (_, before) =>
        conclusion({ missing: before === 0 ? 'Who owns the bakery?' : 'who owns THE bakery' }),
    })
    const result = await reconstruct(
      contextOf(question, { assistant, master, routed: activated(1), route: async () => activated(1) }),
      options({ rounds: 5 }),
    )
    expect(result).toMatchObject({ stoppedBy: 'nothing-new', rounds: { length: 2 } })
  })

  it('stops with the rounds, the last of which may not ask', async () => {
    const texts = ['I moved to Porto in March', 'a flat above a bakery', 'into a flat']
    const { model, assistant, master } = models({
      assist: (_, before) => report(says('a1', texts[before] ?? '')),
      aggregate: (_, before) => conclusion({ missing: `What next after ${before}?` }),
    })
    const result = await reconstruct(
      contextOf(question, { assistant, master, routed: activated(1), route: async () => activated(1) }),
      options({ rounds: 3 }),
    )
    expect(result).toMatchObject({ stoppedBy: 'rounds', rounds: { length: 3 } })
    expect(
      model.requestsOf('aggregate').map(({ prompt }) => prompt.includes('cannot be asked again')),
    ).toEqual([false, false, true])
  })

  it('plans by names without a model', async () => {
    const asked: string[] = []
    const { rounds } = await reconstruct(
      contextOf('Which bakery owner and which harbour does Ana know?', {
        routed: activated(2),
        route: async (sub) => {
          asked.push(sub)
          return activated(1)
        },
      }),
      options({ rounds: 2 }),
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^(?:.*Rui Matos.*): Which bakery owner/u)
    expect(rounds).toHaveLength(2)
  })
})

describe('what bounds a question', () => {
  it('aborts all assistants with the reason of the signal', async () => {
    const { model, assistant, master } = models({ assist: { text: report(), delayMs: Infinity } })
    const aborting = new AbortController()
    const done = reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options({ signal: aborting.signal }),
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(model.requests).toHaveLength(2)
    aborting.abort(new Error('enough of it'))
    await expect(done).rejects.toThrow('enough of it')
    expect(model.requestsOf('aggregate')).toEqual([])
  })

  it('keeps one call for the master, extracts in the place of the others, and does not say that the budget ran out where it sufficed to answer', async () => {
    const { model, assistant, master } = models({
      assist: report(says('a1', 'I moved to Porto in March')),
      aggregate: conclusion({ answer: 'Braga', answered: true, citations: ['b1'] }),
    })
    const result = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options({ purse: openPurse({ ...UNBOUNDED, calls: 2 }, timeless) }),
    )
    expect(model.requests.map(({ task }) => task)).toEqual(['assist', 'aggregate'])
    expect(result.readings.map(({ failed }) => failed)).toEqual([undefined, 'budget'])
    expect(result).toMatchObject({ stoppedBy: 'enough', verdict: { answered: true, text: 'Braga' } })
  })

  it('never spends more calls or tokens than there are', async () => {
    for (const [calls, tokens] of [
      [0, Infinity],
      [1, Infinity],
      [3, 0],
      [3, 1_500],
      [9, 2_500],
    ] as const) {
      const { model, assistant, master } = models({
        assist: (_, before) =>
          report(says('a1', ['I moved to Porto in March', 'above a bakery'][before % 2] ?? '')),
        aggregate: (_, before) => conclusion({ missing: `And ${before}?` }),
      })
      const used: number[] = []
      const counted = (caller: typeof assistant) =>
        caller.recordedBy(({ inputTokens, outputTokens }) =>
          used.push((inputTokens ?? 0) + (outputTokens ?? 0)),
        )
      const result = await reconstruct(
        contextOf('Where does Ana live?', { assistant: counted(assistant), master: counted(master) }),
        options({ rounds: 3, purse: openPurse({ ...UNBOUNDED, calls, tokens }, timeless) }),
      )
      expect(result.stoppedBy).toBe('budget')
      expect(model.requests.length).toBeLessThanOrEqual(calls)
      expect(used.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(tokens)
      if (!result.verdict.answered) expect(result.verdict.reason).toBe('budget')
    }
  })

  it('gives the best so far when the time is up', async () => {
    let ring = () => {}
    const clock = {
      now: () => 0,
      sleep: (_: number, signal: AbortSignal | undefined) =>
        new Promise<void>((resolve, reject) => {
          ring = resolve
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    const { assistant, master } = models({
      assist: ({ prompt }) => {
        if (prompt.includes('2023-04-03')) return report(says('a1', 'I moved to Porto in March'))
        setTimeout(() => ring(), 5)
        return { text: report(), delayMs: Infinity }
      },
    })
    const result = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options({ purse: openPurse({ ...UNBOUNDED, milliseconds: 1_000 }, clock) }),
    )
    expect(result.stoppedBy).toBe('budget')
    expect(result.readings.map(({ failed }) => failed)).toEqual([undefined, 'budget'])
    expect(result.verdict.answered).toBe(true)
  })

  it('stops the assistants that are still reading once the evidence suffices', async () => {
    const { assistant, master } = models({
      assist: ({ prompt }) =>
        prompt.includes('2023-04-03')
          ? { text: report(), delayMs: Infinity }
          : report(says('b1', 'I live in Braga with my sister')),
      aggregate: conclusion({ answer: 'Braga', answered: true, citations: ['b1'] }),
    })
    const result = await reconstruct(
      contextOf('Where does Ana live?', { assistant, master }),
      options({ enough: (evidence) => evidence.length > 0 }),
    )
    expect(result.rounds[0]?.stopped).toEqual([1])
    expect(result.readings.map(({ episode }) => episode)).toEqual([2])
    expect(result.verdict).toMatchObject({ answered: true, text: 'Braga' })
  })

  it('lets through what is no failure of a provider', async () => {
    const { assistant, master } = models({})
    const failing = reconstruct(contextOf('Where does Ana live?', { assistant, master }), options())
    await expect(failing).rejects.toThrow(/script has no reply/u)
    await expect(failing).rejects.not.toBeInstanceOf(ReinstateError)
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
