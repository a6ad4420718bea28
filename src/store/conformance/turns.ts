import assert from 'node:assert/strict'
import { ConflictError } from '../../model/errors.ts'
import { at, dayRange, idsOf, turnOf, turnsOf, unitsOf, wordAnchor } from '../conformance-bank.ts'
import type { Registrar } from './registrar.ts'

/** Turns go in once and come back as they were, in order. */
export function turnsConformance({ onBank }: Registrar): void {
  onBank('a turn comes back as it was given, with its position', async (bank) => {
    await using store = await bank.open()
    const given = turnOf('t1', {
      text: 'Grüße, 世界 🎈\n"quoted"',
      role: 'user',
      timeInferred: true,
      metadata: JSON.parse('{"b":null,"a":[1,{"z":"1","y":1}],"__proto__":{"x":true},"":0}'),
    })
    await store.append([given], wordAnchor)
    assert.deepEqual(await turnsOf(store), [{ ...given, position: 1 }])
  })

  onBank('characters that a store cannot hold are replaced, and a retry of them is known', async (bank) => {
    await using store = await bank.open()
    const odd = turnOf('t\u00001', { text: 'before\u0000after \ud800 end', speaker: 'A\u0000' })
    await store.append([odd], wordAnchor)
    assert.deepEqual((await store.append([odd], wordAnchor)).known, ['t\uFFFD1'])
    const [turn] = await turnsOf(store, { speaker: 'A\u0000' })
    assert.equal(turn?.text, 'before\uFFFDafter \uFFFD end')
  })

  onBank('turns come back by time, then in the order of arrival', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('c', { time: at(3) }), turnOf('b1', { time: at(2) })], wordAnchor)
    await store.append([turnOf('a', { time: at(1) }), turnOf('b2', { time: at(2) })], wordAnchor)
    assert.deepEqual(await idsOf(store), ['a', 'b1', 'b2', 'c'])
    assert.deepEqual(
      (await turnsOf(store)).map(({ position }) => position),
      [3, 2, 4, 1],
    )
  })

  onBank(
    'appending the same turn again adds nothing, whatever the order of its metadata keys',
    async (bank) => {
      await using store = await bank.open()
      const first = turnOf('t1', { metadata: { a: 1, b: 2 } })
      assert.deepEqual(await store.append([first], wordAnchor), { added: ['t1'], known: [] })
      const again = turnOf('t1', { metadata: { b: 2, a: 1 } })
      const both = await store.append([again, turnOf('t2'), turnOf('t2')], wordAnchor)
      assert.deepEqual(both, { added: ['t2'], known: ['t1', 't2'] })
      assert.equal((await unitsOf(store)).length, 2)
    },
  )

  const changes = {
    session: 's2',
    speaker: 'Bo',
    text: 'other',
    time: at(9),
    timeInferred: true,
    role: 'user',
    metadata: { a: '1' },
  }
  for (const [field, value] of Object.entries(changes)) {
    onBank(
      `another ${field} under a known id is a conflict, and nothing of the call is stored`,
      async (bank) => {
        await using store = await bank.open()
        await store.append([turnOf('t1', { metadata: { a: 1 } })], wordAnchor)
        const clash = turnOf('t1', { metadata: { a: 1 }, [field]: value })
        await assert.rejects(
          store.append([turnOf('t0', { session: 's9' }), clash], wordAnchor),
          ConflictError,
        )
        assert.deepEqual(await idsOf(store), ['t1'])
        assert.equal((await store.sessions()).length, 1)
      },
    )
  }

  onBank('days are local days of the time zone', async (bank) => {
    await using store = await bank.open({ timeZone: 'America/New_York' })
    await store.append([turnOf('late', { time: '2024-03-02T03:00:00.000Z' })], wordAnchor)
    assert.deepEqual(await idsOf(store, { during: dayRange('2024-03-01', '2024-03-01') }), ['late'])
    assert.deepEqual((await store.history()).days, dayRange('2024-03-01', '2024-03-01'))
  })

  onBank('more turns than a page come in order, without those appended meanwhile', async (bank) => {
    await using store = await bank.open()
    const many = Array.from({ length: 700 }, (_, i) => turnOf(`t${i}`, { time: at(1 + (i % 3)) }))
    await store.append(many, wordAnchor)
    const expected = many
      .toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
      .map(({ id }) => id)
    const seen: string[] = []
    for await (const turn of store.turns({
      ids: undefined,
      session: undefined,
      speaker: undefined,
      during: undefined,
      notAfter: undefined,
      metadata: undefined,
    })) {
      if (seen.push(turn.id) === 10) await store.append([turnOf('new', { time: at(20) })], wordAnchor)
    }
    assert.deepEqual(seen, expected)
    assert.equal((await unitsOf(store)).length, 701)
  })

  onBank('appends made at once are all kept, in the order of the calls', async (bank) => {
    await using store = await bank.open()
    await Promise.all(Array.from({ length: 30 }, (_, i) => store.append([turnOf(`t${i}`)], wordAnchor)))
    assert.deepEqual(
      await idsOf(store),
      Array.from({ length: 30 }, (_, i) => `t${i}`),
    )
  })
}
