import assert from 'node:assert/strict'
import { at, found, turnOf, unitsOf, wordAnchor } from '../conformance-bank.ts'
import type { Store } from '../store.ts'
import { named, namesOf, onlyFull, shape, tellAll, toldOf } from './model-trial.ts'
import type { Registrar } from './registrar.ts'

/** How turns wait for a language model, and what is kept of the windows that it saw. */
export function windowsConformance({ onBank, onSharedBank }: Registrar): void {
  onBank(
    'windows overlap, take turns by time across sessions, and the last is what is left',
    async (bank) => {
      await using store = await bank.open()
      await fill(store, 9)
      const { windows } = store.derived
      assert.deepEqual(namesOf(await windows.pending(shape, 9)), [
        't1 t2 t3 t4',
        '(t4) t5 t6 t7',
        '(t7) t8 t9',
      ])
      assert.deepEqual(namesOf(await windows.pending(shape, 1)), ['t1 t2 t3 t4'])
      assert.deepEqual(namesOf(await windows.pending(onlyFull, 9)), ['t1 t2 t3 t4', '(t4) t5 t6 t7'])
      assert.deepEqual(namesOf(await windows.pending({ ...shape, overlap: 0 }, 2)), [
        't1 t2 t3 t4',
        't5 t6 t7 t8',
      ])
      assert.deepEqual(namesOf(await windows.pending(shape, 0)), [])
      assert.deepEqual(await windows.count(), { awaiting: 9, refused: 0 })
    },
  )

  onBank('a window that failed waits again, whatever came in after it', async (bank) => {
    await using store = await bank.open()
    await fill(store, 10)
    const { windows } = store.derived
    const [first, second, third] = await windows.pending(shape, 3)
    assert.equal(await windows.put(third!, [toldOf(third!.turns)]), true)
    assert.equal(await windows.put(first!, []), true)
    assert.deepEqual(await windows.pending(shape, 9), [second])
    assert.deepEqual(await windows.count(), { awaiting: 3, refused: 0 })
    await tellAll(store)
    assert.deepEqual(await windows.pending(shape, 9), [])
    assert.deepEqual(await windows.count(), { awaiting: 0, refused: 0 })
  })

  onBank('turns that arrive late wait in their place in time', async (bank) => {
    await using store = await bank.open()
    await fill(store, 8)
    await tellAll(store)
    await store.append([turnOf('new', { time: at(20) })], wordAnchor)
    assert.deepEqual(namesOf(await store.derived.windows.pending(shape, 9)), ['(t8) new'])
    await store.append([turnOf('late', { time: at(2, 13) })], wordAnchor)
    assert.deepEqual(namesOf(await store.derived.windows.pending(shape, 9)), ['(t2) late new'])
    await tellAll(store)
    await store.append([turnOf('next', { time: at(20) })], wordAnchor)
    assert.deepEqual(namesOf(await store.derived.windows.pending(shape, 9)), ['(new) next'])
  })

  onBank('a unit of a window comes back as it was given, its vector missing', async (bank) => {
    await using store = await bank.open()
    await fill(store, 4)
    const [window] = await store.derived.windows.pending(shape, 1)
    const given = toldOf(window!.turns, 'the kettle sings')
    await store.derived.windows.put(window!, [given])
    const [stored] = await unitsOf(store, { origin: 'model' })
    assert.deepEqual({ ...stored?.unit, context: given.unit.context }, given.unit)
    const pending = await store.derived.vectors.pending(9)
    assert.deepEqual(pending.at(-1), { key: stored?.key, passage: 'the kettle sings' })
    assert.deepEqual(await store.derived.vectors.count(), { units: 5, pending: 5 })
    assert.deepEqual(await store.derived.windows.unitsOf(named('t2')), [stored?.unit])
    assert.deepEqual(await store.derived.windows.unitsOf(named('none')), [])
  })

  onBank('a unit from outside its window is refused, and nothing of the window is stored', async (bank) => {
    await using store = await bank.open()
    await fill(store, 8)
    const [first, second] = await store.derived.windows.pending(shape, 2)
    const put = store.derived.windows.put(first!, [toldOf(first!.turns), toldOf(second!.turns)])
    await assert.rejects(put, RangeError)
    assert.deepEqual(await unitsOf(store, { origin: 'model' }), [])
    assert.deepEqual(await store.derived.windows.count(), { awaiting: 8, refused: 0 })
  })

  onBank('a window of which a turn was forgotten or anchored meanwhile is not stored', async (bank) => {
    await using store = await bank.open()
    await fill(store, 8)
    const { windows } = store.derived
    const [first, second, third] = await windows.pending(shape, 3)
    assert.equal(await windows.put(first!, [toldOf(first!.turns)]), true)
    assert.equal(await windows.put(first!, [toldOf(first!.turns)]), false)
    // Its words were shown to the model as surroundings.
    await store.forget(named('t4'), wordAnchor)
    assert.equal(await windows.put(second!, [toldOf(second!.turns)]), false)
    // It comes again in its old place and says something else.
    await store.append([turnOf('t4', { text: 'another', time: at(4) })], wordAnchor)
    assert.equal(await windows.put(second!, [toldOf(second!.turns)]), false)
    // Here with the same position, as no later turn has come.
    await store.forget(named('t4', 't8'), wordAnchor)
    await store.append([turnOf('t8', { text: 'another', time: at(8) })], wordAnchor)
    assert.equal(await windows.put(third!, [toldOf(third!.turns)]), false)
    assert.deepEqual(await unitsOf(store, { origin: 'model' }), [])
    assert.deepEqual(await windows.count(), { awaiting: 7, refused: 0 })
  })

  onBank(
    'forgetting a turn drops all that was told of its windows, and their other turns wait again',
    async (bank) => {
      await using store = await bank.open()
      await fill(store, 10)
      const [, second] = await store.derived.windows.pending(shape, 2)
      await tellAll(store)
      const told = async () => (await unitsOf(store, { origin: 'model' })).map(({ unit }) => unit.id)
      assert.deepEqual(await told(), ['told-t1-t2-t3-t4', 'told-t5-t6-t7', 'told-t8-t9-t10'])
      await found(store, { words: ['word9'] }, 'model')
      assert.deepEqual(await store.derived.windows.pending(shape, 9), [])
      const forgotten = await store.forget(named('t4'), wordAnchor)
      assert.deepEqual(forgotten, { turns: 1, units: 2, erased: true })
      // The second window had seen it.
      assert.deepEqual(await told(), ['told-t8-t9-t10'])
      assert.deepEqual(await found(store, { words: ['word5'] }, 'model'), [])
      assert.deepEqual(await found(store, { words: ['word9'] }, 'model'), ['told-t8-t9-t10'])
      assert.deepEqual(await store.derived.windows.count(), { awaiting: 6, refused: 0 })
      assert.equal(await store.derived.windows.put(second!, []), false)
      assert.deepEqual(namesOf(await store.derived.windows.pending(shape, 9)), ['t1 t2 t3 t5', '(t5) t6 t7'])
      assert.deepEqual((await store.upkeep.verify()).findings, [])
    },
  )

  onBank('refused turns are not shown to the model again until they are reopened', async (bank) => {
    await using store = await bank.open()
    await fill(store, 8)
    const { windows } = store.derived
    await windows.refuse(named('t2', 't4', 't2', 'none'))
    assert.deepEqual(await windows.count(), { awaiting: 6, refused: 2 })
    assert.deepEqual(namesOf(await windows.pending(shape, 9)), ['t1 t3 t5 t6', '(t6) t7 t8'])
    const [window] = await windows.pending(shape, 1)
    await windows.put(window!, [])
    await windows.refuse(named('t1', 't6'))
    assert.deepEqual(await windows.count(), { awaiting: 2, refused: 2 })
    await store.forget(named('t2'), wordAnchor)
    assert.deepEqual(await windows.count(), { awaiting: 2, refused: 1 })
    await windows.reopen({ all: false })
    assert.deepEqual(await windows.count(), { awaiting: 3, refused: 0 })
    assert.deepEqual(namesOf(await windows.pending(shape, 9)), ['(t3) t4 t7 t8'])
  })

  onBank('reopening all keeps the units of the model until new ones take their place', async (bank) => {
    await using store = await bank.open()
    await fill(store, 8)
    await tellAll(store)
    const { windows } = store.derived
    const told = async (words: string) => found(store, { words: [words] }, 'model')
    assert.equal((await told('word1')).length, 1)
    await windows.reopen({ all: true })
    assert.equal((await told('word1')).length, 1)
    assert.deepEqual(await found(store, { words: ['word1'] }), ['unit-t1'])
    assert.deepEqual(await windows.count(), { awaiting: 8, refused: 0 })
    // What the next window repeats is not what is to go.
    assert.deepEqual(await windows.unitsOf(named('t1', 't4')), [])
    const [first, second] = await windows.pending(shape, 9)
    assert.equal(await windows.put(second!, [toldOf(second!.turns, 'anew')]), true)
    assert.deepEqual(await told('word5'), [])
    assert.deepEqual(await told('anew'), ['told-t5-t6-t7'])
    assert.deepEqual((await told('word1')).length, 1)
    assert.deepEqual(await windows.count(), { awaiting: 5, refused: 0 })
    // Reopened while some wait still, numbers are not given twice.
    await windows.reopen({ all: true })
    assert.deepEqual(await windows.pending(shape, 1), [first])
    assert.equal(await windows.put(first!, []), true)
    assert.deepEqual(await told('word1'), [])
    await windows.refuse(named('t5'))
    assert.deepEqual(await told('anew'), ['told-t5-t6-t7'])
    assert.deepEqual(await windows.count(), { awaiting: 3, refused: 1 })
    assert.deepEqual((await store.upkeep.verify()).findings, [])
    await windows.reopen({ all: false })
    assert.equal(await tellAll(store), 2)
    assert.deepEqual(await told('anew'), [])
    assert.deepEqual((await store.upkeep.verify()).findings, [])
    await store.forget(named('t8'), wordAnchor)
    assert.deepEqual((await store.upkeep.verify()).findings, [])
  })

  onBank(
    'several windows are stored in their order up to the first that cannot be, or none',
    async (bank) => {
      await using store = await bank.open()
      await fill(store, 13)
      const { windows } = store.derived
      const all = await windows.pending(shape, 9)
      const written = all.map((window) => ({ window, units: [toldOf(window.turns)] }))
      const told = async () => (await unitsOf(store, { origin: 'model' })).map(({ unit }) => unit.id)
      const [first, second, third, fourth] = written
      const foreign = { window: second!.window, units: fourth!.units }
      await assert.rejects(windows.putAll([first!, foreign]), RangeError)
      assert.deepEqual(await told(), [])
      await store.forget(named('t9'), wordAnchor)
      assert.equal(await windows.putAll([first!, second!, third!, fourth!]), 2)
      assert.deepEqual(await told(), ['told-t1-t2-t3-t4', 'told-t5-t6-t7'])
      assert.equal(await windows.putAll([first!, fourth!]), 0)
      assert.equal(await windows.putAll([]), 0)
      assert.equal((await windows.count()).awaiting, 5)
      assert.deepEqual((await store.upkeep.verify()).findings, [])
    },
  )

  onSharedBank('two handles that tell the same windows store each of them once', async (bank) => {
    await using one = await bank.open()
    await using two = await bank.open()
    await fill(one, 20)
    const windows = await one.derived.windows.pending(shape, 99)
    const stored = await Promise.all(
      windows.flatMap((window) =>
        [one, two].map((store) => store.derived.windows.put(window, [toldOf(window.turns)])),
      ),
    )
    assert.equal(stored.filter(Boolean).length, windows.length)
    assert.equal((await unitsOf(two, { origin: 'model' })).length, windows.length)
    assert.deepEqual(await two.derived.windows.pending(shape, 9), [])
    assert.equal((await found(two, { words: ['word1'] }, 'model')).length, 1)
    assert.deepEqual(await one.derived.windows.pending(shape, 9), [])
    await one.derived.windows.reopen({ all: true })
    await two.derived.windows.refuse(named('t2', 't3'))
    await tellAll(one)
    assert.deepEqual(await one.derived.windows.pending(shape, 9), [])
    await two.derived.windows.reopen({ all: false })
    assert.deepEqual(namesOf(await one.derived.windows.pending(shape, 9)), ['(t1) t2 t3'])
    await two.derived.windows.reopen({ all: true })
    assert.deepEqual(await one.derived.windows.pending(shape, 99), windows)
    assert.equal((await found(one, { words: ['word1'] }, 'model')).length, 1)
    await two.derived.windows.put(windows[0]!, [])
    assert.deepEqual(await found(one, { words: ['word1'] }, 'model'), [])
  })
}

/** Turns t1, t2, …, two a session, of which each has a word of its own. */
async function fill(store: Store, count: number): Promise<void> {
  const turns = Array.from({ length: count }, (_, i) =>
    turnOf(`t${i + 1}`, { session: `s${i >> 1}`, text: `word${i + 1}`, time: at(1 + i) }),
  )
  await store.append(turns, wordAnchor)
}
