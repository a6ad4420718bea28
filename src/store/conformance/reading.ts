import assert from 'node:assert/strict'
import type { TurnId } from '../../model/turn.ts'
import {
  at,
  dayRange,
  found,
  idsOf,
  joiningAnchor,
  turnOf,
  unitsOf,
  wordAnchor,
} from '../conformance-bank.ts'
import { EVERY_TURN } from '../store.ts'
import type { Registrar } from './registrar.ts'

/** Filters, history, sessions and search. */
export function readingConformance({ onBank }: Registrar): void {
  onBank('the history up to an instant knows nothing of later turns', async (bank) => {
    await using store = await bank.open()
    await store.append(
      [turnOf('a', { time: at(1), speaker: 'Ada' }), turnOf('b', { time: at(5), speaker: 'Ben' })],
      wordAnchor,
    )
    const early = await store.history(at(3))
    assert.deepEqual(early.days, dayRange('2024-03-01', '2024-03-01'))
    assert.deepEqual(early.speakers, ['Ada'])
    assert.equal(early.persons.includes('Ben'), false)
    assert.deepEqual(await store.history(at(5)), await store.history())
  })

  onBank('units are named by their keys, and what is forgotten has no name', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a'), turnOf('b'), turnOf('c')], wordAnchor)
    const keys = new Map<number, string>()
    for await (const { key, unit } of store.units({ ...EVERY_TURN, keys: undefined })) keys.set(key, unit.id)
    const [first, second] = keys.keys()
    assert.deepEqual(await store.unitIds([]), new Map())
    assert.deepEqual(await store.unitIds([...keys.keys(), 1e9]), keys)
    await store.forget([keys.get(first!)!.replace('unit-', '')] as TurnId[], wordAnchor)
    assert.deepEqual(await store.unitIds([first!, second!]), new Map([[second, keys.get(second!)]]))
  })

  onBank('filters let through what meets all of them', async (bank) => {
    await using store = await bank.open()
    await store.append(
      [
        turnOf('a', { time: at(1), metadata: { tag: 'x', n: 1 } }),
        turnOf('b', { time: at(2), speaker: 'Bo', metadata: { tag: 'y', inner: { tag: 'x' } } }),
        turnOf('c', { time: at(3), session: 's2', metadata: { tag: ['x'], n: '1' } }),
      ],
      wordAnchor,
    )
    const cases: readonly (readonly [Parameters<typeof idsOf>[1], readonly string[]])[] = [
      [{ ids: ['c', 'a', 'none'] }, ['a', 'c']],
      [{ ids: [] }, []],
      [{ session: 's1' }, ['a', 'b']],
      [{ session: 'none' }, []],
      [{ speaker: 'Bo' }, ['b']],
      [{ speaker: 'bo' }, []],
      [{ during: dayRange('2024-03-02', '2024-03-03') }, ['b', 'c']],
      [{ notAfter: at(2) }, ['a', 'b']],
      [{ metadata: { tag: 'x' } }, ['a']],
      [{ metadata: { n: 1 } }, ['a']],
      [{ metadata: { n: '1', tag: ['x'] } }, ['c']],
      [{ metadata: { toString: 1 } }, []],
      [{ session: 's1', speaker: 'Ada', notAfter: at(2) }, ['a']],
    ]
    for (const [filter, expected] of cases) {
      assert.deepEqual(await idsOf(store, filter), expected, JSON.stringify(filter))
      const sources = (await unitsOf(store, filter)).map(({ unit }) => unit.sources[0])
      assert.deepEqual(sources, expected, `units ${JSON.stringify(filter)}`)
    }
    const keys = (await unitsOf(store)).map(({ key }) => key)
    assert.deepEqual(
      (await unitsOf(store, { keys: [keys[2], keys[0], 999] })).map(({ key }) => key),
      [keys[0], keys[2]],
    )
  })

  onBank('a unit of several turns is found by each of their ids, once', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a'), turnOf('b')], joiningAnchor)
    for (const ids of [['a'], ['b'], ['a', 'b']]) assert.equal((await unitsOf(store, { ids })).length, 1)
  })

  onBank('history knows days, speakers by turns, persons by units and nicknames', async (bank) => {
    await using store = await bank.open()
    assert.deepEqual(await store.history(), { days: undefined, speakers: [], persons: [], aliases: [] })
    await store.append([turnOf('a', { time: at(9) })], wordAnchor)
    await store.append(
      ['b', 'c'].map((id, i) => turnOf(id, { speaker: 'Bo', time: at(2 + i), text: 'Bas=Bartholomew' })),
      wordAnchor,
    )
    assert.deepEqual(await store.history(), {
      days: dayRange('2024-03-02', '2024-03-09'),
      speakers: ['Bo', 'Ada'],
      persons: ['Bo', 'Ada'],
      aliases: ['b', 'c'].map((source) => ({ alias: 'Bas', person: 'Bartholomew', source })),
    })
  })

  onBank('sessions come by their first turn, with span, turns and speakers', async (bank) => {
    await using store = await bank.open()
    await store.append(
      [
        turnOf('x', { session: 'later', time: at(5) }),
        turnOf('y', { time: at(2), speaker: 'Bo' }),
        turnOf('z', { time: at(3) }),
      ],
      wordAnchor,
    )
    assert.deepEqual(await store.sessions(), [
      { id: 's1', span: { start: at(2), end: at(3) }, turns: 2, speakers: ['Bo', 'Ada'] },
      { id: 'later', span: { start: at(5), end: at(5) }, turns: 1, speakers: ['Ada'] },
    ])
    assert.equal(typeof store.facts.sessionNumber('later' as never), 'number')
    assert.equal(typeof store.facts.speakerNumber('Bo'), 'number')
    assert.equal(store.facts.speakerNumber('nobody'), undefined)
  })

  onBank('a search sees what was appended before it, in numbers that the store knows', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a', { text: 'copper kettle' })], wordAnchor)
    assert.deepEqual(await found(store, { words: ['kettle'] }), ['unit-a'])
    await store.append([turnOf('b', { text: 'the kettle again', speaker: 'Bo' })], wordAnchor)
    assert.deepEqual(await found(store, { words: ['kettle'] }), ['unit-a', 'unit-b'])
  })
}
