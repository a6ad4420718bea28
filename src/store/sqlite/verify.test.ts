import { readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { UnitId } from '../../model/memory-unit.ts'
import type { TurnId } from '../../model/turn.ts'
import { tellAll } from '../conformance/model-trial.ts'
import { wordCut } from '../conformance/word-cut.ts'
import { embedAll, found, idsOf, turnOf, unitsOf, vectorOf, wordAnchor } from '../conformance-bank.ts'
import type { Anchor, Store } from '../store.ts'
import { trialFolder } from './trial-folder.ts'

async function bank() {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const store = await folder.open('bank.db')
  await store.append(
    Array.from({ length: 20 }, (_, i) =>
      turnOf(`t${i}`, { text: `word${i} Al=Albert`, session: `s${i % 3}` }),
    ),
    wordAnchor,
  )
  await tellAll(store)
  await embedAll(store)
  await store.derived.windows.refuse(['t19'] as TurnId[])
  await store.append([turnOf('waits'), turnOf('refused')], wordAnchor)
  await store.derived.windows.refuse(['refused'] as TurnId[])
  await embedAll(store)
  const shape = { tokens: 7, overlap: 0.1, tokenizer: 'words' }
  await store.derived.episodes.extend(shape, wordCut(shape))
  for (const head of await store.derived.episodes.heads())
    await store.derived.episodes.putSummary(head, {
      text: 'summary',
      by: 'model',
      vector: vectorOf(head.number),
    })
  return { folder, store }
}

const faults: readonly (readonly [string, string])[] = [
  [
    'a memory unit of a turn that is gone',
    'DELETE FROM alias WHERE turn = 7; DELETE FROM turn WHERE position = 7',
  ],
  [
    'a text without its memory unit',
    'INSERT INTO unit_text (unit, content) VALUES (99, \'{"context":{"persons":[]}}\')',
  ],
  ['a vector without its memory unit', "INSERT INTO vector VALUES (99, 1, 1.0, x'0000')"],
  ['a nickname of a turn that is gone', "INSERT INTO alias VALUES (99, 'a', 'b')"],
  ['a further source that is gone', 'INSERT INTO further_source VALUES (99, 1)'],
  ['a memory unit that waits though it has a vector', 'INSERT INTO pending VALUES (3)'],
  ['a memory unit that lost its vector', 'DELETE FROM vector WHERE unit = 3'],
  ['a vector of another dimension', "UPDATE vector SET numbers = x'000102' WHERE unit = 3"],
  ['a memory unit with another time than its turn', 'UPDATE unit SET time = 5, day = 0 WHERE key = 3'],
  ['a session with a wrong span', 'UPDATE session SET first = 1, turns = 77 WHERE number = 1'],
  ['a session without turns', "INSERT INTO session VALUES (9, 'ghost', 1, 1, 1)"],
  ['a speaker with a wrong count', 'UPDATE speaker SET turns = 1'],
  ['a speaker without turns', "INSERT INTO speaker VALUES (9, 'ghost', 0)"],
  ['a person with a wrong count', 'UPDATE person SET units = 1'],
  ['a person whom no memory unit names', "INSERT INTO person VALUES ('ghost', 1)"],
  ['a person with a wrong count in what a model wrote', 'UPDATE model_person SET units = 1'],
  ['a mark of a model on nothing', 'INSERT INTO model_unit VALUES (99, 1)'],
  ['a mark of a model on a unit of a turn', 'INSERT INTO model_unit VALUES (3, 1)'],
  [
    'a unit of a model without its mark',
    'DELETE FROM model_unit WHERE unit = (SELECT min(unit) FROM model_unit)',
  ],
  ['a window that lost a turn that it anchored', 'DELETE FROM window_turn WHERE turn = 3'],
  ['a window that lost all its turns', 'DELETE FROM window_turn WHERE anchor_window = 2'],
  ['a window of a turn that is gone', 'INSERT INTO window_turn VALUES (99, 2, 1)'],
  ['a window that anchors nothing', 'INSERT INTO window_turn VALUES (3, 77, 1)'],
  ['a refusal of a turn that is gone', 'INSERT INTO refused_turn VALUES (99)'],
  ['a refusal of a turn that is anchored', 'INSERT INTO refused_turn VALUES (1)'],
  [
    'an episode that begins too late',
    'UPDATE episode SET first_position = first_position + 1 WHERE number = 1',
  ],
  ['an episode that ends in no turn', 'UPDATE episode SET last_position = 77 WHERE number = 1'],
  ['an episode that is missing', 'DELETE FROM episode WHERE number = 2'],
  ['an episode with a wrong span', 'UPDATE episode SET first_time = 3'],
  ['an episode that is open and not the last', 'UPDATE episode SET sealed = 0'],
  ['a summary of nothing', "INSERT INTO summary VALUES ('none', 'text', 'model', NULL, NULL)"],
  ['a vector of a summary of another dimension', "UPDATE summary SET numbers = x'0001'"],
  ['a turn that lost its memory unit', 'DELETE FROM unit WHERE key = 3'],
  ['a bank that lost all its memory units', 'DELETE FROM unit'],
  ['a memory unit that lost its text', 'DELETE FROM unit_text WHERE unit = 3'],
  ['memory units that all lost their texts', 'DELETE FROM unit_text'],
]

test.each(faults)('%s is found once and mended, and the turns stay', async (_, sql) => {
  const { folder, store } = await bank()
  await found(store, { vectors: [vectorOf(1)] })
  const vandal = new DatabaseSync(folder.file('bank.db'))
  vandal.exec(`PRAGMA foreign_keys = OFF; ${sql}`)
  const turns = vandal.prepare('SELECT * FROM turn').all()
  await using _store = store
  const first = await store.upkeep.verify(wordAnchor)
  expect(first.healthy).toBe(false)
  expect(first.findings.map(({ mended }) => mended)).not.toContain(false)
  const second = await store.upkeep.verify(wordAnchor)
  expect(second.findings).toEqual([])
  await tellAll(store)
  expect((await store.derived.windows.count()).awaiting).toBe(0)
  expect(vandal.prepare('SELECT * FROM turn').all()).toEqual(turns)
  expect(vandal.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  vandal.close()
  const { content } = await store.search(
    (await import('../conformance-bank.ts')).queryOf([], [vectorOf(1)]),
    'turn',
  )
  const keys = new Set((await unitsOf(store)).map(({ key }) => key))
  expect(content.every(({ key }) => keys.has(key))).toBe(true)
})

/** Each word of a turn is a unit, and a turn of blanks has none. */
const eachWordAnchor: Anchor = (contexts) => {
  const { units, aliases } = wordAnchor(contexts)
  return {
    aliases,
    units: units.flatMap(({ unit, entry, passage }) =>
      passage
        .split(' ')
        .filter((word) => /\w$/.test(word))
        .map((word, part) => ({
          unit: { ...unit, id: `${unit.sources[0]}#${part}` as UnitId, restatement: word },
          entry: { ...entry, part },
          passage: word,
        })),
    ),
  }
}

const drawn = async (store: Store) =>
  (await unitsOf(store)).map(({ unit: { id, restatement } }) => `${id} ${restatement}`).sort()

test.each([
  ['the only one', "SELECT key FROM unit WHERE turn = (SELECT position FROM turn WHERE id = 'one')"],
  ['the first', 'SELECT min(key) FROM unit GROUP BY turn HAVING count(*) > 1'],
  ['one between', 'SELECT key FROM unit WHERE part = 1'],
  ['all', 'SELECT key FROM unit'],
])('of the memory units of a turn %s is drawn anew where it is lost', async (_, keys) => {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  await using store = await folder.open('bank.db')
  await store.append(
    [turnOf('one', { text: 'lone' }), turnOf('three', { text: 'a b c' }), turnOf('none', { text: '…' })],
    eachWordAnchor,
  )
  const whole = await drawn(store)
  expect(whole).toHaveLength(4)
  expect((await store.upkeep.verify(eachWordAnchor)).healthy).toBe(true)
  const vandal = new DatabaseSync(folder.file('bank.db'))
  vandal.exec(`PRAGMA foreign_keys = OFF; DELETE FROM unit WHERE key IN (${keys})`)
  vandal.close()
  const { findings } = await store.upkeep.verify(eachWordAnchor)
  expect(findings).toContainEqual({
    what: expect.stringMatching(/turns? (?:have|has) lost memory units/),
    mended: true,
  })
  expect(await drawn(store)).toEqual(whole)
  expect((await store.upkeep.verify(eachWordAnchor)).healthy).toBe(true)
})

test('a frozen bank tells what it has lost and is not written', async () => {
  const { folder, store } = await bank()
  await store[Symbol.asyncDispose]()
  const vandal = new DatabaseSync(folder.file('bank.db'))
  vandal.exec(
    'PRAGMA foreign_keys = OFF; DELETE FROM unit WHERE key = 3; DELETE FROM unit_text WHERE unit = 4',
  )
  vandal.close()
  await using again = await folder.open('bank.db', { readOnly: true })
  const { findings } = await again.upkeep.verify(wordAnchor)
  expect(findings.map(({ what }) => what)).toContain('1 turn has lost memory units')
  expect(findings.map(({ what }) => what)).toContain('1 memory unit has lost its text')
  expect(findings.every(({ mended }) => !mended)).toBe(true)
})

test('a turn that lost its session is told and left alone', async () => {
  const { folder, store } = await bank()
  await using _store = store
  const vandal = new DatabaseSync(folder.file('bank.db'))
  vandal.exec('PRAGMA foreign_keys = OFF; DELETE FROM session WHERE number = 2')
  vandal.close()
  for (const _ of [1, 2]) {
    const { healthy, findings, turns } = await store.upkeep.verify()
    expect(healthy).toBe(false)
    expect(findings.every(({ mended }) => !mended)).toBe(true)
    expect(turns).toBe(22)
  }
})

test('terms of another analyser are told until they are made anew', async () => {
  const { folder, store } = await bank()
  await store[Symbol.asyncDispose]()
  await using other = await folder.open('bank.db', { analyserVersion: 'newer' })
  expect((await other.upkeep.verify()).findings).toEqual([
    { what: 'The terms were made by analyser trial, questions by newer', mended: false },
  ])
  expect(other.facts.outdated).toBe(true)
  await other.upkeep.rebuild(wordAnchor)
  expect(other.facts.outdated).toBe(false)
  expect((await other.upkeep.verify()).healthy).toBe(true)
})

test('a healthy bank is not written', async () => {
  const { folder, store } = await bank()
  await store[Symbol.asyncDispose]()
  const file = folder.file('bank.db')
  const before = { bytes: readFileSync(file), modified: statSync(file).mtimeMs }
  await using again = await folder.open('bank.db')
  await found(again, { words: ['word1'] })
  expect((await again.upkeep.verify()).healthy).toBe(true)
  expect((await again.upkeep.verify()).healthy).toBe(true)
  expect(statSync(file).mtimeMs).toBe(before.modified)
  expect(readFileSync(file).equals(before.bytes)).toBe(true)
  expect(await idsOf(again)).toHaveLength(22)
})
