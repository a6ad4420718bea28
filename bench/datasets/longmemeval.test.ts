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
  answer_session_ids: ['answer_1'],
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
      haystack_session_ids: ['answer_1'],
      haystack_dates: ['2024/03/01 (Fri) 08:00'],
      haystack_sessions: [TURNS],
    },
  ])
  await put('longmemeval_s_reconstructed_index.json', [{ ...QUESTION, question_id: 'q2_abs', haystack }])
}

test('whole and reconstructed haystacks give the same turns, empty ones left out, a minute each', async () => {
  await write([{ session_id: 'answer_1', turns: TURNS }], [['answer_1', '2024/03/01 (Fri) 08:00']])
  const [whole, reconstructed] = loadLongMemEval(folder)
  expect(whole!.turns.map(({ id, time }) => [id, time])).toEqual([
    ['s1t1', '2024-03-01T08:00:00.000Z'],
    ['s1t2', '2024-03-01T08:02:00.000Z'],
  ])
  expect(reconstructed!.turns).toEqual(whole!.turns)
  expect([whole!.reconstructed, reconstructed!.reconstructed]).toEqual([false, true])
  expect(whole!.asked).toBe('2024-03-05T09:15:00.000Z')
})

test('an abstention question has no answer to be found', async () => {
  await write([{ session_id: 'answer_1', turns: TURNS }], [['answer_1', '2024/03/01 (Fri) 08:00']])
  expect(loadLongMemEval(folder).map(({ answerable }) => answerable)).toEqual([true, false])
})

test('a session that is not in the pool is refused by name', async () => {
  await write([], [['answer_1', '2024/03/01 (Fri) 08:00']])
  expect(() => loadLongMemEval(folder)).toThrow(/answer_1/)
})

test('no name that a memory is given says which session holds the answer', async () => {
  const pool = [
    { session_id: 'answer_1', turns: TURNS },
    { session_id: 'silent', turns: [{ role: 'user', content: ' ' }] },
    { session_id: 'other', turns: TURNS },
  ]
  const days = ['silent', 'other', 'answer_1'].map((id) => [id, '2024/03/01 (Fri) 08:00'] as const)
  await write(pool, days)
  const [, haystack] = loadLongMemEval(folder)
  expect(haystack!.turns.map(({ id, session }) => [id, session])).toEqual([
    ['s1t1', 's1'],
    ['s1t2', 's1'],
    ['s2t3', 's2'],
    ['s2t4', 's2'],
  ])
  expect(haystack!.evidenceSessions).toEqual(['s2'])
})
