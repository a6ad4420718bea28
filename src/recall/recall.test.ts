import { afterEach, expect, test } from 'vitest'
import { createAnchor } from '../anchor/anchor.ts'
import type { Embedder } from '../embed/embedder.ts'
import { induceFrame } from '../frame/induce-frame.ts'
import type { Day, Instant } from '../model/day-range.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import type { NewTurn, Store, TurnFilter } from '../store/store.ts'
import { createUnitViews } from '../store/views/create-unit-views.ts'
import type { RecallRequest } from './plan-recall.ts'
import { ramem } from './presets.ts'
import { recall } from './recall.ts'
import type { RecallSettings } from './settings.ts'

/** Gives the vector whose key stands in the text; throws when it was not told one. */
const scripted = (vectors: Readonly<Record<string, readonly number[]>>): Embedder => ({
  id: 'scripted',
  dimension: 3,
  async embed(texts) {
    return texts.map((text) => {
      const key = Object.keys(vectors).find((each) => text.includes(each))
      if (key === undefined) throw new Error(`No vector was given for ${JSON.stringify(text)}`)
      return Float32Array.from(vectors[key]!)
    })
  },
})

const NO_FILTER: TurnFilter = {
  ids: undefined,
  session: undefined,
  speaker: undefined,
  during: undefined,
  notAfter: undefined,
  metadata: undefined,
}

type Said = {
  id: string
  text: string
  time: string
  speaker?: string
  session?: string
  metadata?: Turn['metadata']
}

const turnOf = ({
  id,
  text,
  time,
  speaker = 'Ana',
  session = time.slice(0, 10),
  metadata,
}: Said): NewTurn => ({
  id: id as TurnId,
  session: session as SessionId,
  speaker,
  text,
  time: new Date(time).toISOString() as Instant,
  timeInferred: false,
  role: undefined,
  metadata,
})

const open: Store[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store[Symbol.asyncDispose]()
})

async function bank(said: readonly Said[], embedder?: Embedder): Promise<Store> {
  const store = await openSqliteStore(':memory:', {
    timeZone: 'UTC',
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'test',
  })
  open.push(store)
  await store.append(said.map(turnOf), createAnchor({ timeZone: 'UTC', dateOrder: undefined }))
  if (embedder === undefined) return store
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

type Asked = Partial<RecallRequest> & {
  settings?: RecallSettings
  embedder?: Embedder
  signal?: AbortSignal
  asker?: string
}

async function ask(
  store: Store,
  question: string,
  { settings, embedder = scripted({}), signal, asker, ...request }: Asked = {},
) {
  const frame = induceFrame(question, {
    history: await store.history(),
    referenceDay: '2024-12-31' as Day,
    dateOrder: undefined,
    asker,
  })
  const { recollection } = await recall(
    frame,
    {
      limit: 10,
      views: 'hybrid',
      reinstate: true,
      filter: NO_FILTER,
      queries: [],
      units: 'turns',
      signal,
      ...request,
    },
    settings === undefined ? { store, embedder } : { store, embedder, settings },
  )
  return recollection
}

const found = async (store: Store, question: string, asked?: Asked) =>
  (await ask(store, question, asked)).evidence.map(({ turns }) => turns[0].id)

test('a search by meaning alone gives cosines, best first, down to none', async () => {
  const embedder = scripted({ same: [1, 0, 0], near: [0.6, 0.8, 0], far: [0, 0, 1], anything: [1, 0, 0] })
  const store = await bank(
    [
      { id: 't3', text: 'far', time: '2024-01-01T10:00:02Z' },
      { id: 't1', text: 'same', time: '2024-01-01T10:00:00Z' },
      { id: 't2', text: 'near', time: '2024-01-01T10:00:01Z' },
    ],
    embedder,
  )
  const { evidence } = await ask(store, 'anything', { views: 'dense', embedder })
  expect(evidence.map(({ turns }) => turns[0].id)).toEqual(['t1', 't2', 't3'])
  const expected = [1, 0.6, 0]
  for (const [i, { score }] of evidence.entries()) expect(score).toBeCloseTo(expected[i]!, 3)
})

test('a question and its planned queries are embedded in one call', async () => {
  const vectors = { same: [1, 0, 0], 'What is it?': [0, 1, 0], boats: [1, 0, 0] }
  const embedder = scripted(vectors)
  const store = await bank([{ id: 't1', text: 'same', time: '2024-01-01T10:00:00Z' }], embedder)
  const calls: (readonly string[])[] = []
  const counting: Embedder = {
    ...embedder,
    embed(texts, kind, options) {
      calls.push(texts)
      return embedder.embed(texts, kind, options)
    },
  }
  await ask(store, 'What is it?', { embedder: counting, queries: [{ text: 'boats', keywords: [] }] })
  expect(calls).toEqual([['What is it?', 'boats']])
})

const KETTLES: readonly Said[] = [
  { id: 'may', text: 'The copper kettle sings.', time: '2024-05-10T10:00:00Z' },
  { id: 'june', text: 'The copper kettle sings.', time: '2024-06-10T10:00:00Z', speaker: 'Bo' },
  {
    id: 'tram',
    text: 'The tram was late.',
    time: '2024-06-10T10:01:00Z',
    metadata: { kind: 'travel', seats: 2 },
  },
]

test('what was said twice stays twice, the newer first', async () => {
  expect(await found(await bank(KETTLES), 'copper kettle', { views: 'lexical' })).toEqual(['june', 'may'])
})

test.each(['???', '""', '* ( )', ''])(
  '“%s” holds nothing to search for and recalls nothing',
  async (question) => {
    const { evidence, trace } = await ask(await bank(KETTLES), question)
    expect([evidence, trace.contentList]).toEqual([[], []])
  },
)

test('hard filters exclude whatever the score', async () => {
  const store = await bank(KETTLES)
  const filtered = (filter: Partial<TurnFilter>) =>
    found(store, 'copper kettle', { filter: { ...NO_FILTER, ...filter } })
  expect(await filtered({ speaker: 'Bo' })).toEqual(['june'])
  expect(await filtered({ speaker: 'nobody' })).toEqual([])
  expect(await filtered({ session: '2024-05-10' as SessionId })).toEqual(['may'])
  expect(await filtered({ during: { first: '2024-05-10' as Day, last: '2024-05-10' as Day } })).toEqual([
    'may',
  ])
  expect(await filtered({ notAfter: '2024-05-31T00:00:00.000Z' as Instant })).toEqual(['may'])
  expect(await filtered({ metadata: { kind: 'travel', seats: 2 } })).toEqual([])
  expect(await found(store, 'tram', { filter: { ...NO_FILTER, metadata: { seats: 2 } } })).toEqual(['tram'])
})

test('what is compatible with the asked time stands first and is told apart from the rest', async () => {
  const store = await bank([
    { id: 'june', text: 'I parked the van at the quarry.', time: '2024-06-20T10:00:00Z' },
    { id: 'buffer', text: 'I parked the van at the mill.', time: '2024-06-02T10:00:00Z' },
    { id: 'may', text: 'I parked the van by the chapel.', time: '2024-05-10T10:00:00Z' },
  ])
  const { evidence, trace } = await ask(store, 'Where did Ana park the van in May 2024?')
  expect(evidence.map(({ turns, tier, reason }) => [turns[0].id, tier, reason.distanceDays])).toEqual([
    ['may', 'within', 0],
    ['buffer', 'near', 2],
    ['june', 'elsewhere', 20],
  ])
  expect(trace).toMatchObject({
    guard: 'grounded',
    range: { first: '2024-05-01', last: '2024-05-31' },
    bufferedRange: { first: '2024-04-24', last: '2024-06-07' },
  })
  const contentOnly = await ask(store, 'Where did Ana park the van in May 2024?', { reinstate: false })
  expect(contentOnly.trace.contextList).toEqual([])
  expect(contentOnly.evidence.map(({ tier }) => tier)).toEqual(['within', 'within', 'within'])
})

test('scores lie in [0, 1] and never rise, whichever list an item came from', async () => {
  const store = await bank(
    Array.from({ length: 12 }, (_, i) => ({
      id: `t${i}`,
      text: i % 3 === 0 ? 'The kettle sings.' : `Line ${i} about tea and kettle.`,
      time: `2024-0${1 + (i % 6)}-1${i % 9}T10:00:00Z`,
    })),
  )
  for (const settings of [undefined, ramem]) {
    const { evidence } = await ask(
      store,
      'What did the kettle do in March 2024?',
      settings ? { settings } : {},
    )
    const scores = evidence.map(({ score }) => score)
    expect(scores.length).toBe(10)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
  }
})

test('a question about a time finds what was said then in any words, from either reading of a date', async () => {
  const store = await bank([
    { id: 'march', text: 'Planted leeks.', time: '2024-03-04T10:00:00Z' },
    { id: 'april', text: 'Planted beans.', time: '2024-04-03T10:00:00Z' },
    { id: 'july', text: 'Planted kale.', time: '2024-07-03T10:00:00Z' },
  ])
  const { evidence } = await ask(store, 'What happened on 03/04/2024?')
  const tiers = Object.fromEntries(evidence.map(({ turns, tier }) => [turns[0].id, tier]))
  expect(tiers).toEqual({ march: 'within', april: 'within' })
})

test('a range outside the history is met by event time alone', async () => {
  const store = await bank([
    { id: 'told', text: 'In August 2022 we sailed to Gotland.', time: '2024-03-04T10:00:00Z' },
    { id: 'other', text: 'We sailed on the lake.', time: '2024-03-05T10:00:00Z' },
  ])
  const { evidence } = await ask(store, 'Where did Ana sail in August 2022?')
  expect(evidence.map(({ turns, tier }) => [turns[0].id, tier])).toEqual([
    ['told', 'within'],
    ['other', 'elsewhere'],
  ])
})

test('a search that was called off throws the reason', async () => {
  const reason = new Error('enough')
  await expect(ask(await bank(KETTLES), 'kettle', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('evidence says why it is there', async () => {
  const { evidence } = await ask(await bank(KETTLES), 'Did Bo hear the copper kettle?')
  expect(evidence[0]!.reason).toMatchObject({
    lexical: { rank: 1 },
    dense: undefined,
    context: undefined,
    content: { rank: 1 },
    distanceDays: undefined,
    matchedTerms: expect.arrayContaining(['copper', 'kettl', 'bo']),
    matchedPersons: ['Bo'],
  })
})

test.each([
  ['Where does Ana live?', ['new', 'old']],
  ['Where did Ana live?', ['old', 'new']],
])('“%s” is answered by %j first', async (question, order) => {
  const store = await bank([
    { id: 'old', text: 'I live in Whitby.', time: '2024-01-06T10:00:00Z' },
    { id: 'new', text: 'I moved from Whitby to Alnwick.', time: '2024-02-06T10:00:00Z' },
  ])
  expect(await found(store, question)).toEqual(order)
})

test('as of a day, what was told later changes nothing', async () => {
  const early: Said[] = [
    { id: 'a', text: 'I sail on the lake.', time: '2024-03-01T10:00:00Z' },
    { id: 'b', text: 'I mended the sail.', time: '2024-05-29T10:00:00Z' },
    { id: 'c', text: 'Bees swarm early.', time: '2024-05-30T10:00:00Z', speaker: 'Bo' },
  ]
  const later: Said[] = [
    { id: 'd', text: 'My friends call me Sail.', time: '2024-06-10T10:00:00Z' },
    { id: 'e', text: 'I sail with Ana.', time: '2024-06-11T10:00:00Z', speaker: 'Bo' },
  ]
  const filter = { ...NO_FILTER, notAfter: '2024-05-31T23:59:59.999Z' as Instant }
  const store = await bank(early)
  const frame = induceFrame('Where does Ana sail in June 2024?', {
    history: await store.history(),
    referenceDay: '2024-05-31' as Day,
    dateOrder: undefined,
    asker: undefined,
  })
  const request = {
    limit: 10,
    views: 'hybrid',
    reinstate: true,
    filter,
    queries: [],
    units: 'turns',
  } as const
  const [before, after] = await Promise.all(
    [store, await bank([...early, ...later])].map(async (each) => {
      const { recollection } = await recall(
        frame,
        { ...request, signal: undefined },
        { store: each, embedder: scripted({}) },
      )
      return recollection.evidence.map(({ turns, tier, score, reason }) => ({
        turn: turns[0].id,
        tier,
        score: score.toFixed(6),
        distanceDays: reason.distanceDays,
      }))
    }),
  )
  expect(before).not.toEqual([])
  expect(after).toEqual(before)
})
