import assert from 'node:assert/strict'
import {
  at,
  dayRange,
  embedAll,
  found,
  queryOf,
  shoutingAnchor,
  turnOf,
  unitsOf,
  vectorOf,
  wordAnchor,
} from '../conformance-bank.ts'
import type { Store, UnitFilter } from '../store.ts'
import { entryOf, named, shape, toldOf } from './model-trial.ts'
import type { Registrar } from './registrar.ts'

/** Units of turns and units of a model stand side by side, and neither changes what is found of the other. */
export function originsConformance({ onBank, onSharedBank }: Registrar): void {
  onBank('a search of turn units gives the same before and after a model told of the turns', async (bank) => {
    await using store = await bank.open()
    await fill(store)
    await embedAll(store)
    const query = {
      ...queryOf(['kettle', 'word2'], [vectorOf(3)]),
      lexical: { k1: 0.9, b: 0.4, neighbours: [0.3, 0.1], session: 0.2 } as const,
    }
    const before = await store.search(query, 'turn')
    await tell(store, 'kettle kettle')
    await embedAll(store)
    assert.deepEqual(await store.search(query, 'turn'), before)
    const after = await store.search(query, 'model')
    assert.equal(after.searched, 1)
    assert.equal(after.withoutVector, 0)
    assert.deepEqual(after.unitsWithTerm, [1, 0])
    await store.derived.windows.reopen({ all: true })
    for (const window of await store.derived.windows.pending(shape, 9))
      await store.derived.windows.put(window, [])
    assert.deepEqual(await store.search(query, 'turn'), before)
    assert.equal((await store.search(query, 'model')).searched, 0)
  })

  onSharedBank('views that are filled anew hold the units of their origin', async (bank) => {
    await using writer = await bank.open()
    await fill(writer)
    await tell(writer, 'kettle')
    await embedAll(writer)
    await using store = await bank.open()
    for (const [origin, count] of [
      ['model', 1],
      ['turn', 4],
    ] as const) {
      assert.equal((await found(store, { words: ['kettle'] }, origin)).length, count)
      assert.equal((await found(store, { vectors: [vectorOf(1)] }, origin)).length, count)
    }
    assert.deepEqual((await store.upkeep.verify()).findings, [])
  })

  onBank('a candidate tells the position of its first source turn', async (bank) => {
    await using store = await bank.open()
    await fill(store)
    await tell(store, 'kettle', 1)
    const { content } = await store.search(queryOf(['kettle']), 'model')
    assert.deepEqual(
      content.map(({ turn }) => turn),
      [2],
    )
    const turns = await store.search(queryOf(['kettle']), 'turn')
    assert.deepEqual(
      turns.content.map(({ turn }) => turn),
      [1, 2, 3, 4],
    )
  })

  onBank('units can be read by origin, in the order of their first turns', async (bank) => {
    await using store = await bank.open()
    await fill(store)
    await tell(store, 'kettle', 1)
    const ids = async (filter: Partial<UnitFilter>) =>
      (await unitsOf(store, filter)).map(({ unit }) => unit.id)
    assert.deepEqual(await ids({ origin: 'model' }), ['told-b-c-d'])
    assert.deepEqual(await ids({ origin: 'turn' }), ['unit-a', 'unit-b', 'unit-c', 'unit-d'])
    assert.deepEqual(await ids({}), ['unit-a', 'unit-b', 'told-b-c-d', 'unit-c', 'unit-d'])
    assert.deepEqual(await ids({ origin: 'model', ids: named('c') }), ['told-b-c-d'])
    assert.deepEqual(await ids({ origin: 'model', ids: named('a') }), [])
  })

  onBank('a unit of several turns passes a filter when all of them do', async (bank) => {
    await using store = await bank.open()
    await fill(store)
    await tell(store, 'kettle')
    const [unit] = await unitsOf(store, { origin: 'model' })
    const whole = {
      firstDay: undefined,
      lastDay: undefined,
      notAfter: undefined,
      sessions: undefined,
      speakers: undefined,
      keys: undefined,
    }
    const passes = async (filter: Partial<UnitFilter>) => {
      const scope = {
        ...whole,
        notAfter: filter.notAfter && Date.parse(filter.notAfter),
        sessions: filter.session && [store.facts.sessionNumber(filter.session)!],
        speakers: filter.speaker === undefined ? undefined : [store.facts.speakerNumber(filter.speaker)!],
        firstDay: filter.during && dayOf(filter.during.first),
        lastDay: filter.during && dayOf(filter.during.last),
      }
      const searched = await store.search({ ...queryOf(['kettle']), scope }, 'model')
      const read = await unitsOf(store, { ...filter, origin: 'model' })
      if (filter.metadata === undefined) assert.equal(searched.searched, read.length, JSON.stringify(filter))
      return read.some(({ key }) => key === unit?.key)
    }
    assert.equal(await passes({ notAfter: at(4) }), true)
    assert.equal(await passes({ notAfter: at(3) }), false)
    assert.equal(await passes({ during: dayRange('2024-03-01', '2024-03-04') }), true)
    assert.equal(await passes({ during: dayRange('2024-03-01', '2024-03-03') }), false)
    assert.equal(await passes({ during: dayRange('2024-03-02', '2024-03-04') }), false)
    assert.equal(await passes({ session: 's1' as never }), false)
    assert.equal(await passes({ speaker: 'Ada' }), false)
    assert.equal(await passes({ metadata: { all: true } }), true)
    assert.equal(await passes({ metadata: { first: true } }), false)
  })

  onBank('persons whom the turns name come first, however often a model names others', async (bank) => {
    await using store = await bank.open()
    await fill(store)
    const [window] = await store.derived.windows.pending(shape, 1)
    const told = ['one', 'two', 'three', 'four', 'five'].map((words) => {
      const { unit, ...rest } = toldOf(window!.turns, words)
      return { ...rest, unit: { ...unit, context: { ...unit.context, persons: ['Zoe', 'Bo'] } } }
    })
    await store.derived.windows.put(window!, told)
    assert.deepEqual((await store.history()).persons, ['Ada', 'Bo', 'Zoe'])
    assert.deepEqual((await store.history(at(4))).persons, ['Ada', 'Bo', 'Zoe'])
    assert.deepEqual((await store.history(at(3))).persons, ['Ada'])
    await store.forget(named('a'), wordAnchor)
    assert.deepEqual((await store.history()).persons, ['Ada', 'Bo'])
  })

  onBank('a turn that arrives late leaves what a model told of others as it is', async (bank) => {
    await using store = await bank.open()
    await fill(store)
    await tell(store, 'kettle')
    const before = await unitsOf(store, { origin: 'model' })
    await store.append([turnOf('late', { time: at(1, 13) })], wordAnchor)
    assert.deepEqual(await unitsOf(store, { origin: 'model' }), before)
    assert.deepEqual(await store.derived.windows.count(), { awaiting: 1, refused: 0 })
  })

  onBank('rebuilding keeps what a model told and analyses it anew', async (bank) => {
    await using store = await bank.open()
    await fill(store)
    await tell(store, 'kettle sings')
    await embedAll(store)
    const [before] = await unitsOf(store, { origin: 'model' })
    await store.upkeep.rebuild(shoutingAnchor)
    assert.deepEqual(await unitsOf(store, { origin: 'model' }), [before])
    const sources: string[] = []
    await store.upkeep.rebuild(shoutingAnchor, (unit, source) => {
      sources.push(source.id)
      return { entry: entryOf(`loud ${unit.restatement}`, unit.context.persons), passage: unit.restatement }
    })
    assert.deepEqual(sources, ['a'])
    assert.deepEqual(await found(store, { words: ['loud'] }, 'model'), [before?.unit.id])
    assert.deepEqual(
      (await unitsOf(store, { origin: 'model' })).map(({ unit }) => unit),
      [before?.unit],
    )
    assert.deepEqual(await store.derived.vectors.count(), { units: 5, pending: 0 })
    await store.upkeep.rebuild(shoutingAnchor, (unit) => ({
      entry: entryOf('loud', []),
      passage: `p ${unit.id}`,
    }))
    assert.deepEqual(await store.derived.vectors.count(), { units: 5, pending: 1 })
    assert.deepEqual(await store.derived.windows.count(), { awaiting: 0, refused: 0 })
    assert.deepEqual((await store.upkeep.verify()).findings, [])
    await store.forget(named('d'), wordAnchor)
    assert.deepEqual(await unitsOf(store, { origin: 'model' }), [])
  })
}

/** Turns a to d on four days in two sessions, by Ada but for the last; the first one's metadata say more. */
async function fill(store: Store): Promise<void> {
  const turns = ['a', 'b', 'c', 'd'].map((id, i) =>
    turnOf(id, {
      text: `kettle word${i}`,
      time: at(1 + i),
      session: i < 2 ? 's1' : 's2',
      speaker: i < 3 ? 'Ada' : 'Bo',
      metadata: i === 0 ? { all: true, first: true } : { all: true },
    }),
  )
  await store.append(turns, wordAnchor)
}

/** A model tells words of all turns of a window, or of those from a place on. */
async function tell(store: Store, words: string, from = 0): Promise<void> {
  const [window] = await store.derived.windows.pending(shape, 1)
  await store.derived.windows.put(window!, [toldOf(window!.turns.slice(from), words)])
}

const dayOf = (day: string): number => Date.parse(day) / 86_400_000
