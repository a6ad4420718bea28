import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bankTurns } from './bank-turns.ts'
import { sentencesOf } from './real-texts.ts'

const data = process.env.REINSTATE_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

test('sentences end at a full stop, question or exclamation mark before a blank, or at a line', () => {
  expect(sentencesOf('It cost 3.50 today. Really? Yes!\nNext line')).toEqual([
    'It cost 3.50 today.',
    'Really?',
    'Yes!',
    'Next line',
  ])
})

test.skipIf(!existsSync(`${data}/locomo10.json`))(
  'a bank of any size begins with the same turns, each with an id of its own (needs LoCoMo)',
  () => {
    const small = bankTurns(data, { size: 6000, seed: 1 })
    const large = bankTurns(data, { size: 9000, seed: 1 })
    expect([small.length, large.length]).toEqual([6000, 9000])
    expect(large.slice(0, 6000)).toEqual(small)
    expect(new Set(large.map(({ id }) => id)).size).toBe(9000)
    expect(bankTurns(data, { size: 6000, seed: 2 })).not.toEqual(small)
  },
)
