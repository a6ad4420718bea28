import { appendFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import { writeTrialLocomo } from '../answers/trial-locomo.ts'
import { compiled } from '../compiled.ts'
import { keptBank } from './kept-bank.ts'
import { STAGE_PROCESS } from './run-stage.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-kept-bank-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a bank is filled once for the same data, anew for other data, and nothing else is left beside it', async () => {
  using program = await compiled([STAGE_PROCESS])
  const data = join(folder, 'data')
  await mkdir(data)
  writeTrialLocomo(data)
  const input = { data, cacheDir: join(folder, 'cache'), size: 60, seed: 1 }
  const filling: string[] = []
  const running = {
    script: program.script(STAGE_PROCESS),
    log: (line: string) => filling.push(line),
  }

  const first = await keptBank(input, running)
  expect(filling).toHaveLength(1)
  for (const [bank, pendingUnits] of [
    [first.whole, 0],
    [first.words, 60],
  ] as const) {
    await using store = await openSqliteStore(bank, {
      readOnly: true,
      mustExist: true,
      createViews: createUnitViews,
      analyserVersion: 'any',
    })
    expect(await store.derived.vectors.pending(100)).toHaveLength(pendingUnits)
  }
  expect(await keptBank(input, { ...running, script: 'there is none' })).toEqual(first)

  await appendFile(join(data, 'locomo-audit', 'issues.json'), '\n')
  const second = await keptBank(input, running)
  expect(filling).toHaveLength(2)
  expect(second.whole).not.toBe(first.whole)
  expect(await readdir(join(folder, 'cache', 'banks'))).toHaveLength(1)
}, 120_000)
