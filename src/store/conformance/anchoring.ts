import assert from 'node:assert/strict'
import type { AnchorContext } from '../anchoring.ts'
import {
  at,
  dayTellingAnchor,
  embedAll,
  found,
  idsOf,
  queryOf,
  shoutingAnchor,
  turnOf,
  unitsOf,
  vectorOf,
  wordAnchor,
} from '../conformance-bank.ts'
import type { Registrar } from './registrar.ts'

/** What anchoring is shown of the turns, and what becomes of the units that it gives. */
export function anchoringConformance({ onBank }: Registrar): void {
  onBank('an anchor that throws leaves nothing of the call behind', async (bank) => {
    await using store = await bank.open()
    const failing = () => {
      throw new RangeError('no')
    }
    await assert.rejects(store.append([turnOf('t1')], failing), RangeError)
    assert.deepEqual(await idsOf(store), [])
    assert.deepEqual(await store.sessions(), [])
    assert.deepEqual((await store.history()).speakers, [])
  })

  onBank(
    'anchoring sees new turns in order, two turns before, the widened span and the day before',
    async (bank) => {
      await using store = await bank.open()
      await store.append([turnOf('old', { session: 's0', time: at(1) })], wordAnchor)
      await store.append(
        [1, 2, 3].map((hour) => turnOf(`t${hour}`, { time: at(5, hour) })),
        wordAnchor,
      )
      const calls: (readonly AnchorContext[])[] = []
      await store.append(
        [
          turnOf('t9', { time: at(5, 9) }),
          turnOf('t2b', { time: at(5, 2) }),
          turnOf('t1', { time: at(5, 1) }),
        ],
        (contexts) => {
          calls.push(contexts)
          return wordAnchor(contexts)
        },
      )
      const [seen = [], later = []] = calls
      assert.deepEqual(
        seen.map(({ turn, before }) => [turn.id, before.map(({ id }) => id)]),
        [
          ['t2b', ['t1', 't2']],
          ['t9', ['t2b', 't3']],
        ],
      )
      assert.deepEqual(seen[0]?.sessionSpan, { start: at(5, 1), end: at(5, 9) })
      assert.equal(seen[0]?.previousSessionDay, '2024-03-01')
      assert.deepEqual(
        later.map(({ turn, before }) => [turn.id, before.map(({ id }) => id)]),
        [['t3', ['t2', 't2b']]],
        'a turn before which another one arrived late is anchored anew',
      )
    },
  )

  onBank('units do not depend on the order in which turns arrive', async (bank) => {
    const turns = ['kettle', 'spoon', 'fork', 'knife', 'plate', 'cup'].map((text, i) =>
      turnOf(`t${i}`, { text, time: at(1 + i), session: `s${i >> 1}` }),
    )
    const passages = async (order: readonly number[]) => {
      await using store = await bank.open()
      for (const i of order) await store.append([turns[i]!], dayTellingAnchor)
      await embedAll(store)
      const texts = (await unitsOf(store)).map(({ unit }) => unit.restatement)
      assert.equal((await store.upkeep.verify()).healthy, true)
      for (const { text } of turns) assert.equal((await found(store, { words: [text] })).length, 1)
      await store.forget('everything', dayTellingAnchor)
      return texts
    }
    const inOrder = await passages([0, 1, 2, 3, 4, 5])
    for (const order of [
      [5, 4, 3, 2, 1, 0],
      [2, 0, 5, 1, 3, 4],
      [4, 5, 0, 1, 2, 3],
    ]) {
      assert.deepEqual(await passages(order), inOrder)
    }
  })

  onBank('the first session has no day before it', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('t1'), turnOf('t2', { time: at(2) })], (contexts) => {
      assert.deepEqual(
        contexts.map(({ previousSessionDay }) => previousSessionDay),
        [undefined, undefined],
      )
      return wordAnchor(contexts)
    })
  })

  onBank('units carry the span that their session has now', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('t1', { time: at(2) })], wordAnchor)
    await store.append([turnOf('t2', { time: at(3) }), turnOf('t0', { time: at(1) })], wordAnchor)
    const spans = (await unitsOf(store)).map(({ unit }) => unit.context.sessionSpan)
    assert.deepEqual(spans, Array(3).fill({ start: at(1), end: at(3) }))
  })

  onBank('a unit comes back as it was anchored, absent coordinates absent', async (bank) => {
    await using store = await bank.open()
    let expected: unknown
    await store.append([turnOf('t1')], (contexts) => {
      const anchored = wordAnchor(contexts)
      expected = anchored.units[0]?.unit
      return anchored
    })
    assert.deepEqual(
      (await unitsOf(store)).map(({ unit }) => unit),
      [expected],
    )
  })

  onBank('rebuilding draws all units anew and keeps the vectors of equal passages', async (bank) => {
    await using store = await bank.open()
    const turns = Array.from({ length: 600 }, (_, i) =>
      turnOf(`t${i}`, { text: `kettle${i}`, time: at(1 + (i % 9)) }),
    )
    await store.append(turns, wordAnchor)
    await embedAll(store)
    await found(store, { words: ['kettle7'] })
    await store.upkeep.rebuild(shoutingAnchor)
    assert.deepEqual(await found(store, { words: ['kettle7'] }), [])
    assert.deepEqual(await found(store, { words: ['KETTLE7'] }), ['unit-t7'])
    assert.equal((await store.search(queryOf([], [vectorOf(8)]), 'turn')).withoutVector, 0)
    const counts = { healthy: true, turns: 600, units: 600, vectors: 600, pending: 0, findings: [] }
    assert.deepEqual(await store.upkeep.verify(), counts)
  })
}
