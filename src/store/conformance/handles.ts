import assert from 'node:assert/strict'
import { ClosedError, NotFoundError, ReadOnlyStoreError, ValidationError } from '../../model/errors.ts'
import type { TurnId } from '../../model/turn.ts'
import { at, embedAll, found, idsOf, trialModel, turnOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { Registrar } from './registrar.ts'
import { wordCut } from './word-cut.ts'

/** Several handles on one bank, read-only ones, frozen copies, settings, verifying and closing. */
export function handlesConformance({ onBank, onSharedBank }: Registrar): void {
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

  onSharedBank('what a handle counted and listed follows what it and others write', async (bank) => {
    await using one = await bank.open()
    await using two = await bank.open()
    const shape = { tokens: 4, overlap: 0, tokenizer: 'words' }
    const states = async () => {
      const of = async ({ derived }: typeof one) => ({
        ...(await derived.vectors.count()),
        episodes: (await derived.episodes.heads()).length,
      })
      return [await of(one), await of(two)]
    }
    const bothAre = async (units: number, pending: number, episodes: number) =>
      assert.deepEqual(await states(), Array(2).fill({ units, pending, episodes }))
    await bothAre(0, 0, 0)
    await one.append([turnOf('a', { text: 'kettle' })], wordAnchor)
    await bothAre(1, 1, 0)
    await two.derived.episodes.extend(shape, wordCut(shape))
    await bothAre(1, 1, 1)
    await embedAll(one)
    await bothAre(1, 0, 1)
    await two.forget(['a'] as TurnId[], wordAnchor)
    await bothAre(0, 0, 0)
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
