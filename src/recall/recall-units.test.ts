import { afterEach, expect, test } from 'vitest'
import { createAnchor } from '../anchor/anchor.ts'
import type { Embedder } from '../embed/embedder.ts'
import { induceFrame } from '../frame/induce-frame.ts'
import { personTerms } from '../language/persons.ts'
import { analyse } from '../language/terms.ts'
import type { Day, Instant } from '../model/day-range.ts'
import type { MemoryUnit, UnitId } from '../model/memory-unit.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { type AnchoredUnit, EVERY_TURN, type NewTurn, type Store } from '../store/store.ts'
import { createUnitViews } from '../store/views/create-unit-views.ts'
import { recall } from './recall.ts'

const never: Embedder = {
  id: 'never',
  dimension: 3,
  embed: () => Promise.reject(new Error('There are no vectors to compare with')),
}

const open: Store[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store[Symbol.asyncDispose]()
})

const SAID = [
  'I bought a copper kettle in Hull.',
  'It sings when the water boils.',
  'The tram was late.',
  'My copper kettle fell.',
]

/** Turns t0, t1, …, and units that a model wrote of them. */
async function bank(written: readonly (readonly [text: string, ...turns: number[]])[]): Promise<Store> {
  const store = await openSqliteStore(':memory:', {
    timeZone: 'UTC',
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'test',
  })
  open.push(store)
  const turns = SAID.map(
    (text, i): NewTurn => ({
      id: `t${i}` as TurnId,
      session: 's' as SessionId,
      speaker: 'Ana',
      text,
      time: `2024-05-10T10:0${i}:00.000Z` as Instant,
      timeInferred: false,
      role: undefined,
      metadata: undefined,
    }),
  )
  await store.append(turns, createAnchor({ timeZone: 'UTC', dateOrder: undefined }))
  if (written.length === 0) return store
  const [window] = await store.derived.windows.pending({ turns: 40, overlap: 2, partial: true }, 1)
  const units = written.map(([text, first, ...others]) =>
    unitOf(
      text,
      [first!, ...others].map((i) => window!.turns[i]!),
    ),
  )
  expect(await store.derived.windows.put(window!, units)).toBe(true)
  return store
}

function unitOf(restatement: string, turns: readonly Turn[]): AnchoredUnit {
  const [first] = turns
  const unit: MemoryUnit = {
    id: `m:${restatement}` as UnitId,
    origin: 'model',
    session: first!.session,
    restatement,
    keywords: [],
    context: {
      eventTime: undefined,
      mentionTime: undefined,
      recurrence: undefined,
      sessionSpan: { start: first!.time, end: first!.time },
      persons: ['Ana'],
      location: undefined,
      entities: [],
      topic: undefined,
    },
    modality: 'stated',
    speaker: first!.speaker,
    sources: turns.map(({ id }) => id) as [TurnId, ...TurnId[]],
    passage: { start: 0, end: first!.text.length },
  }
  const entry = {
    part: 0,
    terms: analyse(restatement),
    eventFirst: undefined,
    eventLast: undefined,
    persons: personTerms('Ana'),
    flags: 0,
  }
  return { unit, entry, passage: restatement }
}

async function ask(
  store: Store,
  units: 'turns' | 'model' | 'both',
  question = 'Where did Ana buy the copper kettle?',
) {
  const frame = induceFrame(question, {
    history: await store.history(),
    referenceDay: '2024-06-01' as Day,
    dateOrder: undefined,
    asker: undefined,
  })
  const { recollection } = await recall(
    frame,
    {
      limit: 10,
      views: 'hybrid',
      reinstate: true,
      filter: EVERY_TURN,
      queries: [],
      units,
      signal: undefined,
    },
    { store, embedder: never },
  )
  return recollection
}

const WRITTEN = [
  ['Ana bought a copper kettle in Hull, and it sings.', 0, 1],
  ['The copper kettle of Ana fell.', 3],
] as const

test('turns alone are searched where turns are asked for, and units of a model where those are', async () => {
  const store = await bank(WRITTEN)
  const origins = async (units: 'turns' | 'model') =>
    new Set((await ask(store, units)).evidence.map(({ unit }) => unit.origin))
  expect(await origins('turns')).toEqual(new Set(['turn']))
  expect(await origins('model')).toEqual(new Set(['model']))
  expect((await ask(store, 'turns')).evidence.every(({ restatedBy }) => restatedBy.length === 0)).toBe(true)
})

test('evidence of both origins is one list in which nothing is said twice, whoever says it better', async () => {
  const { evidence, trace } = await ask(await bank(WRITTEN), 'both')
  const units = evidence.flatMap(({ unit, restatedBy }) => [unit, ...restatedBy])
  expect(new Set(units.map(({ id }) => id)).size).toBe(units.length)
  for (const { unit, restatedBy } of evidence)
    for (const other of restatedBy) {
      expect(other.origin).not.toBe(unit.origin)
      expect(unit.sources).toEqual(expect.arrayContaining([...other.sources]))
    }
  expect(evidence.some(({ restatedBy }) => restatedBy.length > 0)).toBe(true)
  const scores = evidence.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(trace.contentList.map(({ origin }) => origin))).toEqual(new Set(['turn', 'model']))
})

test('a bank without units of a model is recalled alike by turns and by both', async () => {
  const store = await bank([])
  const [turns, both] = [await ask(store, 'turns'), await ask(store, 'both')]
  expect(both.evidence).toEqual(turns.evidence)
  expect(both.trace.contentList).toEqual(turns.trace.contentList)
  expect((await ask(store, 'model')).evidence).toEqual([])
})

test('a turn that a model left out is found all the same', async () => {
  const { evidence } = await ask(await bank(WRITTEN), 'both', 'What was late?')
  expect(evidence[0]!.turns[0].text).toBe('The tram was late.')
})
