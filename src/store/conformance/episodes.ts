import assert from 'node:assert/strict'
import { EmbeddingDimensionError, NotFoundError, ReadOnlyStoreError } from '../../model/errors.ts'
import { at, embedAll, turnOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { EpisodeShape } from '../episode-shelf.ts'
import type { Store } from '../store.ts'
import { named } from './model-trial.ts'
import type { Registrar } from './registrar.ts'
import { wordCut } from './word-cut.ts'

const shape: EpisodeShape = { tokens: 4, overlap: 0.1, tokenizer: 'words' }

/** Raw episodes: what is cut when, and what is left of it when turns are forgotten. */
export function episodesConformance({ onBank, onSharedBank }: Registrar): void {
  onBank(
    'episodes follow the order of arrival; the open one grows and those before it stay',
    async (bank) => {
      await using store = await bank.open()
      const { episodes } = store.derived
      assert.deepEqual(await episodes.heads(), [])
      await tell(store, 'a b', 'c d')
      await extend(store)
      assert.deepEqual(await texts(store), ['1: a b|c d'])
      // Told earlier, but it arrives later.
      await store.append([turnOf('early', { text: 'e f', time: at(1) })], wordAnchor)
      await extend(store)
      await extend(store)
      assert.deepEqual(await texts(store), ['1: a b|c d', '2: c d|e f'])
      const [first, second] = await episodes.heads()
      assert.deepEqual([first?.sealed, second?.sealed], [true, false])
      assert.deepEqual(second?.span, { start: at(1), end: at(11) })
      assert.deepEqual(
        [first?.last, second?.first],
        [
          { position: 2, offset: 3 },
          { position: 2, offset: 0 },
        ],
      )
      assert.equal(second?.tokens, 4)
    },
  )

  onBank('turn by turn or all at once, the episodes are the same', async (bank) => {
    await using store = await bank.open()
    const all = Array.from({ length: 40 }, (_, i) => 'w '.repeat(1 + ((i * 7) % 6)).trim() + i)
    for (const text of all) {
      await tell(store, text)
      await extend(store)
    }
    const step = await texts(store)
    await extend(store, { ...shape, tokens: 5 })
    assert.notDeepEqual(await texts(store), step)
    await extend(store)
    assert.deepEqual((await texts(store)).map(unnumbered), step.map(unnumbered))
  })

  onBank(
    'what is uncut are the turns after the last episode, and those left of episodes that lost some',
    async (bank) => {
      await using store = await bank.open()
      const { episodes } = store.derived
      const uncut = async () => {
        const { torn, turns } = await episodes.uncut()
        return {
          torn: torn.map(({ number, sealed, turns: left }) => [
            number,
            sealed,
            left.map(({ turn }) => turn.text),
          ]),
          turns: turns.map(({ text }) => text),
        }
      }
      assert.deepEqual(await uncut(), { torn: [], turns: [] })
      await tell(store, 'a b', 'c d', 'e f')
      assert.deepEqual(await uncut(), { torn: [], turns: ['a b', 'c d', 'e f'] })
      await extend(store)
      assert.deepEqual(await uncut(), { torn: [], turns: [] })
      const before = await texts(store)
      await tell(store, 'g')
      await store.forget(named('a b'), wordAnchor)
      assert.deepEqual(await uncut(), { torn: [[1, true, ['c d']]], turns: ['g'] })
      assert.deepEqual(await texts(store), before.slice(1))
    },
  )

  onBank('a long turn lies in several episodes, each with its part', async (bank) => {
    await using store = await bank.open()
    await tell(store, 'a b c d e f g h i j', 'k')
    await extend(store)
    assert.deepEqual(await texts(store), ['1: a b c d', '2: e f g h', '3: i j|k'])
    assert.deepEqual((await store.derived.episodes.heads())[1]?.first, { position: 1, offset: 8 })
    await assert.rejects(store.derived.episodes.read(4), NotFoundError)
  })

  onBank('more turns than are cut at a time are all taken in', async (bank) => {
    await using store = await bank.open()
    await store.append(
      Array.from({ length: 1_300 }, (_, i) => turnOf(`t${i}`, { text: `a b ${i}` })),
      wordAnchor,
    )
    await extend(store, { ...shape, tokens: 600, overlap: 0 })
    const heads = await store.derived.episodes.heads()
    assert.deepEqual(
      heads.map(({ tokens }) => tokens),
      [600, 600, 600, 600, 600, 600, 300],
    )
  })

  onBank('a summary stays with its episode, and goes when the episode grows', async (bank) => {
    await using store = await bank.open()
    await tell(store, 'a b', 'c')
    await extend(store)
    const { episodes } = store.derived
    const [head] = await episodes.heads()
    await episodes.putSummary(head!, { text: 'of two', by: 'extract', vector: vectorOf(1) })
    assert.equal((await episodes.heads())[0]?.summary, 'of two')
    const [summary] = await episodes.summaries()
    assert.deepEqual([summary?.number, summary?.text, summary?.by], [1, 'of two', 'extract'])
    for (const [i, x] of vectorOf(1).entries()) assert.ok(Math.abs(summary!.vector![i]! - x) < 2e-5)
    await episodes.putSummary(head!, { text: 'again', by: 'model', vector: undefined })
    assert.deepEqual(await episodes.summaries(), [
      { number: 1, text: 'again', by: 'model', vector: undefined },
    ])
    await tell(store, 'd')
    await extend(store)
    assert.deepEqual(await episodes.summaries(), [])
    await episodes.putSummary(head!, { text: 'too late', by: 'model', vector: undefined })
    assert.deepEqual(await episodes.summaries(), [])
    assert.deepEqual((await store.upkeep.verify()).findings, [])
  })

  onBank('episodes that come out the same under another shape keep their summaries', async (bank) => {
    await using store = await bank.open()
    await tell(store, 'a b c d', 'e f g', 'h')
    await extend(store)
    for (const head of await store.derived.episodes.heads())
      await store.derived.episodes.putSummary(head, { text: head.hash, by: 'model', vector: undefined })
    await extend(store, { ...shape, overlap: 0 })
    assert.deepEqual(await texts(store), ['3: a b c d', '4: e f g|h'])
    assert.equal((await store.derived.episodes.summaries()).length, 2)
    await extend(store, { ...shape, tokens: 8 })
    assert.deepEqual(await store.derived.episodes.summaries(), [])
  })

  onBank(
    'forgetting takes a turn out of its episodes at once, and what is left is cut anew',
    async (bank) => {
      await using store = await bank.open()
      await tell(store, 'a b', 'c d', 'e f', 'g h', 'i j')
      await extend(store)
      const { episodes } = store.derived
      assert.deepEqual(await texts(store), ['1: a b|c d', '2: c d|e f', '3: e f|g h', '4: g h|i j'])
      for (const head of await episodes.heads())
        await episodes.putSummary(head, {
          text: `of ${head.number}`,
          by: 'model',
          vector: vectorOf(head.number),
        })
      const [, torn] = await episodes.heads()
      await store.forget(named('c d'), wordAnchor)
      assert.deepEqual(await texts(store), ['3: e f|g h', '4: g h|i j'])
      assert.deepEqual(
        (await episodes.summaries()).map(({ text }) => text),
        ['of 3', 'of 4'],
      )
      await assert.rejects(episodes.read(2), NotFoundError)
      await episodes.putSummary(torn!, { text: 'too late', by: 'model', vector: undefined })
      await extend(store)
      assert.deepEqual(await texts(store), ['1: a b', '2: e f', '3: e f|g h', '4: g h|i j'])
      assert.deepEqual(
        (await episodes.heads()).map(({ sealed, summary }) => [sealed, summary]),
        [
          [true, undefined],
          [true, undefined],
          [true, 'of 3'],
          [false, 'of 4'],
        ],
      )
      assert.deepEqual((await store.upkeep.verify()).findings, [])
    },
  )

  onBank('an episode that lost all its turns is gone, and its number is not used again', async (bank) => {
    await using store = await bank.open()
    await tell(store, 'a b', 'c d', 'e f')
    await extend(store)
    await store.forget(named('c d', 'e f'), wordAnchor)
    // They are given the positions of those that went.
    await tell(store, 'x y', 'z')
    await extend(store)
    assert.deepEqual(await texts(store), ['1: a b', '3: a b|x y', '4: x y|z'])
    await store.forget('everything', wordAnchor)
    await extend(store)
    assert.deepEqual(await texts(store), [])
    await tell(store, 'n')
    await extend(store)
    assert.deepEqual(await texts(store), ['5: n'])
  })

  onBank('vectors of summaries go with the model that made them', async (bank) => {
    await using store = await bank.open()
    await tell(store, 'a b')
    await embedAll(store)
    await extend(store)
    const { episodes, vectors } = store.derived
    const [head] = await episodes.heads()
    const wide = { text: 'wide', by: 'model', vector: vectorOf(1, 8) } as const
    await assert.rejects(episodes.putSummary(head!, wide), EmbeddingDimensionError)
    await episodes.putSummary(head!, { ...wide, vector: vectorOf(1) })
    await vectors.reset({ id: 'wide', dimension: 8 })
    assert.equal((await episodes.summaries())[0]?.vector, undefined)
    await episodes.putSummary(head!, wide)
    assert.equal((await episodes.summaries())[0]?.vector?.length, 8)
  })

  onSharedBank('two handles that extend at once cut every turn once', async (bank) => {
    await using one = await bank.open()
    await using two = await bank.open()
    await tell(one, ...Array.from({ length: 60 }, (_, i) => `${i} x`))
    const wide = { ...shape, overlap: 0 }
    await Promise.all([one, two, one, two].map((store) => extend(store, wide)))
    const heads = await two.derived.episodes.heads()
    assert.deepEqual(
      heads.map(({ number, first }) => [number, first.position]),
      Array.from({ length: 30 }, (_, i) => [i + 1, 2 * i + 1]),
    )
  })

  onSharedBank('a read-only handle reads episodes and cuts none', async (bank) => {
    await using writer = await bank.open()
    await tell(writer, 'a b')
    await extend(writer)
    await using reader = await bank.open({ readOnly: true })
    await extend(reader)
    assert.deepEqual(await texts(reader), ['1: a b'])
    await tell(writer, 'c')
    await assert.rejects(extend(reader), ReadOnlyStoreError)
    await assert.rejects(extend(reader, { ...shape, tokens: 9 }), ReadOnlyStoreError)
  })
}

/** Turns whose ids are their texts. */
async function tell(store: Store, ...words: string[]): Promise<void> {
  const turns = words.map((text) => turnOf(text, { text, time: at(11) }))
  await store.append(turns, wordAnchor)
}

const extend = (store: Store, wanted = shape) => store.derived.episodes.extend(wanted, wordCut(wanted))

async function texts(store: Store): Promise<string[]> {
  const { episodes } = store.derived
  const all = await Promise.all((await episodes.heads()).map(({ number }) => episodes.read(number)))
  return all.map(({ number, turns }) => {
    const parts = turns.map(({ turn, start, end }) => turn.text.slice(start, end).trim())
    return `${number}: ${parts.join('|')}`
  })
}

const unnumbered = (text: string) => text.replace(/^\d+/, '')
