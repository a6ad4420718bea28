import { chmodSync, readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { TurnId } from '../../model/turn.ts'
import { tellAll } from '../conformance/model-trial.ts'
import { wordCut } from '../conformance/word-cut.ts'
import { embedAll, found, turnOf, turnsOf, unitsOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { Store } from '../store.ts'
import { applicationId, migrations } from './schema.ts'
import { trialFolder } from './trial-folder.ts'

const firstTables = [
  'bank',
  'session',
  'speaker',
  'turn',
  'unit',
  'unit_text',
  'further_source',
  'pending',
  'unembeddable',
  'vector',
  'person',
  'alias',
]

/** A bank as the first schema's release left it: its tables alone, filled by copying rows. */
async function firstSchemaBank({ frozen = false } = {}) {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  await using store = await folder.open('source.db')
  await store.append(
    Array.from({ length: 5 }, (_, i) => turnOf(`t${i}`, { text: `kettle word${i}` })),
    wordAnchor,
  )
  await embedAll(store)
  const database = new DatabaseSync(folder.file('bank.db'))
  database.exec(`PRAGMA journal_mode = ${frozen ? 'DELETE' : 'WAL'}; ${migrations[0]}`)
  database.exec(`ATTACH '${folder.file('source.db')}' AS source`)
  for (const table of firstTables) database.exec(`INSERT INTO ${table} SELECT * FROM source.${table}`)
  database.exec(`UPDATE bank SET frozen = ${Number(frozen)}`)
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1`)
  database.close()
  return folder
}

async function expectWhole(store: Store): Promise<void> {
  expect((await turnsOf(store)).map(({ id }) => id)).toEqual(['t0', 't1', 't2', 't3', 't4'])
  expect(await found(store, { words: ['word3'] })).toEqual(['unit-t3'])
  expect(await found(store, { vectors: [vectorOf(1)] })).toHaveLength(5)
  expect(await found(store, { words: ['kettle'] }, 'model')).toEqual([])
  expect(await store.derived.windows.count()).toEqual({ awaiting: 5, refused: 0 })
  expect(await store.derived.episodes.heads()).toEqual([])
  expect((await store.history()).persons).toEqual(['Ada'])
  expect((await store.upkeep.verify()).findings).toEqual([])
}

test('a bank of the first schema is brought up to date when it is opened, with all that it holds', async () => {
  const folder = await firstSchemaBank()
  {
    await using store = await folder.open('bank.db')
    await expectWhole(store)
    const shape = { tokens: 4, overlap: 0, tokenizer: 'words' }
    await store.derived.episodes.extend(shape, wordCut(shape))
    expect(await tellAll(store)).toBe(2)
    await store.forget(['t1'] as TurnId[], wordAnchor)
  }
  await using again = await folder.open('bank.db')
  expect((await unitsOf(again, { origin: 'model' })).map(({ unit }) => unit.sources)).toEqual([['t4']])
  expect(await again.derived.windows.count()).toEqual({ awaiting: 3, refused: 0 })
  expect((await again.upkeep.verify()).findings).toEqual([])
})

test('a bank of the first schema is read without being written', async () => {
  const folder = await firstSchemaBank()
  const before = readFileSync(folder.file('bank.db'))
  await using store = await folder.open('bank.db', { readOnly: true })
  await expectWhole(store)
  expect(readFileSync(folder.file('bank.db')).equals(before)).toBe(true)
})

test('a frozen bank of the first schema stays as it is, whoever may write it', async () => {
  const folder = await firstSchemaBank({ frozen: true })
  chmodSync(folder.file('bank.db'), 0o600)
  const before = readFileSync(folder.file('bank.db'))
  await using store = await folder.open('bank.db')
  expect(store.facts.readOnly).toBe(true)
  await expectWhole(store)
  expect(readFileSync(folder.file('bank.db')).equals(before)).toBe(true)
})
