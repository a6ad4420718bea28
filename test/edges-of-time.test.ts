import { expect, test } from 'vitest'
import { openMemory, ValidationError } from '../src/index.ts'

const ZONES = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']
const TIMES = [
  '0001-01-01T06:00:00Z',
  '0001-01-01',
  '0001-01-03T12:00:00Z',
  '9999-12-31T18:00:00Z',
  '9999-12-31',
]
const TEXTS = [
  'I went to Oslo yesterday, and we go again tomorrow.',
  'I was in Oslo last year and the year before, as in the winter of 9999.',
  'We go next week, in 5 years or in 20000 years.',
  'I saw it three thousand years ago, on the first Monday of last month, over the weekend.',
  'We meet on the first Saturday of each month until next Christmas.',
]
const QUESTIONS = [
  'When did Ana go to Oslo?',
  'What did Ana do yesterday, and what will she do tomorrow?',
  'What happened in the last 5000 years?',
  'What did Ana do in the winter of 9999?',
  'What did Ana do before the year 1?',
  'When will Ana go next week?',
]
const DURING = [
  ['0001-01-01', '9999-12-31'],
  ['9999-12-31', '9999-12-31'],
] as const

/** Undefined where it was refused with words. */
async function accepted<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ValidationError) return undefined
    throw error
  }
}

test.each(ZONES)('the first and the last days that can be written break nothing in %s', async (timeZone) => {
  for (const time of TIMES) {
    const memory = await openMemory(':memory:', { embedder: 'none', timeZone })
    let kept = 0
    for (const text of TEXTS)
      kept += (await accepted(memory.append({ speaker: 'Ana', text, time })))?.added.length ?? 0
    // A time is refused with all that was said at it, or with nothing of it.
    expect([0, TEXTS.length]).toContain(kept)
    await memory.append({ speaker: 'Ana', text: 'I moved to Oslo yesterday.', time: '2024-05-05T12:00:00Z' })
    for (const question of QUESTIONS) {
      for (const [first, last] of DURING) await memory.ask(question, { during: { first, last } })
      for (const options of [{ referenceTime: time }, { asOf: time }])
        await accepted(memory.ask(question, options))
    }
    await memory.close()
  }
})
