import { statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { TurnId } from '../../model/turn.ts'
import { toldOf } from '../conformance/model-trial.ts'
import { wordCut } from '../conformance/word-cut.ts'
import { embedAll, turnOf, unitsOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { Store } from '../store.ts'
import { trialFolder } from './trial-folder.ts'
import { encodeVector } from './vector-code.ts'

function freshFolder() {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder
}

/** The last three stand in what a model wrote and in a summary alone. */
const secrets = [
  'accordion',
  'Rosalind',
  'Rosa',
  'secret-session',
  'secret-turn',
  'hush',
  'unit-secret',
  'concertina',
  'melodeon',
  'Rosina',
]

/** Many turns, among them one in ten with words that nothing else has; of different lengths, so that rows move. */
async function fill(store: Store): Promise<{ readonly secret: TurnId[]; readonly vectors: Uint8Array[] }> {
  const turns = Array.from({ length: 400 }, (_, i) =>
    i % 10 === 3
      ? turnOf(`secret-turn-${i}`, {
          session: 'secret-session',
          speaker: 'Rosalind',
          text: `${'the accordion plays '.repeat(1 + (i % 70))} Rosa=Rosalind`,
          metadata: { note: 'hush' },
        })
      : turnOf(`t${i}`, { text: 'plain words '.repeat(1 + ((i * 7) % 50)) }),
  )
  for (let i = 0; i < turns.length; i += 7) await store.append(turns.slice(i, i + 7), wordAnchor)
  await tellSecrets(store)
  await embedAll(store)
  const secret = turns.map(({ id }) => id).filter((id) => id.startsWith('secret'))
  const keys = turns.flatMap(({ id }, i) => (id.startsWith('secret') ? [i + 1] : []))
  const summaries = (await store.derived.episodes.summaries()).map(({ number }) => 10_000 + number)
  return { secret, vectors: [...keys, ...summaries].map((key) => encodeVector(vectorOf(key))!.numbers) }
}

/** A model and a summary repeat what the turns said in other words; the shared turn of a window leaks into the next. */
async function tellSecrets(store: Store): Promise<void> {
  for (const window of await store.derived.windows.pending({ turns: 40, overlap: 2, partial: true }, 99)) {
    const plain = window.turns.filter(({ id }) => id.startsWith('t'))
    const { unit, ...rest } = toldOf(plain, 'concertina')
    const context = { ...unit.context, persons: ['Rosina'] }
    await store.derived.windows.put(window, [{ ...rest, unit: { ...unit, context } }])
  }
  const shape = { tokens: 500, overlap: 0.1, tokenizer: 'words' }
  await store.derived.episodes.extend(shape, wordCut(shape))
  for (const { number, hash } of await store.derived.episodes.heads()) {
    const { turns } = await store.derived.episodes.read(number)
    if (!turns.some(({ turn }) => turn.id.startsWith('secret'))) continue
    const vector = vectorOf(10_000 + number)
    await store.derived.episodes.putSummary({ number, hash }, { text: 'melodeon', by: 'model', vector })
  }
}

const left = (bytes: Buffer, words: readonly (string | Uint8Array)[]) =>
  words.filter((word) => bytes.includes(Buffer.from(word as string)))

test('no byte of what was forgotten is left in any file of the bank', async () => {
  const folder = freshFolder()
  await using store = await folder.open('bank.db')
  const { secret, vectors } = await fill(store)
  expect(left(folder.bytes(), secrets)).toEqual(secrets)
  expect(left(folder.bytes(), vectors)).toHaveLength(vectors.length)
  await store.upkeep.compact()
  const size = statSync(folder.file('bank.db')).size
  const forgotten = await store.forget(secret, wordAnchor)
  expect(forgotten).toEqual({ turns: 40, units: 40, erased: true })
  expect(await unitsOf(store, { origin: 'model' })).toEqual([])
  expect(await store.derived.episodes.summaries()).toEqual([])
  expect(left(folder.bytes(), [...secrets, ...vectors])).toEqual([])
  expect(statSync(folder.file('bank.db')).size).toBeLessThan(size)
  expect((await store.upkeep.verify()).healthy).toBe(true)
})

test.each(['verify', 'compact'] as const)(
  'a reader of another connection delays the erasing until it ends and %s runs',
  async (finisher) => {
    const folder = freshFolder()
    await using store = await folder.open('bank.db')
    const { secret } = await fill(store)
    const reader = new DatabaseSync(folder.file('bank.db'))
    reader.exec('BEGIN; CREATE TEMP TABLE seen AS SELECT count(*) FROM turn')
    expect((await store.forget(secret, wordAnchor)).erased).toBe(false)
    expect((await store.upkeep.compact()).erased).toBe(false)
    const unfinished = await store.upkeep.verify()
    expect(unfinished.findings.map(({ mended }) => mended)).toEqual([false])
    reader.exec('COMMIT')
    reader.close()
    if (finisher === 'compact') expect((await store.upkeep.compact()).erased).toBe(true)
    else expect((await store.upkeep.verify()).findings.map(({ mended }) => mended)).toEqual([true])
    expect(left(folder.bytes(), secrets)).toEqual([])
    expect((await store.upkeep.verify()).healthy).toBe(true)
  },
)

test('replaced vectors leave no byte behind after compacting', async () => {
  const folder = freshFolder()
  await using store = await folder.open('bank.db')
  const { vectors } = await fill(store)
  await store.derived.vectors.reset()
  await store.upkeep.compact()
  expect(left(folder.bytes(), vectors)).toEqual([])
})

test('making all vectors anew twenty times does not grow the file', async () => {
  const folder = freshFolder()
  await using store = await folder.open('bank.db')
  const words =
    'twenty words of which a turn is made so that its size is about that of one in a real conversation today'
  await store.append(
    Array.from({ length: 500 }, (_, i) => turnOf(`t${i}`, { text: `${words} ${i}` })),
    wordAnchor,
  )
  const model = { id: 'wide', dimension: 384 }
  const embed = async (seed: number) => {
    const pending = await store.derived.vectors.pending(1_000)
    await store.derived.vectors.put(
      model,
      pending.map(({ key }) => ({ key, vector: vectorOf(key + seed, 384) })),
    )
  }
  await embed(0)
  await store.upkeep.compact()
  const size = folder.bytes().length
  for (let round = 1; round <= 20; round++) {
    await store.derived.vectors.reset()
    await embed(round)
  }
  await store.upkeep.compact()
  expect(folder.bytes().length / size).toBeLessThan(1.2)
  expect((await store.upkeep.verify()).vectors).toBe(500)
})
