import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { callerOf, type ScriptedReply, scriptedModel } from '../../test/scripted-model.ts'
import { createAnchor } from '../anchor/anchor.ts'
import { trialTurns } from '../anchor/window/trial-window.ts'
import type { ModelRequest } from '../llm/model-client.ts'
import { ClosedError, ProviderAuthError, ProviderError, ProviderRefusedError } from '../model/errors.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { TurnId } from '../model/turn.ts'
import { trialFolder } from '../store/sqlite/trial-folder.ts'
import { EVERY_TURN, type Store } from '../store/store.ts'
import type { WindowQueue } from '../store/window-queue.ts'
import { createModelAnchorer, type ModelAnchorerOptions } from './model-anchorer.ts'

const anchor = createAnchor({ timeZone: 'UTC', dateOrder: undefined })
const open: AsyncDisposable[] = []
const folder = trialFolder()

afterEach(async () => {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]()
})

afterAll(() => folder[Symbol.dispose]())

const THINGS = 'bees ducks wine tools rope paint seeds boots coal maps lamps glue nails bikes oars'.split(' ')

async function bank(name: string, turns = THINGS.length): Promise<Store> {
  const store = await folder.open(name)
  open.push(store)
  const lines = THINGS.slice(0, turns).map((thing) => `Ada: I keep ${thing} in the shed.`)
  if (turns > 0) await store.append(trialTurns(lines), anchor)
  return store
}

/** Ids of the turns that a request is to anchor, and those that it only shows. */
function shown({ prompt }: ModelRequest): {
  readonly ids: readonly string[]
  readonly context: readonly string[]
} {
  const lines = prompt
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const ids = (isContext: boolean) =>
    lines.filter(({ context = false }) => context === isContext).map(({ id }) => id)
  return { ids: ids(false), context: ids(true) }
}

/** A unit for each turn. */
function faithful(request: ModelRequest): string {
  const units = shown(request).ids.map((id) => ({
    restatement: `Ada keeps ${THINGS[Number(id.slice(1)) - 1]} in the shed.`,
    sources: [id],
  }))
  return JSON.stringify({ units })
}

function anchorerOf(
  store: Store,
  reply: (request: ModelRequest, before: number) => ScriptedReply = faithful,
  options: Partial<ModelAnchorerOptions> = {},
) {
  const model = scriptedModel({ anchor: reply })
  const failures: unknown[] = []
  const anchorer = createModelAnchorer(store.derived.windows, {
    writer: callerOf(model, 'writer'),
    timeZone: 'UTC',
    dateOrder: undefined,
    shape: { turns: 5, overlap: 1 },
    concurrency: 3,
    pauses: { rest: 0, retry: 10 },
    events: { onFailure: (error) => failures.push(error) },
    ...options,
  })
  open.unshift({ [Symbol.asyncDispose]: () => anchorer.stop() })
  const asked = () => model.requests.map((request) => shown(request).ids.join(' '))
  const drained = async () => {
    await anchorer.drain({ signal: undefined })
    return anchorer.report()
  }
  return { ...anchorer, model, failures, asked, drained }
}

async function modelUnits(store: Store): Promise<readonly MemoryUnit[]> {
  const units: MemoryUnit[] = []
  for await (const { unit } of store.units({ ...EVERY_TURN, keys: undefined }))
    if (unit.origin === 'model') units.push(unit)
  return units
}
const texts = async (store: Store) => (await modelUnits(store)).map(({ restatement }) => restatement)
const ALL = THINGS.map((thing) => `Ada keeps ${thing} in the shed.`)

describe('draining', () => {
  it('anchors every turn, with one call a window and windows that repeat the end of the one before', async () => {
    const store = await bank('all')
    const { drained, asked, model } = anchorerOf(store)
    expect(await drained()).toMatchObject({ windows: 4, units: 15, awaiting: 0, refusedTurns: 0, failed: [] })
    expect(asked()).toEqual(['t1 t2 t3 t4 t5', 't6 t7 t8 t9', 't10 t11 t12 t13', 't14 t15'])
    expect(shown(model.requests[1]!).context).toEqual(['t5'])
    expect(await texts(store)).toEqual(ALL)
    // What is anchored is not asked for again.
    expect(await drained()).toMatchObject({ windows: 0, awaiting: 0 })
    expect(model.requests).toHaveLength(4)
  })

  it('tells of no window as failed that was anchored since, where nobody took the report in between', async () => {
    const store = await bank('mended')
    const { drain, drained } = anchorerOf(store, (request, before) =>
      before < 4 ? new ProviderError('down', { status: 400 }) : faithful(request),
    )
    await drain({ signal: undefined })
    expect(await drained()).toMatchObject({ windows: 4, awaiting: 0, failed: [] })
  })

  it('tells of the progress as windows are stored, and keeps none back for one that is slow', async () => {
    const { drain } = anchorerOf(await bank('progress'), (request) => ({
      text: faithful(request),
      delayMs: shown(request).ids.includes('t10') ? 150 : 0,
    }))
    const progress: number[] = []
    await drain({ signal: undefined, onProgress: ({ awaiting }) => progress.push(awaiting) })
    expect(progress).toContain(6)
    expect(progress.at(-1)).toBe(0)
    expect(progress).toEqual(progress.toSorted((a, b) => b - a))
  })

  it('keeps a unit’s kind, and counts what was refused by reason with examples', async () => {
    const store = await bank('refused', 1)
    const units = [
      { restatement: 'Ada keeps bees in the shed.', sources: ['t1'], type: 'preference' },
      { restatement: 'Ada keeps 90 bees in the shed.', sources: ['t1'] },
    ]
    const { drained } = anchorerOf(store, () => JSON.stringify({ units }))
    const report = await drained()
    expect(report.refused).toEqual({ 'number not in source': 1 })
    expect(report.examples).toEqual([
      { reason: 'number not in source', what: '90', text: 'Ada keeps 90 bees in the shed.' },
    ])
    expect((await modelUnits(store)).map(({ type }) => type)).toEqual(['preference'])
  })

  it('stores the same in the same order, whichever reply comes first', async () => {
    const store = await bank('order-reference')
    await anchorerOf(store).drained()
    const expected = await modelUnits(store)
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 4 }),
        async (delays) => {
          run += 1
          const other = await bank(`order-${run}`)
          const { drained } = anchorerOf(other, (request, before) => ({
            text: faithful(request),
            delayMs: delays[before] ?? 0,
          }))
          await drained()
          expect(await modelUnits(other)).toEqual(expected)
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('a window that fails', () => {
  const failing = (error: Error, id: string) => (request: ModelRequest) =>
    shown(request).ids.includes(id) ? error : faithful(request)
  const down = new ProviderError('Down', { status: 500, retryable: true })

  it('leaves its turns pending and the others alone, and is asked for again later', async () => {
    const store = await bank('failed')
    const first = anchorerOf(store, failing(down, 't7'))
    const report = await first.drained()
    expect(report).toMatchObject({ windows: 3, units: 11, awaiting: 4 })
    expect(report.failed).toMatchObject([{ turns: ['t6', 't7', 't8', 't9'], code: 'provider' }])
    const second = anchorerOf(store)
    expect(await second.drained()).toMatchObject({ windows: 1, units: 4, awaiting: 0 })
    expect(second.asked()).toEqual(['t6 t7 t8 t9'])
    expect((await texts(store)).toSorted()).toEqual(ALL.toSorted())
  })

  it('with a reply that cannot be read leaves its turns pending, after two calls', async () => {
    const store = await bank('malformed', 3)
    const { drained, model } = anchorerOf(store, () => 'Sorry!')
    expect(await drained()).toMatchObject({ awaiting: 3, failed: [{ code: 'malformed-model-output' }] })
    expect(model.requests).toHaveLength(2)
    expect(await texts(store)).toEqual([])
  })

  it('as the key is refused ends the asking', async () => {
    const store = await bank('barred')
    const { drained, model, kick } = anchorerOf(store, () => new ProviderAuthError('No'), { concurrency: 2 })
    const report = await drained()
    expect(report.awaiting).toBe(15)
    expect(report.failed.map(({ code }) => code)).toEqual(['provider-auth', 'provider-auth'])
    expect(model.requests).toHaveLength(2)
    kick()
    await pause(30)
    expect(model.requests).toHaveLength(2)
  })

  it('as the provider refuses one turn costs that turn alone, and it is not asked for again', async () => {
    const store = await bank('filtered')
    const refused = new ProviderRefusedError('No')
    const { drained } = anchorerOf(store, failing(refused, 't7'))
    expect(await drained()).toMatchObject({
      units: 14,
      awaiting: 0,
      refusedTurns: 1,
      refusedNow: ['t7'],
      failed: [],
    })
    const second = anchorerOf(store)
    await second.drained()
    expect(second.asked()).toEqual([])
    await store.derived.windows.reopen({ all: false })
    await second.drained()
    expect(second.asked()).toEqual(['t7'])
    expect((await texts(store)).toSorted()).toEqual(ALL.toSorted())
  })

  it('as a turn of it was forgotten while the model read it is asked for again without that turn', async () => {
    const store = await bank('forgotten', 4)
    let before = 0
    const { drained, asked } = anchorerOf(store, (request) => ({
      text: faithful(request),
      delayMs: before++ === 0 ? 60 : 0,
    }))
    const draining = drained()
    await pause(20)
    await store.forget(['t2' as TurnId], anchor)
    expect(await draining).toMatchObject({ units: 3, awaiting: 0 })
    expect(asked()).toEqual(['t1 t2 t3 t4', 't1 t3 t4'])
    expect((await texts(store)).join()).not.toContain('ducks')
  })
})

describe('a store that fails', () => {
  /** Puts no window that holds a turn. */
  const failingAt = (windows: WindowQueue, turn: string): WindowQueue => ({
    ...windows,
    async putAll(written) {
      if (written.some(({ window }) => window.turns.some(({ id }) => id === turn)))
        throw new Error('Disk full')
      return windows.putAll(written)
    },
  })

  it('at one window loses none of the others that were answered, and asks for no more', async () => {
    const store = await bank('store-fails')
    const { derived } = store
    const failing = { ...derived, windows: failingAt(derived.windows, 't2') }
    const { drain, report, model } = anchorerOf({ ...store, derived: failing }, (request) => ({
      text: faithful(request),
      // The first three are under way at once; the first comes last.
      delayMs: shown(request).ids.includes('t2') ? 60 : 0,
    }))
    await expect(drain({ signal: undefined })).rejects.toThrow('Disk full')
    expect(await report()).toMatchObject({ windows: 3, units: 10, awaiting: 5 })
    expect(model.requests).toHaveLength(4)
    expect(await texts(store)).toEqual(ALL.slice(5))
    expect(await anchorerOf(store).drained()).toMatchObject({ windows: 1, units: 5, awaiting: 0 })
  })

  it('to read what a window may repeat loses no window that was answered', async () => {
    const store = await bank('read-fails')
    const { derived } = store
    const unitsOf = () => Promise.reject(new Error('Disk gone'))
    const failing = { ...derived, windows: { ...derived.windows, unitsOf } }
    // What comes after a window that failed has to be read.
    const reply = (request: ModelRequest) =>
      shown(request).ids.includes('t6') ? new ProviderError('down', { status: 400 }) : faithful(request)
    const { drain, report } = anchorerOf({ ...store, derived: failing }, reply, { concurrency: 4 })
    await expect(drain({ signal: undefined })).rejects.toThrow('Disk gone')
    expect(await report()).toMatchObject({ windows: 3, units: 11, awaiting: 4 })
    expect(await anchorerOf(store).drained()).toMatchObject({ windows: 1, units: 4, awaiting: 0 })
  })

  it('ends the asking', async () => {
    const store = await bank('store-fails-early')
    const { derived } = store
    const failing = { ...derived, windows: failingAt(derived.windows, 't2') }
    const slowly = (request: ModelRequest) => ({
      text: faithful(request),
      delayMs: shown(request).ids.includes('t2') ? 0 : 60,
    })
    const { drain, model } = anchorerOf({ ...store, derived: failing }, slowly, { concurrency: 1 })
    await expect(drain({ signal: undefined })).rejects.toThrow('Disk full')
    // The second was under way by then.
    expect(model.requests).toHaveLength(2)
  })
})

describe('breaking off', () => {
  it('keeps what was answered, and goes on from there', async () => {
    const store = await bank('aborted')
    const ending = new AbortController()
    const { drain, model } = anchorerOf(store, (request) =>
      shown(request).ids.includes('t10')
        ? { text: '', delayMs: Number.POSITIVE_INFINITY }
        : faithful(request),
    )
    const draining = drain({ signal: ending.signal })
    const aborted = expect(draining).rejects.toThrow('enough')
    await pause(60)
    ending.abort(new Error('enough'))
    await aborted
    await pause(30)
    expect(model.requests.length).toBeLessThanOrEqual(4)
    const reopened = anchorerOf(store)
    expect(await reopened.drained()).toMatchObject({ awaiting: 0 })
    expect(reopened.asked()[0]).toBe('t10 t11 t12 t13')
    expect((await texts(store)).toSorted()).toEqual(ALL.toSorted())
  })

  it('by closing says so to whoever waits', async () => {
    const { drained, stop } = anchorerOf(await bank('closed'), () => ({ text: '', delayMs: Infinity }))
    const ended = expect(drained()).rejects.toThrow(ClosedError)
    await pause(20)
    await stop()
    await ended
  })

  it('by the end of the process loses no window that was stored', async () => {
    const first = await folder.open('crash')
    await first.append(trialTurns(ALL.map((_, i) => `Ada: I keep ${THINGS[i]} in the shed.`)), anchor)
    const model = scriptedModel({
      anchor: (request) =>
        shown(request).ids.includes('t6')
          ? { text: '', delayMs: Number.POSITIVE_INFINITY }
          : faithful(request),
    })
    const anchorer = createModelAnchorer(first.derived.windows, {
      writer: callerOf(model, 'writer'),
      timeZone: 'UTC',
      dateOrder: undefined,
      shape: { turns: 5, overlap: 1 },
      events: { onFailure: () => undefined },
    })
    const draining = anchorer.drain({ signal: undefined }).catch(() => 'ended')
    await pause(60)
    await anchorer.stop()
    expect(await draining).toBe('ended')
    await first[Symbol.asyncDispose]()
    const second = await folder.open('crash')
    open.push(second)
    const { drained, asked } = anchorerOf(second)
    await drained()
    expect(asked()[0]).toBe('t6 t7 t8 t9')
    expect(asked().join(' ')).not.toContain('t1 ')
    expect((await texts(second)).toSorted()).toEqual(ALL.toSorted())
  })
})

describe('the background', () => {
  const until = async (holds: () => Promise<boolean> | boolean) => {
    while (!(await holds())) await pause(5)
  }

  it('anchors full windows and leaves the rest for more turns or a drain, whose report has both', async () => {
    const store = await bank('background', 7)
    const { kick, asked, drained } = anchorerOf(store)
    kick()
    await until(async () => (await texts(store)).length === 5)
    await pause(20)
    expect(asked()).toEqual(['t1 t2 t3 t4 t5'])
    expect(await drained()).toMatchObject({ windows: 2, units: 7, awaiting: 0 })
    expect(asked()[1]).toBe('t6 t7')
  })

  it('tries again after a failure, of which it tells', async () => {
    const store = await bank('retried', 5)
    let fail = true
    const { kick, failures } = anchorerOf(store, (request) =>
      fail ? new ProviderError('Down', { retryable: false }) : faithful(request),
    )
    kick()
    await until(() => failures.length >= 2)
    fail = false
    await until(async () => (await texts(store)).length === 5)
    expect(failures[0]).toBeInstanceOf(ProviderError)
  })

  it('does not pay again for a window whose reply cannot be read, and leaves it to a drain', async () => {
    const store = await bank('unreadable', 10)
    let fail = true
    const { kick, failures, model, drained } = anchorerOf(store, (request) =>
      fail && shown(request).ids.includes('t2') ? 'no form at all' : faithful(request),
    )
    kick()
    await until(async () => (await texts(store)).length === 4)
    await pause(60)
    kick()
    await pause(60)
    // The first window twice, as it is asked again once, and the second.
    expect(model.requests).toHaveLength(3)
    expect(failures).toHaveLength(1)
    fail = false
    expect(await drained()).toMatchObject({ units: 10, awaiting: 0 })
  })

  it('ends when it is stopped', async () => {
    const store = await bank('stopped', 5)
    const { kick, stop, model } = anchorerOf(store)
    await stop()
    kick()
    await pause(20)
    expect(model.requests).toEqual([])
  })
})
