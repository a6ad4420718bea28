import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadLongMemEval } from './longmemeval.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-longmemeval-'))
  await mkdir(join(folder, 'longmemeval'))
})
afterEach(() => rm(folder, { recursive: true }))

const QUESTION = {
  question_id: 'q1',
  question_type: 'single-session-user',
  question: 'Which kayak is mine?',
  question_date: '2024/03/05 (Tue) 09:15',
  answer_session_ids: ['s1'],
}
const TURNS = [
  { role: 'user', content: 'My kayak is red.' },
  { role: 'assistant', content: ' ' },
  { role: 'user', content: 'It leaks.' },
]

async function write(pool: readonly unknown[], haystack: readonly (readonly [string, string])[]) {
  const put = (name: string, value: unknown) =>
    writeFile(join(folder, 'longmemeval', name), JSON.stringify(value))
  await put('session_pool.json', pool)
  await put('longmemeval_s_full_haystacks.json', [
    {
      ...QUESTION,
      haystack_session_ids: ['s1'],
      haystack_dates: ['2024/03/01 (Fri) 08:00'],
      haystack_sessions: [TURNS],
    },
  ])
  await put('longmemeval_s_reconstructed_index.json', [{ ...QUESTION, question_id: 'q2_abs', haystack }])
}

test('whole and reconstructed haystacks give the same turns, empty ones left out, a minute each', async () => {
  await write([{ session_id: 's1', turns: TURNS }], [['s1', '2024/03/01 (Fri) 08:00']])
  const [whole, reconstructed] = loadLongMemEval(folder)
  expect(whole!.turns.map(({ id, time }) => [id, time])).toEqual([
    ['s1#0', '2024-03-01T08:00:00.000Z'],
    ['s1#2', '2024-03-01T08:02:00.000Z'],
  ])
  expect(reconstructed!.turns).toEqual(whole!.turns)
  expect([whole!.reconstructed, reconstructed!.reconstructed]).toEqual([false, true])
  expect(whole!.asked).toBe('2024-03-05T09:15:00.000Z')
})

test('an abstention question has no answer to be found', async () => {
  await write([{ session_id: 's1', turns: TURNS }], [['s1', '2024/03/01 (Fri) 08:00']])
  expect(loadLongMemEval(folder).map(({ answerable }) => answerable)).toEqual([true, false])
})

test('a session that is not in the pool is refused by name', async () => {
  await write([], [['s1', '2024/03/01 (Fri) 08:00']])
  expect(() => loadLongMemEval(folder)).toThrow(/s1/)
})
