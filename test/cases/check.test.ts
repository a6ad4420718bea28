import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Expectation, Input } from './case.ts'
import { faultsOf } from './check.ts'
import { deletedOf, generateText, generateTurns } from './generated-text.ts'
import { run } from './run.ts'

const input: Input = {
  turns: [
    {
      id: 't1',
      session: 's1',
      speaker: 'Ewa',
      text: 'The ladder is in the barn.',
      timestamp: '2023-01-09T12:00:00Z',
    },
    {
      id: 't2',
      session: 's1',
      speaker: 'Ewa',
      text: 'The tram was late.',
      timestamp: '2023-01-09T12:01:00Z',
    },
  ],
  question: { text: 'Where is the ladder?', asked_at: '2023-02-01T08:00:00Z' },
}

async function faults(expected: Expectation, given: Input = input): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reinstate-check-'))
  try {
    return faultsOf(await run(given, folder), expected)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('what holds has no fault', async () => {
  expect(
    await faults({ top: ['t1'], answer_includes: ['barn'], stored_turns: 2, error_class: null }),
  ).toEqual([])
})

test.each([
  ['an expectation that nobody checks', { flies: true }],
  ['an expectation inside of answers that nobody checks', { answers: [{ flies: true }] }],
  ['another order', { top: ['t2'] }],
  ['another answer', { answer_includes: ['shed'] }],
  ['an abstention', { abstain: true }],
  ['a time range', { time_range: ['2023-01-01', '2023-01-31'] }],
  ['another count', { stored_turns: 3 }],
  ['an error', { error_class: 'NotFoundError' }],
  ['a search that was not done', { each_search: { top: ['t1'] } }],
  ['a question that was not asked', { answers: [{}, {}] }],
  ['an event time', { event_range: { t1: ['2023-01-09', '2023-01-09'] } }],
  ['a word that is in the file', { file_does_not_contain: ['ladder'] }],
] as [string, Expectation][])('%s is a fault', async (_, expected) => {
  expect(await faults(expected)).not.toEqual([])
})

test('an action of no known kind stops the case', async () => {
  await expect(
    run({ ...input, actions: ['juggle'] }, mkdtempSync(join(tmpdir(), 'reinstate-check-'))),
  ).resolves.toMatchObject({
    failure: expect.any(TypeError),
  })
})

test('texts are made from their descriptions', () => {
  expect(generateText("'report attached ' + 900 characters of base64 from a fixed seed")).toMatch(
    /^report attached [A-Za-z0-9+/]{900}$/,
  )
  const long = generateText("900 words about weather, then 'The spare key, then as now, is there.'")
  expect(long.split(/\s+/).length).toBe(900 + 8)
  expect(long.endsWith('The spare key, then as now, is there.')).toBe(true)
  expect(() => generateText('a nice poem')).toThrow(/no known kind/)
})

test('turns are made from their descriptions', () => {
  const filled = generateTurns(
    "50 turns n01..n50 by Ola in session s7, texts 'Filler line NN.'; n25 has text 'The fuse is in the tin.'",
  )
  expect(filled.map(({ id }) => id).slice(23, 26)).toEqual(['n24', 'n25', 'n26'])
  expect(filled[23]).toMatchObject({ text: 'Filler line 24.', speaker: 'Ola', session: 's7' })
  expect(filled[24]).toMatchObject({ text: 'The fuse is in the tin.' })
  expect(new Set(filled.map(({ text }) => text)).size).toBe(50)

  const [middle] = generateTurns(
    "one turn t1 of 12000 tokens about tides that contains 'It is in Mill Bay.' in its middle",
  )
  const words = String(middle?.text).split(/\s+/)
  expect(words.length).toBeGreaterThan(8_900)
  expect(words.indexOf('Mill') / words.length).toBeCloseTo(0.5, 1)

  expect(generateTurns('2000 turns of 20 words')).toHaveLength(2_000)
  expect(deletedOf('100 turns, 40 of them deleted')).toBe(40)
  expect(() => generateTurns('a lot of turns')).toThrow(/no known kind/)
})
