import { describe, test } from 'vitest'
import { storeConformance } from '../conformance.ts'
import type { TrialBank } from '../conformance-bank.ts'
import { trialFolder } from './trial-folder.ts'

async function makeBank(name: string): Promise<TrialBank> {
  const folder = trialFolder()
  return {
    open: (options) => folder.open(name, options),
    frozenName: folder.file('frozen.db'),
    openFrozen: () => folder.open('frozen.db'),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  }
}

describe('an SQLite file', () => storeConformance(test, () => makeBank('bank.db')))
describe('an SQLite bank in memory', () =>
  storeConformance(test, () => makeBank(':memory:'), { shared: false }))
