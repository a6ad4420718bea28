import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInRepository, openRecordFolder } from './record-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-records-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a folder in the repository is refused, also by a link and before it is made', async () => {
  await symlink(ROOT, join(folder, 'link'))
  for (const path of [
    ROOT,
    join(ROOT, 'bench/never'),
    join(ROOT, '.cache/x'),
    join(folder, 'link', 'a', 'b'),
  ]) {
    expect(isInRepository(path)).toBe(true)
    expect(() => openRecordFolder(path)).toThrow(RangeError)
  }
  expect([
    isInRepository(folder),
    isInRepository(`${ROOT}-beside`),
    isInRepository(join(ROOT, '..')),
  ]).toEqual([false, false, false])
})

test('lines come in their order, and a later run begins its files anew', async () => {
  for (const runs of [1, 2]) {
    const records = openRecordFolder(join(folder, 'made'))
    records.line('lines.jsonl', { runs, line: 1 })
    records.line('lines.jsonl', { runs, line: 2 })
  }
  expect(await readFile(join(folder, 'made', 'lines.jsonl'), 'utf8')).toBe(
    '{"runs":2,"line":1}\n{"runs":2,"line":2}\n',
  )
})
