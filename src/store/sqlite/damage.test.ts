import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { StoreFormatError } from '../../model/errors.ts'
import { shape, tellAll } from '../conformance/model-trial.ts'
import { wordCut } from '../conformance/word-cut.ts'
import { embedAll, found, turnOf, turnsOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { Store } from '../store.ts'
import { trialFolder } from './trial-folder.ts'

async function filledFolder() {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  await using store = await folder.open('bank.db')
  await store.append(
    Array.from({ length: 60 }, (_, i) => turnOf(`t${i}`, { text: `word${i} `.repeat(40) })),
    wordAnchor,
  )
  await tellAll(store)
  await embedAll(store)
  const cut = { tokens: 400, overlap: 0.1, tokenizer: 'words' }
  await store.derived.episodes.extend(cut, wordCut(cut))
  for (const head of await store.derived.episodes.heads())
    await store.derived.episodes.putSummary(head, { text: 'summary', by: 'model', vector: vectorOf(1) })
  return folder
}

const isDriverFault = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

const uses: readonly ((store: Store) => Promise<unknown>)[] = [
  (store) => store.history(),
  (store) => store.sessions(),
  (store) => found(store, { words: ['word3'] }),
  (store) => store.upkeep.verify(),
  (store) => found(store, { words: ['word3'] }, 'model'),
  (store) => store.derived.windows.pending(shape, 9),
  (store) => store.derived.episodes.summaries(),
  async (store) => {
    await turnsOf(store)
  },
  async (store) => {
    for (const { number } of await store.derived.episodes.heads()) await store.derived.episodes.read(number)
  },
]

test('a file whose bytes are damaged anywhere never shows a fault of the driver', async () => {
  const folder = await filledFolder()
  const whole = readFileSync(folder.file('bank.db'))
  const damage = fc.record({
    start: fc.integer({ min: 4_096, max: whole.length - 1 }),
    step: fc.integer({ min: 1, max: 97 }),
    length: fc.integer({ min: 1, max: 40_000 }),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ start, step, length }) => {
      const bytes = Buffer.from(whole)
      for (let i = start; i < Math.min(start + length, bytes.length); i += step) bytes[i]! ^= 0x55
      writeFileSync(folder.file('bad.db'), bytes)
      for (const use of uses) {
        try {
          await using store = await folder.open('bad.db', { readOnly: true })
          await use(store)
        } catch (error) {
          // A length that is damaged may ask for more memory than there is: nothing tells that from a true lack.
          if (isDriverFault(error) && error.message !== 'out of memory') throw error
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a bank whose vectors are damaged says how the turns come out, and they do', async () => {
  const folder = await filledFolder()
  const database = new DatabaseSync(folder.file('bank.db'))
  const { page } = database
    .prepare(`SELECT rootpage AS page FROM sqlite_schema WHERE name = 'vector'`)
    .get() as {
    page: number
  }
  const { size } = database.prepare('SELECT page_size AS size FROM pragma_page_size').get() as {
    size: number
  }
  database.close()
  const bytes = readFileSync(folder.file('bank.db'))
  bytes.fill(0x55, (page - 1) * size, page * size)
  writeFileSync(folder.file('bank.db'), bytes)
  await using store = await folder.open('bank.db', { readOnly: true })
  await expect(found(store, { words: ['word3'], vectors: [vectorOf(1)] })).rejects.toThrow(
    /damaged or truncated .*; the turns that can still be read come out with: reinstate export/,
  )
  expect(await turnsOf(store)).toHaveLength(60)
})

test.each([
  'turn',
  'unit',
  'vector',
  'unit_text',
  'pending',
  'alias',
  'session',
  'speaker',
  'model_unit',
  'window_turn',
  'episode',
  'summary',
])('a bank that lost its table %s is said to be damaged by whatever needs it', async (table) => {
  const folder = await filledFolder()
  const database = new DatabaseSync(folder.file('bank.db'))
  database.exec(`PRAGMA foreign_keys = OFF; DROP TABLE "${table}"`)
  database.close()
  const verified = folder.open('bank.db', { readOnly: true }).then((store) => store.upkeep.verify())
  await expect(verified).rejects.toThrow(StoreFormatError)
})

test.each([
  ['units are gone', 'PRAGMA foreign_keys = OFF; DELETE FROM unit'],
  ['vectors have another length', "UPDATE vector SET numbers = x'00'"],
])('a bank whose %s says that its index is damaged and how to mend it; mending helps', async (_, sql) => {
  const folder = await filledFolder()
  const database = new DatabaseSync(folder.file('bank.db'))
  database.exec(sql)
  database.close()
  await using store = await folder.open('bank.db')
  await expect(found(store, { words: ['word3'] })).rejects.toThrow(/index is damaged.*reinstate verify/)
  await store.upkeep.verify()
  await found(store, { words: ['word3'] })
})

test.each(["'Mars/Phobos'", 'NULL', "''", '7'])('a bank whose time zone is %s says so', async (zone) => {
  const folder = await filledFolder()
  const database = new DatabaseSync(folder.file('bank.db'))
  database.exec(`PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON`)
  try {
    database.exec(`UPDATE bank SET time_zone = ${zone}`)
  } catch {
    return // The schema itself forbids it.
  } finally {
    database.close()
  }
  await expect(folder.open('bank.db')).rejects.toThrow(/time zone/)
})
