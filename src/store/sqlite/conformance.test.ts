import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { storeConformance } from '../conformance.ts'
import type { TrialBank, TrialOptions } from '../conformance-bank.ts'
import { createUnitViews } from '../views/create-unit-views.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const open = (path: string, options: TrialOptions = {}) =>
  openSqliteStore(path, {
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'trial',
    ...options,
  })

async function makeBank(name: string): Promise<TrialBank> {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-'))
  const frozenName = join(folder, 'frozen.db')
  return {
    open: (options) => open(name === ':memory:' ? name : join(folder, name), options),
    frozenName,
    openFrozen: () => open(frozenName),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

describe('an SQLite file', () => storeConformance(test, () => makeBank('bank.db')))
describe('an SQLite bank in memory', () =>
  storeConformance(test, () => makeBank(':memory:'), { shared: false }))
