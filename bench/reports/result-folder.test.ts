import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decidingOptions, isFinished, type KeptResult, openResultFolder } from './result-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-results-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const RUN = {
  commit: 'a',
  changed: false,
  code: 'c',
  seed: 1,
  embedder: '',
  dataHash: 'd',
  node: '',
  date: '',
}
const KEPT: KeptResult = {
  name: 'time',
  run: RUN,
  figures: { x: { n: 1 } },
  options: { seed: '1' },
  minutes: 1,
}
const WANTED = { options: { seed: '1' }, code: 'c', dataHash: 'd' }

test('a result with a model stands beside that without', () => {
  const results = openResultFolder(join(folder, 'new'))
  const withModel = { ...KEPT, options: { seed: '1', model: 'org/small:8b' } }
  results.write(KEPT)
  results.write(withModel)
  expect(results.read('time', undefined)).toEqual(KEPT)
  expect(results.read('time', 'org/small:8b')).toEqual(withModel)
  expect(results.read('speed', undefined)).toBeUndefined()
  expect(results.all()).toHaveLength(2)
})

test('a result is read back only where code, data and options are the same and it is whole', () => {
  expect(isFinished(KEPT, WANTED)).toBe(true)
  expect(isFinished(undefined, WANTED)).toBe(false)
  expect(isFinished(KEPT, { ...WANTED, code: 'other' })).toBe(false)
  expect(isFinished(KEPT, { ...WANTED, dataHash: 'other' })).toBe(false)
  expect(isFinished(KEPT, { ...WANTED, options: { seed: '2' } })).toBe(false)
  expect(isFinished({ ...KEPT, run: { ...RUN, missing: 1 } }, WANTED)).toBe(false)
  expect(isFinished({ ...KEPT, failed: 'exit code 1' }, WANTED)).toBe(false)
})

test('flags that decide no figure do not part results', () => {
  const flags = { seed: 1, limit: Number.POSITIVE_INFINITY, sizes: [10, 20], model: undefined }
  const elsewhere = {
    data: '/somewhere',
    out: 'here',
    concurrency: 3,
    timeout: 5,
    budgetTokens: 9,
    json: true,
  }
  expect(decidingOptions({ ...flags, ...elsewhere })).toEqual({
    limit: 'Infinity',
    seed: '1',
    sizes: '10,20',
  })
})
