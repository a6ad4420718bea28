import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadLocomo, TUNING_CONVERSATIONS } from '../datasets/locomo.ts'
import { loadObservations } from '../datasets/locomo-observations.ts'
import { figuresOf, verdictsOf } from './checks.ts'

const data = process.env.REINSTATE_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const absent = existsSync(join(data, 'locomo10.json')) ? '' : ' (skipped: no LoCoMo in the data folder)'

describe.skipIf(absent !== '')(`the checks of a model's units on LoCoMo's ready ones${absent}`, () => {
  it('keep nearly all, and refuse nearly all that are told of the other speaker', () => {
    const conversations = loadLocomo(data).filter(({ id }) => TUNING_CONVERSATIONS.includes(id))
    const observations = loadObservations(data, conversations)
    const verdicts = conversations.flatMap((each) => verdictsOf(each, observations.get(each.id) ?? []))
    const { n, refused, swappedRefused } = figuresOf(verdicts)
    expect(n).toBeGreaterThan(600)
    // Of the 3.8 % half are refused rightly: they give one speaker's words to the other, or name what only another turn says.
    expect(refused).toBeLessThan(0.045)
    expect(swappedRefused).toBeGreaterThan(0.94)
  })
})
