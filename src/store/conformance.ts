/* One piece, longer than a file should be: the port's contract is read, and run, as a whole. */
import assert from 'node:assert/strict'
import {
  ClosedError,
  ConflictError,
  EmbeddingDimensionError,
  EmbeddingModelError,
  NotFoundError,
  ReadOnlyStoreError,
  ValidationError,
} from '../model/errors.ts'
import type { SessionId, TurnId } from '../model/turn.ts'
import {
  at,
  dayRange,
  dayTellingAnchor,
  embedAll,
  found,
  idsOf,
  joiningAnchor,
  queryOf,
  retellingAnchor,
  shoutingAnchor,
  type TrialBank,
  trialModel,
  turnOf,
  turnsOf,
  unitsOf,
  vectorOf,
  wordAnchor,
} from './conformance-bank.ts'
import type { AnchorContext } from './store.ts'

/**
 * Runs the contract of `Store` against any store.
 *
 * @param test Registers one test with the runner.
 * @param makeBank Gives a new, empty bank for each test; opening it twice gives two handles on the same bank unless
 *   `shared` is false.
 */
export function storeConformance(
  test: (name: string, run: () => Promise<void>) => void,
  makeBank: () => Promise<TrialBank>,
  { shared = true }: { readonly shared?: boolean } = {},
): void {
  const onBank = (name: string, run: (bank: TrialBank) => Promise<void>) =>
    test(name, async () => {
      await using bank = await makeBank()
      await run(bank)
    })
  const onSharedBank = shared ? onBank : () => undefined

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

  onBank('vectors made anew are those of the model that the bank was bound to', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a')], wordAnchor)
    await embedAll(store)
    await store.derived.vectors.reset({ id: 'another', dimension: 2 })
    assert.deepEqual(store.derived.vectors.model, { id: 'another', dimension: 2 })
    await assert.rejects(embedAll(store), EmbeddingModelError)
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

  onBank('vectors are asked for in the order of arrival, and searched once they are there', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a', { time: at(9) }), turnOf('b', { time: at(8) }), turnOf('c')], wordAnchor)
    assert.equal(store.derived.vectors.model, undefined)
    const pending = await store.derived.vectors.pending(2)
    assert.equal(pending.length, 2)
    assert.ok(pending[0]!.key < pending[1]!.key)
    assert.equal(pending[0]!.passage.startsWith('Ada: text of'), true)
    await store.derived.vectors.put(trialModel, [{ key: pending[0]!.key, vector: vectorOf(1) }])
    assert.deepEqual(store.derived.vectors.model, trialModel)
    assert.deepEqual(await store.derived.vectors.count(), { units: 3, pending: 2 })
    const [exact, none] = await store.derived.vectors.exact(pending.map(({ key }) => key))
    for (const [i, x] of vectorOf(1).entries()) assert.ok(Math.abs(exact![i]! - x) < 2e-5)
    assert.equal(none, undefined)
    assert.equal((await found(store, { vectors: [vectorOf(1)] })).length, 1)
    await embedAll(store)
    assert.equal((await found(store, { vectors: [vectorOf(1)] })).length, 3)
  })

  onBank('a zero vector ends the waiting, and its unit stays findable by words', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a', { text: 'kettle' })], wordAnchor)
    const [pending] = await store.derived.vectors.pending(1)
    await store.derived.vectors.put(trialModel, [{ key: pending!.key, vector: new Float32Array(4) }])
    assert.deepEqual(await store.derived.vectors.count(), { units: 1, pending: 0 })
    assert.deepEqual(await store.derived.vectors.exact([pending!.key]), [undefined])
    assert.deepEqual(await found(store, { words: ['kettle'] }), ['unit-a'])
    assert.equal((await store.upkeep.verify()).vectors, 0)
  })

  onBank('vectors that are not finite, or of another model or dimension, are refused whole', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a'), turnOf('b')], wordAnchor)
    const [a, b] = await store.derived.vectors.pending(2)
    const good = { key: a!.key, vector: vectorOf(1) }
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const put = store.derived.vectors.put(trialModel, [
        good,
        { key: b!.key, vector: Float32Array.of(bad, 0, 0, 0) },
      ])
      await assert.rejects(put, RangeError)
    }
    assert.equal((await store.derived.vectors.count()).pending, 2)
    await store.derived.vectors.put(trialModel, [good])
    await assert.rejects(
      store.derived.vectors.put({ id: 'other', dimension: 4 }, [good]),
      EmbeddingModelError,
    )
    const wider = store.derived.vectors.put({ id: 'other', dimension: 8 }, [
      { key: b!.key, vector: vectorOf(1, 8) },
    ])
    await assert.rejects(wider, (error: Error) => {
      assert.ok(error instanceof EmbeddingDimensionError)
      assert.match(error.message, /\b4\b.*\b8\b.*reinstate reembed/)
      return true
    })
    assert.equal((await store.upkeep.verify()).vectors, 1)
  })

  onBank('after a reset every unit waits again, and another model may come', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a'), turnOf('b')], wordAnchor)
    await embedAll(store)
    await found(store, { vectors: [vectorOf(1)] })
    await store.derived.vectors.reset()
    assert.deepEqual(await store.derived.vectors.count(), { units: 2, pending: 2 })
    assert.deepEqual(await found(store, { vectors: [vectorOf(1)] }), [])
    const pending = await store.derived.vectors.pending(9)
    const wide = { id: 'wide', dimension: 8 }
    await store.derived.vectors.put(
      wide,
      pending.map(({ key }) => ({ key, vector: vectorOf(key, 8) })),
    )
    assert.equal((await found(store, { vectors: [vectorOf(1, 8)] })).length, 2)
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

  onSharedBank('a handle sees what another handle wrote, embedded and forgot', async (bank) => {
    await using one = await bank.open()
    await using two = await bank.open()
    await one.append([turnOf('a', { text: 'kettle' }), turnOf('b', { text: 'kettle' })], wordAnchor)
    assert.deepEqual(await found(two, { words: ['kettle'] }), ['unit-a', 'unit-b'])
    await embedAll(one)
    assert.equal((await found(two, { vectors: [vectorOf(1)] })).length, 2)
    await one.forget(['a'] as TurnId[], wordAnchor)
    assert.deepEqual(await found(two, { words: ['kettle'] }), ['unit-b'])
    await two.append([turnOf('c', { text: 'kettle', time: at(4) })], wordAnchor)
    assert.deepEqual(await found(one, { words: ['kettle'] }), ['unit-b', 'unit-c'])
    assert.equal((await one.history()).days?.last, '2024-03-04')
  })

  onSharedBank('settings are kept, and others are refused by name', async (bank) => {
    await (await bank.open({ timeZone: 'Europe/Berlin', dateOrder: 'DMY' }))[Symbol.asyncDispose]()
    await using store = await bank.open()
    assert.equal(store.facts.timeZone, 'Europe/Berlin')
    assert.equal(store.facts.dateOrder, 'DMY')
    const named = (path: string) => (error: unknown) =>
      error instanceof ValidationError && error.path === path
    await assert.rejects(bank.open({ timeZone: 'Europe/Paris' }), named('timeZone'))
    await assert.rejects(bank.open({ dateOrder: 'MDY' }), named('dateOrder'))
    await assert.rejects(bank.open({ timeZone: 'Mars/Base' }), named('timeZone'))
  })

  onSharedBank('a read-only handle reads and refuses to write', async (bank) => {
    await using writer = await bank.open()
    await writer.append([turnOf('a', { text: 'kettle' })], wordAnchor)
    await using reader = await bank.open({ readOnly: true })
    assert.equal(reader.facts.readOnly, true)
    assert.deepEqual(await found(reader, { words: ['kettle'] }), ['unit-a'])
    await assert.rejects(reader.append([turnOf('b')], wordAnchor), ReadOnlyStoreError)
    await assert.rejects(reader.forget(['a'] as TurnId[], wordAnchor), ReadOnlyStoreError)
    await assert.rejects(reader.derived.vectors.put(trialModel, []), ReadOnlyStoreError)
    await assert.rejects(reader.derived.vectors.reset(), ReadOnlyStoreError)
    await assert.rejects(reader.upkeep.compact(), ReadOnlyStoreError)
    assert.equal((await reader.upkeep.verify()).healthy, true)
  })

  onSharedBank('a read-only bank that does not exist is not made', async (bank) => {
    await assert.rejects(bank.open({ readOnly: true }), NotFoundError)
  })

  onBank('a frozen copy holds the state of its moment and is read-only', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a', { text: 'kettle' })], wordAnchor)
    await embedAll(store)
    await store.upkeep.freeze(bank.frozenName)
    await assert.rejects(store.upkeep.freeze(bank.frozenName), ValidationError)
    await store.append([turnOf('b')], wordAnchor)
    await using frozen = await bank.openFrozen()
    assert.equal(frozen.facts.readOnly, true)
    assert.deepEqual(await idsOf(frozen), ['a'])
    assert.equal((await found(frozen, { vectors: [vectorOf(1)] })).length, 1)
    await assert.rejects(frozen.append([turnOf('c')], wordAnchor), ReadOnlyStoreError)
    assert.equal((await frozen.upkeep.verify()).healthy, true)
  })

  onBank('verifying a healthy bank twice finds it healthy twice', async (bank) => {
    await using store = await bank.open()
    await store.append(
      Array.from({ length: 100 }, (_, i) => turnOf(`t${i}`)),
      wordAnchor,
    )
    await store.forget(
      Array.from({ length: 40 }, (_, i) => `t${i * 2}` as TurnId),
      wordAnchor,
    )
    await found(store, { words: ['t1'] })
    const healthy = { healthy: true, turns: 60, units: 60, vectors: 0, pending: 60, findings: [] }
    assert.deepEqual(await store.upkeep.verify(), healthy)
    assert.deepEqual(await store.upkeep.verify(), healthy)
  })

  onBank('appends made at once are all kept, in the order of the calls', async (bank) => {
    await using store = await bank.open()
    await Promise.all(Array.from({ length: 30 }, (_, i) => store.append([turnOf(`t${i}`)], wordAnchor)))
    assert.deepEqual(
      await idsOf(store),
      Array.from({ length: 30 }, (_, i) => `t${i}`),
    )
  })

  onBank('a closed handle says so, and closing again does nothing', async (bank) => {
    const store = await bank.open()
    const appended = store.append([turnOf('a')], wordAnchor)
    await store[Symbol.asyncDispose]()
    assert.deepEqual((await appended).added, ['a'])
    await store[Symbol.asyncDispose]()
    await assert.rejects(store.append([turnOf('b')], wordAnchor), ClosedError)
    await assert.rejects(store.history(), ClosedError)
    await assert.rejects(idsOf(store), ClosedError)
    await assert.rejects(found(store, { words: ['a'] }), ClosedError)
  })
}
