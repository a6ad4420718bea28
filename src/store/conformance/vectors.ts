import assert from 'node:assert/strict'
import { EmbeddingDimensionError, EmbeddingModelError } from '../../model/errors.ts'
import { at, embedAll, found, trialModel, turnOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { Registrar } from './registrar.ts'

/** Vectors lag behind the units and are handed in by key. */
export function vectorsConformance({ onBank }: Registrar): void {
  onBank('vectors made anew are those of the model that the bank was bound to', async (bank) => {
    await using store = await bank.open()
    await store.append([turnOf('a')], wordAnchor)
    await embedAll(store)
    await store.derived.vectors.reset({ id: 'another', dimension: 2 })
    assert.deepEqual(store.derived.vectors.model, { id: 'another', dimension: 2 })
    await assert.rejects(embedAll(store), EmbeddingModelError)
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
    for (const [i, x] of vectorOf(1).entries())
      assert.ok(Math.abs(exact!.values[i]! * exact!.scale - x) < 2e-5)
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
}
