import { afterEach, describe, expect, it } from 'vitest'
import { faults } from '../test/model-server/answers.ts'
import type { AnswerOf, ModelServer } from '../test/model-server/model-server.ts'
import { type Overrides, startDutifulServer } from '../test/models/dutiful.ts'
import { collect, modelAt, shedTurns, TRIAL_OPTIONS, wordEmbedder } from '../test/models/shed.ts'
import type { AskEvent, AskOptions, Memory, MemoryOptions } from './api.ts'
import { openMemory } from './memory.ts'
import type { Answer } from './model/recollection.ts'
import type { TaskName } from './model/usage.ts'
import { presets } from './recall/presets.ts'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]()
})

type Trial = {
  readonly memory: Memory
  readonly server: ModelServer
  readonly tasks: () => readonly TaskName[]
}

async function trial(overrides: Overrides = {}, turns = 12, options: MemoryOptions = {}): Promise<Trial> {
  const server = await startDutifulServer(overrides)
  open.push(server)
  const memory = await openMemory(':memory:', {
    ...TRIAL_OPTIONS,
    models: modelAt(server),
    episodes: { tokens: 256, overlap: 0 },
    ...options,
  })
  open.push(memory)
  await memory.append(shedTurns(turns))
  return { memory, server, tasks: () => server.requests.map(({ task }) => task!) }
}

const QUESTION = 'Does Ada keep ducklings in the shed?'
/** Joins and lists. */
const LIST = 'Which lanterns, ducklings and boots does Ada keep in the shed?'

describe('calls of a question', () => {
  it.each<[string, AskOptions, TaskName[]]>([
    ['low effort', { effort: 'low' }, ['answer']],
    ['no effort given', {}, ['answer']],
    ['medium effort', { effort: 'medium' }, ['analyse-and-plan', 'answer']],
    ['high effort and nothing missing', { effort: 'high' }, ['analyse-and-plan', 'reflect', 'answer']],
    ['the published way', { effort: 'medium', settings: presets.ramem }, ['analyse', 'plan', 'answer']],
    [
      'the published way with high effort, whose reflection is off',
      { effort: 'high', settings: presets.ramem },
      ['analyse', 'plan', 'answer'],
    ],
  ])('with %s', async (_, options, expected) => {
    const { memory, tasks } = await trial()
    const answer = await memory.ask(QUESTION, options)
    expect(tasks().toSorted()).toEqual(expected.toSorted())
    expect(answer.usage.calls.map(({ task }) => task).toSorted()).toEqual(expected.toSorted())
    expect(memory.usage().calls).toEqual(answer.usage.calls)
    expect(answer.usage.inputTokens).toBeGreaterThan(0)
  })

  it('with high effort and always something missing look at the evidence twice', async () => {
    const reflect: AnswerOf = (_, before) =>
      JSON.stringify({ missing: 'more', searches: [`boots ${before}`, `maps ${before}`] })
    const { memory, tasks } = await trial({ reflect }, 12, { embedder: wordEmbedder })
    const answer = await memory.ask(QUESTION, { effort: 'high', limit: 2 })
    expect(tasks()).toEqual(['analyse-and-plan', 'reflect', 'reflect', 'answer'])
    expect(answer.trace.reflection).toHaveLength(2)
  })

  it.each<[string, Overrides]>([
    ['analysis', { 'analyse-and-plan': 'hm' }],
    ['reflection', { reflect: 'hm' }],
    ['answer', { answer: 'hm' }],
    ['reply of any kind', { 'analyse-and-plan': 'hm', reflect: 'hm', answer: 'hm' }],
    [
      'answer after a second look at the evidence',
      {
        'analyse-and-plan': 'hm',
        answer: 'hm',
        reflect: (_, before) => JSON.stringify({ missing: 'more', searches: [`boots ${before}`] }),
      },
    ],
  ])('with high effort and an unreadable %s are five at most', async (_, overrides) => {
    const { memory, tasks } = await trial(overrides, 12, { embedder: wordEmbedder })
    await memory.ask(QUESTION, { effort: 'high', limit: 2 }).catch(() => undefined)
    expect(tasks().length).toBeGreaterThan(2)
    expect(tasks().length).toBeLessThanOrEqual(5)
  })

  it('are none where nothing at all was found', async () => {
    const { memory, tasks } = await trial()
    for (const mode of ['fast', 'auto'] as const) {
      const answer = await memory.ask('Zyx qwv?', { mode })
      expect(answer).toMatchObject({ answered: false, reason: 'nothing-related', evidence: [] })
      expect(answer.usage.calls).toEqual([])
    }
    expect(tasks()).toEqual([])
  })

  it('are one more where a reply cannot be read, and that one is counted', async () => {
    const { memory } = await trial({ answer: (_, before) => (before === 0 ? 'hm' : undefined) })
    const answer = await memory.ask(QUESTION)
    expect(answer).toMatchObject({ answered: true, citations: [{ turn: 't2' }] })
    expect(answer.usage.calls).toMatchObject([
      { task: 'answer', reask: false, outcome: 'ok' },
      { task: 'answer', reask: true, outcome: 'ok' },
    ])
  })

  it('are one a window when turns are anchored', async () => {
    const { memory, tasks } = await trial({}, 13)
    expect((await memory.flush()).anchoring).toMatchObject({ windows: 3, units: 13, awaiting: 0 })
    expect(tasks().filter((task) => task === 'anchor')).toHaveLength(3)
  })

  it('are none for a recall, unless effort is asked for', async () => {
    const { memory, tasks } = await trial()
    expect((await memory.recall(QUESTION)).usage.calls).toEqual([])
    expect((await memory.recall(QUESTION, { effort: 'medium' })).usage.calls).toHaveLength(1)
    expect(tasks()).toEqual(['analyse-and-plan'])
  })

  it('of the deep mode are one an episode and one for the master, small and large apart', async () => {
    const { memory, tasks } = await trial({}, 60)
    const answer = await memory.ask(QUESTION, { mode: 'deep', episodes: 2 })
    expect(answer).toMatchObject({ mode: 'deep', answered: true, citations: [{ turn: 't2' }] })
    expect(answer.deep?.rounds[0]?.activations).toHaveLength(2)
    expect(tasks().toSorted()).toEqual(['aggregate', 'assist', 'assist'])
    expect(answer.deep?.cost).toMatchObject({ small: { calls: 2 }, large: { calls: 1 }, build: { calls: 0 } })
    const { small, large, normalised } = answer.deep!.cost
    expect(normalised).toBe(small.total + 10 * large.total)
  })

  it('of the deep mode reach as many episodes as are asked for', async () => {
    const { memory } = await trial({}, 160)
    const read = async (episodes: number) =>
      (await memory.ask(LIST, { mode: 'deep', episodes })).deep?.rounds[0]?.activations.length
    expect([await read(1), await read(7)]).toEqual([1, 7])
  })
})

async function events(memory: Memory, question: string, options: AskOptions = {}) {
  const all = await collect(memory.askStream(question, options))
  const text = all.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  const done = all.at(-1) as Extract<AskEvent, { type: 'done' }>
  return { types: all.map(({ type }) => type), text, answer: done.answer }
}

describe('a stream of an answer', () => {
  it('has the evidence first, then the text as it comes, then the whole', async () => {
    const { memory, server } = await trial()
    const { types, text, answer } = await events(memory, QUESTION)
    expect(types.slice(0, 2)).toEqual(['frame', 'evidence'])
    expect(types.slice(2, -1).every((type) => type === 'text')).toBe(true)
    expect(types.length).toBeGreaterThan(4)
    expect(types.at(-1)).toBe('done')
    expect(answer).toMatchObject({ answered: true, citations: [{ turn: 't2' }] })
    expect(text).toBe(answer.text)
    expect(server.requests[0]?.body.stream).toBe(true)
  })

  it.each<[string, AskOptions]>([
    ['deep', { mode: 'deep' }],
    ['auto', { mode: 'auto' }],
    ['high effort', { effort: 'high' }],
  ])('of %s has the text of the answer too', async (_, options) => {
    const { memory } = await trial()
    const { types, text, answer } = await events(memory, QUESTION, options)
    expect(answer.answered).toBe(true)
    expect(text).toBe(answer.text)
    expect(types.slice(0, 2)).toEqual(['frame', 'evidence'])
    expect(types.filter((type) => type === 'episode').length).toBe(answer.deep?.readings.length ?? 0)
  })

  it('has the text of the answer without a model too, in every mode', async () => {
    await using memory = await openMemory(':memory:', { embedder: 'none' })
    await memory.append(shedTurns(12))
    for (const mode of ['fast', 'deep', 'auto'] as const) {
      const { text, answer } = await events(memory, 'What does Ada keep in the shed?', { mode })
      expect(answer.answered).toBe(true)
      expect(text).toBe(answer.text)
    }
  })

  it('has what was added to the text of the model', async () => {
    const reply = { reasoning: 'x', answer: 'yesterday', citations: [{ turn: 't2', quote: '' }] }
    const { memory } = await trial({ answer: JSON.stringify(reply) })
    const { text, answer } = await events(memory, 'When did Ada keep ducklings in the shed?')
    expect(answer).toMatchObject({ answered: true, date: { first: '2031-05-01' } })
    expect(text).toBe(answer.text)
    expect(text).toMatch(/^yesterday \(.*1 May 2031/)
  })

  it('has no text where the answer abstains', async () => {
    const { memory } = await trial({
      answer: JSON.stringify({ reasoning: 'None says it.', answer: '', citations: [] }),
    })
    const { types, answer } = await events(memory, QUESTION)
    expect(types).toEqual(['frame', 'evidence', 'done'])
    expect(answer).toMatchObject({ answered: false, reason: 'unsupported' })
  })

  it.each(['fast', 'deep', 'auto'] as const)('that is aborted closes the connection: %s', async (mode) => {
    const hang = mode === 'fast' ? faults.silentStream('{"reasoning":"x","answer":"Duck') : faults.hang()
    const { memory, server } = await trial({ answer: hang, assist: faults.hang() })
    const stop = new AbortController()
    const reading = async () => {
      for await (const event of memory.askStream(QUESTION, { mode, signal: stop.signal })) {
        if (event.type === 'evidence' && mode !== 'fast') {
          const timer = setInterval(() => {
            if (server.requests.length === 0) return
            clearInterval(timer)
            stop.abort(new Error('Enough'))
          }, 1)
        }
        if (event.type === 'text') stop.abort(new Error('Enough'))
      }
    }
    await expect(reading()).rejects.toThrow('Enough')
    await Promise.all(server.requests.map(({ ended }) => ended))
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.hungUp).toBe(true)
    expect(memory.usage().calls).toMatchObject([{ outcome: 'aborted' }])
    // The memory is as usable as before.
    expect((await memory.recall(QUESTION)).evidence[0]?.turns[0].id).toBe('t2')
  })

  it('that nobody reads any more ends its work', async () => {
    const { memory, server } = await trial({ answer: faults.silentStream('{"reasoning":"x","answer":"Duck') })
    for await (const event of memory.askStream(QUESTION)) if (event.type === 'text') break
    await server.requests[0]?.ended
    expect(server.requests.map(({ hungUp }) => hungUp)).toEqual([true])
  })

  it('whose signal was set before does nothing', async () => {
    const { memory, server } = await trial()
    await expect(collect(memory.askStream(QUESTION, { signal: AbortSignal.abort() }))).rejects.toThrow(
      'abort',
    )
    expect(server.requests).toEqual([])
  })
})

describe('auto mode', () => {
  it('stays fast where that suffices', async () => {
    const { memory, tasks } = await trial()
    const answer = await memory.ask(QUESTION, { mode: 'auto' })
    expect(answer).toMatchObject({ mode: 'fast', answered: true, deep: undefined })
    expect(tasks()).toEqual(['answer'])
  })

  it('goes deep where the question lists, and says why', async () => {
    const { memory, tasks } = await trial()
    const answer = await memory.ask(LIST, { mode: 'auto' })
    expect(answer).toMatchObject({ mode: 'deep', answered: true })
    expect(answer.why).toMatch(/several things|joins or compares/)
    expect(tasks()).toEqual(['answer', 'assist', 'aggregate'])
    expect(answer.usage.calls).toHaveLength(3)
  })

  it('goes deep where the model finds no answer, and keeps that verdict where deep finds none', async () => {
    const none = JSON.stringify({ reasoning: 'x', answer: '', citations: [] })
    const { memory, tasks } = await trial({
      answer: none,
      aggregate: JSON.stringify({ reasoning: 'x', answer: '', answered: false, citations: [], missing: '' }),
    })
    const answer = await memory.ask(QUESTION, { mode: 'auto' })
    expect(answer).toMatchObject({ mode: 'deep', answered: false })
    expect(answer.why).toMatch(/does not support an answer/)
    expect(tasks()).toEqual(['answer', 'assist', 'aggregate'])
  })

  it('does not take back what was answered because re-reading finds nothing', async () => {
    const { memory } = await trial({
      aggregate: JSON.stringify({ reasoning: 'x', answer: '', answered: false, citations: [], missing: '' }),
    })
    const answer = await memory.ask(LIST, { mode: 'auto' })
    expect(answer).toMatchObject({ mode: 'fast', answered: true })
    expect(answer.why).toMatch(/re-reading found no better answer/)
    expect(answer.deep?.readings).toHaveLength(1)
  })

  it('reads the episodes that hold what the fast mode found', async () => {
    const { memory } = await trial({}, 60)
    const answer = await memory.ask(LIST, { mode: 'auto', episodes: 2 })
    const activated = answer.deep?.rounds[0]?.activations ?? []
    expect(activated.some(({ pathways }) => pathways.some(({ pathway }) => pathway === 'evidence'))).toBe(
      true,
    )
  })
})

describe('a budget', () => {
  const told = ({ why }: Answer) => why

  it('of one call is spent on the fast answer, which is then the best, and says so', async () => {
    const { memory, tasks } = await trial()
    const answer = await memory.ask(LIST, { mode: 'auto', budget: { calls: 1 } })
    expect(answer).toMatchObject({ mode: 'fast', answered: true })
    expect(told(answer)).toMatch(/budget ran out/)
    expect(tasks()).toEqual(['answer'])
  })

  it('of two calls reads one episode and then has none for the master', async () => {
    const { memory, tasks } = await trial()
    const answer = await memory.ask(LIST, { mode: 'auto', budget: { calls: 2 } })
    expect(tasks().length).toBeLessThanOrEqual(2)
    expect(answer.answered).toBe(true)
    expect(told(answer)).toMatch(/budget/)
  })

  it.each<[string, AskOptions]>([
    ['fast', { mode: 'fast' }],
    ['deep', { mode: 'deep' }],
    ['auto', { mode: 'auto' }],
  ])(
    'of too few tokens for any call leaves an answer in the words of the evidence: %s',
    async (_, options) => {
      const { memory, tasks } = await trial()
      const answer = await memory.ask('What does Ada keep in the shed?', {
        ...options,
        budget: { tokens: 10 },
      })
      expect(tasks()).toEqual([])
      expect(answer.answered).toBe(true)
      expect(told(answer)).toMatch(/budget/)
    },
  )

  it('where no words of the evidence answer either is the reason', async () => {
    const { memory } = await trial()
    const answer = await memory.ask('What did Ada pay for the ducklings?', { budget: { tokens: 10 } })
    expect(answer).toMatchObject({ answered: false, reason: 'budget' })
  })

  it('of time ends a call that hangs, closes its connection and gives what there is', async () => {
    for (const mode of ['fast', 'deep', 'auto'] as const) {
      const { memory, server } = await trial({ answer: faults.hang(), assist: faults.hang() })
      const answer = await memory.ask('What does Ada keep in the shed?', {
        mode,
        budget: { timeoutMs: 1_500 },
      })
      expect(answer.answered).toBe(true)
      expect(told(answer)).toMatch(/budget/)
      await Promise.all(server.requests.map(({ ended }) => ended))
      expect(server.requests.every(({ hungUp }) => hungUp)).toBe(true)
    }
  })

  it.each<[number, TaskName[]]>([
    [1, ['answer']],
    [2, ['analyse-and-plan', 'answer']],
  ])('of %i calls bounds the search as well, and keeps one for the answer', async (calls, expected) => {
    const { memory, tasks } = await trial()
    const answer = await memory.ask(QUESTION, { effort: 'high', budget: { calls } })
    expect(tasks()).toEqual(expected)
    expect(told(answer)).toMatch(/budget/)
    expect(answer.usage.calls).toHaveLength(calls)
  })
})
