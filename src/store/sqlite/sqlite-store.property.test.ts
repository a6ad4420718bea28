import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TurnId } from '../../model/turn.ts'
import { found, idsOf, turnOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { NewTurn, Store } from '../store.ts'
import { trialFolder } from './trial-folder.ts'

/** The slow twin of a bank: a list of turns, and what was embedded. */
type Twin = { turns: { turn: NewTurn; embedded: boolean }[] }

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
      expect(await forgotten).toEqual({ turns: ids.size, units: ids.size, erased: true })
      twin.turns = twin.turns.filter(({ turn }) => !ids.has(turn.id))
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

const search = handle.map(
  (by): Step => ({ toString: () => `search by ${by}`, run: (handles, twin) => agree(handles[by]!, twin) }),
)

async function agree(store: Store, { turns }: Twin): Promise<void> {
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
  expect(await store.derived.vectors.count()).toEqual({
    units: turns.length,
    pending: turns.length - embedded,
  })
  const speakers = new Set(turns.map(({ turn }) => turn.speaker))
  expect(new Set((await store.history()).speakers)).toEqual(speakers)
  const sessions = new Map(turns.map(({ turn }) => [turn.session, 0]))
  for (const { turn } of turns) sessions.set(turn.session, sessions.get(turn.session)! + 1)
  expect(new Map((await store.sessions()).map(({ id, turns: count }) => [id, count]))).toEqual(sessions)
}

test('two handles on one bank agree with a plain list after any steps', async () => {
  const steps = fc.array(fc.oneof(append, append, embed, search, forget), { minLength: 1, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      using folder = trialFolder()
      await using one = await folder.open('bank.db')
      await using two = await folder.open('bank.db')
      const twin: Twin = { turns: [] }
      for (const step of list) await step.run([one, two], twin)
      for (const store of [one, two]) await agree(store, twin)
      expect((await one.upkeep.verify()).findings).toEqual([])
    }),
    { numRuns: 40 },
  )
})
