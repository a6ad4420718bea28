import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TurnId } from '../../model/turn.ts'
import { namesOf, shape, toldOf } from '../conformance/model-trial.ts'
import { wordCut } from '../conformance/word-cut.ts'
import { found, idsOf, turnOf, unitsOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { NewTurn, Store } from '../store.ts'
import { trialFolder } from './trial-folder.ts'

/**
 * The slow twin of a bank: a list of turns in the order of anchoring, what was embedded and what was told of them by a
 * model. Units of the model are embedded when they are told, so that the vectors that wait are the turns' own.
 */
type Twin = {
  turns: { turn: NewTurn; embedded: boolean }[]
  arrived: TurnId[]
  windows: { seen: TurnId[]; told: TurnId[] }[]
  refused: Set<TurnId>
}

type Step = {
  readonly run: (handles: readonly Store[], twin: Twin) => Promise<void>
  readonly toString: () => string
}

const names = fc.integer({ min: 0, max: 11 })
const handle = fc.integer({ min: 0, max: 1 })

/** Content follows from the id, so that a turn that comes again is known. */
const turnNamed = (name: number): NewTurn =>
  turnOf(`t${name}`, {
    session: `s${name % 3}`,
    speaker: name % 2 === 0 ? 'Ada' : 'Bo',
    text: `kettle word${name}`,
    time: `2024-03-0${1 + ((name * 5) % 7)}T12:00:00.000Z`,
  })

const byTime = (a: NewTurn, b: NewTurn): number => Date.parse(a.time) - Date.parse(b.time)

const append = fc.tuple(handle, fc.array(names, { minLength: 1, maxLength: 4 })).map(
  ([by, list]): Step => ({
    toString: () => `append ${list} by ${by}`,
    async run(handles, twin) {
      const { added } = await handles[by]!.append(list.map(turnNamed), wordAnchor)
      const before = new Set(twin.turns.map(({ turn }) => turn.id))
      const expected = [...new Set(list.map((name) => turnNamed(name).id))].filter((id) => !before.has(id))
      expect(added).toEqual(expected)
      // Anchored, and so embedded, by time within a call.
      twin.arrived.push(...added)
      const anchored = added.map((id) => turnNamed(Number(id.slice(1)))).sort(byTime)
      twin.turns.push(...anchored.map((turn) => ({ turn, embedded: false })))
    },
  }),
)

const forget = fc.tuple(handle, fc.array(names, { minLength: 1, maxLength: 3 })).map(
  ([by, list]): Step => ({
    toString: () => `forget ${list} by ${by}`,
    async run(handles, twin) {
      const ids = new Set(list.map((name) => `t${name}` as TurnId))
      const there = [...ids].filter((id) => twin.turns.some(({ turn }) => turn.id === id))
      const forgotten = handles[by]!.forget([...ids], wordAnchor)
      if (there.length < ids.size) return expect(forgotten).rejects.toThrow('no such turn')
      const written = twin.windows.filter(({ told }) => told.some((id) => ids.has(id)))
      expect(await forgotten).toEqual({ turns: ids.size, units: ids.size + written.length, erased: true })
      twin.turns = twin.turns.filter(({ turn }) => !ids.has(turn.id))
      twin.arrived = twin.arrived.filter((id) => !ids.has(id))
      twin.windows = twin.windows.filter(({ seen }) => !seen.some((id) => ids.has(id)))
      for (const id of ids) twin.refused.delete(id)
    },
  }),
)

const embed = fc.tuple(handle, fc.integer({ min: 1, max: 5 })).map(
  ([by, limit]): Step => ({
    toString: () => `embed ${limit} by ${by}`,
    async run(handles, twin) {
      const { vectors } = handles[by]!.derived
      const pending = await vectors.pending(limit)
      const expected = twin.turns.filter(({ embedded }) => !embedded).slice(0, limit)
      expect(pending.map(({ passage }) => passage)).toEqual(
        expected.map(({ turn }) => `${turn.speaker}: ${turn.text}`),
      )
      await vectors.put(
        { id: 'trial', dimension: 4 },
        pending.map(({ key }) => ({ key, vector: vectorOf(key) })),
      )
      for (const each of expected) each.embedded = true
    },
  }),
)

const tell = fc.tuple(handle, fc.boolean(), fc.integer({ min: 1, max: 3 })).map(
  ([by, partial, limit]): Step => ({
    toString: () => `tell ${limit} windows, partial ${partial}, by ${by}`,
    async run(handles, twin) {
      const { windows, vectors } = handles[by]!.derived
      const pending = await windows.pending({ ...shape, partial }, limit)
      const expected = cutOf(twin, { partial, limit })
      expect(namesOf(pending)).toEqual(expected.map(({ name }) => name))
      // The last first: a window does not depend on those before it.
      for (const [i, window] of [...pending.entries()].reverse()) {
        expect(await windows.put(window, [toldOf(window.turns)])).toBe(true)
        twin.windows.push(expected[i]!)
      }
      const written = new Set<number>()
      for (const { key } of await unitsOf(handles[by]!, { origin: 'model' })) written.add(key)
      const missing = (await vectors.pending(1_000)).filter(({ key }) => written.has(key))
      await vectors.put(
        { id: 'trial', dimension: 4 },
        missing.map(({ key }) => ({ key, vector: vectorOf(key) })),
      )
    },
  }),
)

const refuse = fc.tuple(handle, names, fc.boolean()).map(
  ([by, name, reopens]): Step => ({
    toString: () => (reopens ? `reopen by ${by}` : `refuse ${name} by ${by}`),
    async run(handles, twin) {
      const { windows } = handles[by]!.derived
      const id = `t${name}` as TurnId
      if (reopens) {
        twin.refused.clear()
        return windows.reopen({ all: false })
      }
      await windows.refuse([id])
      const waits = twin.arrived.includes(id) && !twin.windows.some(({ told }) => told.includes(id))
      if (waits) twin.refused.add(id)
    },
  }),
)

/** The windows that are cut of what waits. */
function cutOf(twin: Twin, { partial, limit }: { readonly partial: boolean; readonly limit: number }) {
  const inOrder = inTime(twin)
  const waiting = inOrder.filter(
    (id) => !twin.refused.has(id) && !twin.windows.some(({ told }) => told.includes(id)),
  )
  const cut: { name: string; seen: TurnId[]; told: TurnId[] }[] = []
  while (waiting.length > 0 && cut.length < limit) {
    const before = inOrder[inOrder.indexOf(waiting[0]!) - 1]
    const overlap = before === undefined || twin.refused.has(before) ? [] : [before]
    const told = waiting.splice(0, shape.turns - overlap.length)
    if (overlap.length + told.length < shape.turns && !partial) break
    const name = [...overlap.map((id) => `(${id})`), ...told].join(' ')
    cut.push({ name, seen: [...overlap, ...told], told })
  }
  return cut
}

const inTime = ({ arrived }: Twin): TurnId[] =>
  arrived.toSorted((a, b) => byTime(turnNamed(Number(a.slice(1))), turnNamed(Number(b.slice(1)))))

const episodeShape = { tokens: 6, overlap: 0, tokenizer: 'words' }

const extend = handle.map(
  (by): Step => ({
    toString: () => `extend by ${by}`,
    async run(handles, twin) {
      const { episodes } = handles[by]!.derived
      await episodes.extend(episodeShape, wordCut(episodeShape))
      const all = await Promise.all((await episodes.heads()).map(({ number }) => episodes.read(number)))
      // Every turn lies in one episode, in the order of arrival.
      expect(all.flatMap(({ turns }) => turns.map(({ turn }) => turn.id))).toEqual(twin.arrived)
      for (const { tokens, turns, sealed } of all) {
        expect(tokens).toBe(2 * turns.length)
        if (!sealed) expect(turns.length).toBeLessThanOrEqual(3)
      }
      expect(all.slice(0, -1).every(({ sealed }) => sealed)).toBe(true)
    },
  }),
)

const search = handle.map(
  (by): Step => ({ toString: () => `search by ${by}`, run: (handles, twin) => agree(handles[by]!, twin) }),
)

async function agree(store: Store, twin: Twin): Promise<void> {
  const { turns, windows, refused } = twin
  const ids = turns.map(({ turn }) => turn.id)
  const byTime = turns.toSorted((a, b) =>
    a.turn.time < b.turn.time ? -1 : a.turn.time > b.turn.time ? 1 : 0,
  )
  expect(await idsOf(store)).toEqual(byTime.map(({ turn }) => turn.id))
  const kettles = await found(store, { words: ['kettle'] })
  const wanted = ids.map((id) => `unit-${id}`)
  expect(kettles.length).toBe(Math.min(10, wanted.length))
  expect(wanted).toEqual(expect.arrayContaining(kettles))
  for (const id of ids.slice(0, 2))
    expect(await found(store, { words: [`word${id.slice(1)}`] })).toEqual([`unit-${id}`])
  const embedded = turns.filter((each) => each.embedded).length
  expect((await found(store, { vectors: [vectorOf(1)] })).length).toBe(Math.min(10, embedded))
  const told = windows.map(({ told }) => `told-${told.join('-')}`)
  const stored = (await unitsOf(store, { origin: 'model' })).map(({ unit }) => unit.id)
  expect(stored.toSorted()).toEqual(told.toSorted())
  expect((await found(store, { words: ['kettle'] }, 'model')).length).toBe(Math.min(10, told.length))
  expect((await found(store, { vectors: [vectorOf(1)] }, 'model')).length).toBe(Math.min(10, told.length))
  const anchored = windows.flatMap(({ told }) => told).length
  expect(await store.derived.windows.count()).toEqual({
    awaiting: turns.length - anchored - refused.size,
    refused: refused.size,
  })
  expect(await store.derived.vectors.count()).toEqual({
    units: turns.length + windows.length,
    pending: turns.length - embedded,
  })
  const speakers = new Set(turns.map(({ turn }) => turn.speaker))
  expect(new Set((await store.history()).speakers)).toEqual(speakers)
  const sessions = new Map(turns.map(({ turn }) => [turn.session, 0]))
  for (const { turn } of turns) sessions.set(turn.session, sessions.get(turn.session)! + 1)
  expect(new Map((await store.sessions()).map(({ id, turns: count }) => [id, count]))).toEqual(sessions)
}

test('two handles on one bank agree with a plain list after any steps', async () => {
  const step = fc.oneof(append, append, embed, search, forget, tell, tell, refuse, extend)
  const steps = fc.array(step, { minLength: 1, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      using folder = trialFolder()
      await using one = await folder.open('bank.db')
      await using two = await folder.open('bank.db')
      const twin: Twin = { turns: [], arrived: [], windows: [], refused: new Set() }
      for (const step of list) await step.run([one, two], twin)
      for (const store of [one, two]) await agree(store, twin)
      expect((await one.upkeep.verify()).findings).toEqual([])
    }),
    { numRuns: 40 },
  )
})
