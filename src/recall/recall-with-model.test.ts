import { afterEach, describe, expect, test } from 'vitest'
import { callerOf, type Script, scriptedModel } from '../../test/scripted-model.ts'
import { createAnchor } from '../anchor/anchor.ts'
import type { Embedder } from '../embed/embedder.ts'
import { induceFrame } from '../frame/induce-frame.ts'
import type { Day, Instant } from '../model/day-range.ts'
import { BudgetError, ProviderAuthError, ProviderOverloadedError } from '../model/errors.ts'
import type { SessionId, TurnId } from '../model/turn.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { EVERY_TURN, type NewTurn, type Store } from '../store/store.ts'
import { createUnitViews } from '../store/views/create-unit-views.ts'
import { defaults, ramem } from './presets.ts'
import { recall } from './recall.ts'
import { recallWithModel } from './recall-with-model.ts'
import type { RecallSettings } from './settings.ts'

/** Each text lies where the first of these words in it lies; what has none lies apart. */
const AXES = ['kettle', 'quarry', 'heron', 'ferry', 'lantern', 'bridge']
const embedder: Embedder = {
  id: 'axes',
  dimension: AXES.length + 1,
  async embed(texts) {
    return texts.map((text) => {
      const at = AXES.findIndex((word) => text.includes(word))
      return Float32Array.from({ length: AXES.length + 1 }, (_, i) =>
        Number(i === (at < 0 ? AXES.length : at)),
      )
    })
  },
}

const open: Store[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store[Symbol.asyncDispose]()
})

async function bank(texts: readonly string[]): Promise<Store> {
  const store = await openSqliteStore(':memory:', {
    timeZone: 'UTC',
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'test',
  })
  open.push(store)
  const turns = texts.map(
    (text, i): NewTurn => ({
      id: `t${i}` as TurnId,
      session: `s${i}` as SessionId,
      speaker: i % 2 === 0 ? 'Ana' : 'Bo',
      text,
      time: `2024-05-${String(10 + i).padStart(2, '0')}T10:00:00.000Z` as Instant,
      timeInferred: false,
      role: undefined,
      metadata: undefined,
    }),
  )
  await store.append(turns, createAnchor({ timeZone: 'UTC', dateOrder: undefined }))
  const pending = await store.derived.vectors.pending(100)
  const vectors = await embedder.embed(
    pending.map(({ passage }) => passage),
    'passage',
  )
  await store.derived.vectors.put(
    embedder,
    pending.map(({ key }, i) => ({ key, vector: vectors[i]! })),
  )
  return store
}

const ANALYSIS = {
  kind: 'thing',
  persons: [],
  locations: [],
  entities: [],
  topics: [],
  order: 'none',
  orderEvent: '',
  timeWords: '',
  firstDay: '',
  lastDay: '',
}
const analysed = (more: object = {}) => JSON.stringify({ ...ANALYSIS, queries: [], ...more })
const missing = (...searches: string[]) =>
  JSON.stringify({ missing: searches.length ? 'more' : '', searches })

type Asked = {
  readonly effort?: 'medium' | 'high'
  readonly settings?: RecallSettings
  readonly limit?: number
  readonly signal?: AbortSignal
  readonly question?: string
}

async function ask(
  store: Store,
  script: Script,
  {
    effort = 'medium',
    settings = defaults,
    limit = 4,
    signal,
    question = 'What about the kettle?',
  }: Asked = {},
) {
  const model = scriptedModel(script)
  const history = await store.history()
  const frame = induceFrame(question, {
    history,
    referenceDay: '2024-06-01' as Day,
    dateOrder: undefined,
    asker: 'Ana',
  })
  const request = {
    limit,
    views: 'hybrid',
    reinstate: true,
    filter: EVERY_TURN,
    units: 'turns',
    signal,
  } as const
  const pack = (evidence: readonly { unit: { restatement: string } }[]) =>
    evidence.map(({ unit }) => JSON.stringify(unit.restatement)).join('\n')
  const asking = { store, embedder, settings, history, reader: callerOf(model), effort, pack }
  const run = () => recallWithModel(frame, request, asking)
  const alone = () => recall(frame, { ...request, queries: [] }, { store, embedder, settings })
  return { model, run, alone }
}

const SAID = [
  'The kettle sings.',
  'The quarry is closed.',
  'A heron stood there.',
  'The ferry left.',
  'The lantern broke.',
  'The bridge is down.',
  'The kettle is copper.',
]
const KETTLES = Array.from({ length: 8 }, (_, i) => `The kettle has dent ${i}.`)
const turnsOf = ({ recollection }: Awaited<ReturnType<typeof recall>>) =>
  recollection.evidence.map(({ turns }) => turns[0].text)

describe('a recall with a model', () => {
  test('asks once to analyse and plan, and searches for what was planned by meaning and by words', async () => {
    const store = await bank(SAID)
    const queries = [{ text: 'the ferry', keywords: ['lantern'] }]
    const { model, run } = await ask(store, { 'analyse-and-plan': analysed({ queries }) })
    const recalled = await run()
    expect(model.requests.map(({ task }) => task)).toEqual(['analyse-and-plan'])
    expect(turnsOf(recalled)).toEqual(expect.arrayContaining(['The ferry left.', 'The lantern broke.']))
    expect(recalled.recollection.trace).toMatchObject({
      consultations: [{ task: 'analyse-and-plan', outcome: 'ok' }],
      queries,
      reflection: [],
    })
  })

  test('asks for analysis and plan apart in the published order, and searches for no planned word', async () => {
    const store = await bank(SAID)
    const { model, run } = await ask(
      store,
      {
        analyse: JSON.stringify(ANALYSIS),
        plan: JSON.stringify({ queries: [{ text: 'the ferry', keywords: ['lantern'] }] }),
      },
      { settings: ramem, effort: 'high' },
    )
    const { recollection } = await run()
    expect(model.requests.map(({ task }) => task).sort()).toEqual(['analyse', 'plan'])
    const lantern = recollection.trace.contentList.filter(({ lexicalRank }) => lexicalRank !== undefined)
    expect(lantern).toHaveLength(2)
  })

  test('shows the model the days of the history, the day of asking, who asks, and nothing that was said', async () => {
    const { model, run } = await ask(await bank(SAID), { 'analyse-and-plan': analysed() })
    await run()
    const { system, prompt } = model.requests[0]!
    for (const part of ['2024-05-10', '2024-05-16', '2024-06-01', '"Ana"', '"What about the kettle?"'])
      expect(prompt).toContain(part)
    expect(prompt).not.toContain('copper')
    expect(system).not.toMatch(/\d{4}/u)
  })

  test('keeps the original question first, at most four queries, each once and of bounded length', async () => {
    const queries = [
      'What about the kettle? ',
      'the ferry',
      'The Ferry',
      '',
      'a',
      'b',
      'c'.repeat(2_000),
      'd',
    ].map((text) => ({ text, keywords: ['', 'x'.repeat(999), ...'abcdef'] }))
    const { run } = await ask(await bank(SAID), { 'analyse-and-plan': analysed({ queries }) })
    const { trace } = (await run()).recollection
    expect(trace.queries.map(({ text }) => text)).toEqual(['the ferry', 'a', 'b', 'c'.repeat(300)])
    expect(
      trace.queries.every(
        ({ keywords }) => keywords.length === 5 && keywords.every((word) => word.length <= 60),
      ),
    ).toBe(true)
  })

  test.each([
    ['provider-auth', new ProviderAuthError('refused')],
    ['provider-overloaded', new ProviderOverloadedError('busy')],
    ['malformed-model-output', 'no JSON at all'],
    ['budget', new BudgetError('no calls left')],
  ])('goes on without a call that fails (%s), and says so', async (outcome, reply) => {
    const store = await bank(SAID)
    const { run, alone } = await ask(store, { 'analyse-and-plan': () => reply })
    const recalled = await run()
    expect(turnsOf(recalled)).toEqual(turnsOf(await alone()))
    expect(recalled.recollection.trace.consultations).toEqual([{ task: 'analyse-and-plan', outcome }])
    expect(recalled.recollection.trace.queries).toEqual([])
  })

  test('takes what one of two calls said where the other fails', async () => {
    const { run } = await ask(
      await bank(SAID),
      {
        analyse: new ProviderAuthError('no'),
        plan: JSON.stringify({ queries: [{ text: 'the ferry', keywords: [] }] }),
      },
      { settings: ramem },
    )
    expect((await run()).recollection.trace).toMatchObject({
      queries: [{ text: 'the ferry' }],
      consultations: [
        { task: 'analyse', outcome: 'provider-auth' },
        { task: 'plan', outcome: 'ok' },
      ],
    })
  })

  test('does not hide what is no fault of a model', async () => {
    const { run } = await ask(await bank(SAID), {})
    await expect(run()).rejects.toThrow('The script has no reply')
  })

  test.each(['analyse-and-plan', 'reflect'] as const)(
    'ends with the reason when called off during %s',
    async (task) => {
      const controller = new AbortController()
      const reason = new Error('enough')
      const script: Script = (request) => {
        if (request.task === task) controller.abort(reason)
        return request.task === 'reflect' ? missing('the ferry') : analysed()
      }
      const { run } = await ask(await bank(SAID), script, { effort: 'high', signal: controller.signal })
      await expect(run()).rejects.toBe(reason)
    },
  )
})

describe('reflection', () => {
  test('brings what it searches for into the evidence, below what the question found', async () => {
    const { model, run, alone } = await ask(
      await bank(SAID),
      { 'analyse-and-plan': analysed(), reflect: [missing('the ferry', 'the heron'), missing()] },
      { effort: 'high' },
    )
    const recalled = await run()
    const first = turnsOf(await alone())
    expect(turnsOf(recalled)).toEqual([...first.slice(0, 2), 'The ferry left.', 'A heron stood there.'])
    const { evidence, trace } = recalled.recollection
    expect(trace.reflection).toEqual([
      { outcome: 'ok', missing: 'more', searches: ['the ferry', 'the heron'], found: ['t3#0', 't2#0'] },
      { outcome: 'ok', missing: '', searches: [], found: [] },
    ])
    const scores = evidence.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(model.requestsOf('reflect')[0]!.prompt).toContain(first[0])
    expect(model.requestsOf('reflect')[1]!.prompt).toContain('The ferry left.')
    expect(model.requestsOf('reflect')[1]!.prompt).toContain('"the ferry"')
  })

  test('is two rounds of three searches at most, and three calls before the answer', async () => {
    let n = 0
    const script: Script = ({ task }) =>
      task === 'reflect'
        ? missing(...['ferry', 'heron', 'lantern', 'bridge'].map((word) => `${word} ${n++}`))
        : analysed()
    const { model, run } = await ask(await bank([...SAID, ...KETTLES]), script, { effort: 'high', limit: 6 })
    const { trace } = (await run()).recollection
    expect(model.requestsOf('reflect')).toHaveLength(2)
    expect(trace.reflection.every(({ searches }) => searches.length <= 3)).toBe(true)
    expect(trace.reflection[0]!.found).toHaveLength(3)
    expect(model.requests).toHaveLength(3)
  })

  test('asks nothing again that would be one call too many', async () => {
    const script: Script = ({ task }, before) => (task === 'reflect' || before === 0 ? 'no JSON' : analysed())
    const { model, run } = await ask(await bank(SAID), script, { effort: 'high' })
    expect((await run()).recollection.trace.reflection).toMatchObject([{ outcome: 'malformed-model-output' }])
    expect(model.requests.map(({ task }) => task)).toEqual([
      'analyse-and-plan',
      'analyse-and-plan',
      'reflect',
    ])
  })

  test('asks again for one of analysis and plan where they are calls of their own', async () => {
    const { model, run } = await ask(
      await bank(SAID),
      { analyse: 'no JSON', plan: 'no JSON' },
      { settings: ramem },
    )
    await run()
    expect(model.requests).toHaveLength(3)
  })

  test('that fails leaves the evidence as it was, and says so', async () => {
    const { run, alone } = await ask(
      await bank(SAID),
      { 'analyse-and-plan': analysed(), reflect: new ProviderOverloadedError('busy') },
      { effort: 'high' },
    )
    const recalled = await run()
    expect(recalled.recollection.evidence).toEqual((await alone()).recollection.evidence)
    expect(recalled.recollection.trace.reflection).toEqual([
      { outcome: 'provider-overloaded', missing: '', searches: [], found: [] },
    ])
  })

  test('that searches for the same again, or finds nothing new, ends', async () => {
    const { model, run } = await ask(
      await bank(SAID),
      { 'analyse-and-plan': analysed(), reflect: missing(' what about the KETTLE? ', '') },
      { effort: 'high' },
    )
    expect((await run()).recollection.trace.reflection).toMatchObject([{ searches: [], found: [] }])
    expect(model.requestsOf('reflect')).toHaveLength(1)
  })
})
