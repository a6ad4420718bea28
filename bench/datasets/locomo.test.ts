import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadLocomo } from './locomo.ts'
import { citationsOf } from './locomo-evidence.ts'
import { instantOf } from './locomo-time.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-locomo-'))
})
afterEach(() => rm(folder, { recursive: true }))

const SAMPLE = {
  sample_id: 'made-up',
  conversation: {
    speaker_a: 'Ana',
    session_2: [{ speaker: 'Bo', dia_id: 'D2:1', text: 'Mine is green.' }],
    session_2_date_time: '12:05 am on 2 March, 2024',
    session_1: [
      { speaker: 'Ana', dia_id: 'D1:1', text: 'My kayak is red.' },
      { speaker: 'Bo', dia_id: 'D1:2', text: 'Look!', blip_caption: 'a green kayak' },
    ],
    session_1_date_time: '1:30 pm on 1 March, 2024',
    session_3_date_time: '1:30 pm on 3 March, 2024',
  },
  qa: [{ question: 'Which kayak is red?', answer: 1, evidence: ['D1:1; D9:9'], category: 4 }],
}

test('sessions come in order, a minute a turn, and a session without turns is none', async () => {
  await writeFile(join(folder, 'locomo10.json'), JSON.stringify([SAMPLE]))
  const [conversation] = loadLocomo(folder)
  expect(conversation!.turns.map(({ id, time }) => [id, time])).toEqual([
    ['D1:1', '2024-03-01T13:30:00.000Z'],
    ['D1:2', '2024-03-01T13:31:00.000Z'],
    ['D2:1', '2024-03-02T00:05:00.000Z'],
  ])
  expect(conversation!.end).toBe('2024-03-02T00:05:00.000Z')
})

test('a caption is text of its turn unless captions are left out', async () => {
  await writeFile(join(folder, 'locomo10.json'), JSON.stringify([SAMPLE]))
  const shown = (options?: { captions: boolean }) => loadLocomo(folder, options)[0]!.turns[1]!.text
  expect(shown()).toBe('Look! [image: a green kayak]')
  expect(shown({ captions: false })).toBe('Look!')
})

test('citations are the turns that exist, each once, slips mended; the others are counted', () => {
  const known = new Set(['D8:6', 'D11:26', 'D30:5'])
  expect(citationsOf(['D8:6; D9:17', 'D:11:26', 'D30:05', 'D8:6', 'D'], known)).toEqual({
    turns: ['D8:6', 'D11:26', 'D30:5'],
    unresolved: 2,
  })
})

test('noon and midnight are read as they are meant, and what has another form is refused', () => {
  expect(new Date(instantOf('12:00 pm on 1 May, 2023')).toISOString()).toBe('2023-05-01T12:00:00.000Z')
  expect(new Date(instantOf('12:00 am on 1 May, 2023')).toISOString()).toBe('2023-05-01T00:00:00.000Z')
  expect(() => instantOf('1 May 2023')).toThrow(RangeError)
})
