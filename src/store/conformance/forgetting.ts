import assert from 'node:assert/strict'
import { NotFoundError } from '../../model/errors.ts'
import type { SessionId, TurnId } from '../../model/turn.ts'
import {
  at,
  dayRange,
  embedAll,
  found,
  idsOf,
  joiningAnchor,
  retellingAnchor,
  trialModel,
  turnOf,
  unitsOf,
  vectorOf,
  wordAnchor,
} from '../conformance-bank.ts'
import type { Registrar } from './registrar.ts'

/** What is forgotten is gone from everything that can be asked. */
export function forgettingConformance({ onBank }: Registrar): void {
  onBank('a session, a speaker or everything is forgotten as one, or not at all', async (bank) => {
    await using store = await bank.open()
    await store.append(
      [
        turnOf('a', { session: 's1' }),
        turnOf('b', { session: 's1', speaker: 'Ben' }),
        turnOf('c', { session: 's2' }),
      ],
      wordAnchor,
    )
    for (const unknown of [{ session: 'none' as SessionId }, { speaker: 'None' }, { speaker: '%' }]) {
      await assert.rejects(store.forget(unknown, wordAnchor), NotFoundError)
    }
    assert.equal((await store.forget({ speaker: 'Ben' }, wordAnchor)).turns, 1)
    assert.equal((await store.forget({ session: 's1' as SessionId }, wordAnchor)).turns, 1)
    assert.equal((await store.forget('everything', wordAnchor)).turns, 1)
    assert.deepEqual(await store.forget('everything', wordAnchor), { turns: 0, units: 0, erased: true })
  })

  onBank('forgetting removes a turn from everything that can be asked', async (bank) => {
    await using store = await bank.open()
    await store.append(
      [
        turnOf('a', { text: 'kettle', speaker: 'Rosalind', session: 'gone' }),
        turnOf('b', { text: 'kettle Ros=Rosalind', time: at(2) }),
        turnOf('c', { text: 'kettle', time: at(3) }),
      ],
      wordAnchor,
    )
    await embedAll(store)
    await found(store, { words: ['kettle'] })
    assert.deepEqual(await store.forget(['a', 'b', 'a'] as TurnId[], wordAnchor), {
      turns: 2,
      units: 2,
      erased: true,
    })
    assert.deepEqual(await idsOf(store), ['c'])
    assert.deepEqual(await found(store, { words: ['kettle'] }), ['unit-c'])
    assert.equal((await found(store, { vectors: [vectorOf(1)] })).length, 1)
    assert.deepEqual(await store.history(), {
      days: dayRange('2024-03-03', '2024-03-03'),
      speakers: ['Ada'],
      persons: ['Ada'],
      aliases: [],
    })
    assert.deepEqual(
      (await store.sessions()).map(({ id, span }) => [id, span.start]),
      [['s1', at(3)]],
    )
    assert.equal(store.facts.speakerNumber('Rosalind'), undefined)
    assert.deepEqual(await store.derived.vectors.count(), { units: 1, pending: 0 })
    assert.equal((await store.upkeep.verify()).healthy, true)
  })

  onBank('forgetting what is not there is refused before anything goes', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a'), turnOf('b')], wordAnchor)
    await assert.rejects(store.forget(['a', 'none'] as TurnId[], wordAnchor), NotFoundError)
    assert.deepEqual(await idsOf(store), ['a', 'b'])
    await store.forget(['a'] as TurnId[], wordAnchor)
    await assert.rejects(store.forget(['a'] as TurnId[], wordAnchor), NotFoundError)
  })

  onBank('a forgotten turn may come again, under a new key', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a', { text: 'kettle' })], wordAnchor)
    const [before] = await store.derived.vectors.pending(1)
    await store.forget(['a'] as TurnId[], wordAnchor)
    assert.deepEqual(await store.append([turnOf('a', { text: 'spoon' })], wordAnchor), {
      added: ['a'],
      known: [],
    })
    await store.derived.vectors.put(trialModel, [{ key: before!.key, vector: vectorOf(1) }])
    assert.deepEqual(await store.derived.vectors.count(), { units: 1, pending: 1 })
    assert.deepEqual(await found(store, { words: ['spoon', 'kettle'] }), ['unit-a'])
  })

  onBank('a unit that loses one of its turns is drawn anew from those that are left', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a', { text: 'kettle' }), turnOf('b', { text: 'spoon' })], joiningAnchor)
    await found(store, { words: ['kettle'] })
    assert.deepEqual(await store.forget(['a'] as TurnId[], joiningAnchor), {
      turns: 1,
      units: 1,
      erased: true,
    })
    assert.deepEqual(
      (await unitsOf(store)).map(({ unit }) => unit.restatement),
      ['Ada: spoon'],
    )
    assert.deepEqual(await found(store, { words: ['kettle'] }), [])
    assert.deepEqual(await found(store, { words: ['spoon'] }), ['unit-b'])
  })

  onBank(
    'what later turns took over from a forgotten one goes with it, other units keep their vectors',
    async (bank) => {
      await using store = await bank.open()
      const turns = ['kettle', 'spoon', 'fork', 'knife', 'plate']
      await store.append(
        turns.map((text, i) => turnOf(`t${i}`, { text, time: at(1, i) })),
        retellingAnchor,
      )
      await embedAll(store)
      await store.forget(['t0'] as TurnId[], retellingAnchor)
      const pending = await store.derived.vectors.pending(10)
      assert.deepEqual(
        pending.map(({ passage }) => passage),
        ['spoon', 'spoon / fork'],
      )
      assert.equal((await store.upkeep.verify()).vectors, 2)
    },
  )
}
