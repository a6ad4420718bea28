import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTrialLocomo } from './trial-locomo.ts'

/** Writes a data folder in the form of all three data sets, small and of our own: whatever runs, runs on it in seconds. */
export function writeTrialData(folder: string): void {
  writeTrialLocomo(folder, 'conv-26')
  writeTrialHotpot(join(folder, 'hotpotqa'))
  writeTrialLongMemEval(join(folder, 'longmemeval'))
}

const DOCUMENTS = 20

function writeTrialHotpot(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const numbers = Array.from({ length: DOCUMENTS }, (_, i) => i)
  const question = 'Which river runs by the mill that Ada Holt built?'
  const gold_doc_ids = [3, 4]
  write(
    join(folder, 'hotpot_docs.json'),
    numbers.map((i) => `Mill ${i}\nThe mill ${i} was built by Ada Holt and stands by the river Lune ${i}.`),
  )
  write(join(folder, 'hotpot_questions.json'), [
    {
      _id: 'q',
      question,
      answer: 'Lune',
      type: 'bridge',
      setting: 'distractor',
      doc_ids: numbers,
      gold_doc_ids,
    },
  ])
  for (const size of [400, 800, 1600])
    write(join(folder, `eval_${size}_index.json`), [
      { _id: 'q', input: question, answers: ['Lune'], context_doc_ids: numbers, gold_doc_ids },
    ])
}

function writeTrialLongMemEval(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const turns = [
    { role: 'user', content: 'I keep a green canoe by the lake.' },
    { role: 'assistant', content: 'That sounds like a good place for it.' },
  ]
  const asked = { question: 'Which colour is my canoe?', question_date: '2031/03/09 (Sun) 10:00' }
  const type = { question_type: 'single-session-user', answer_session_ids: ['answer_1'] }
  const [date, answer] = ['2031/03/01 (Sat) 09:00', 'green']
  write(join(folder, 'session_pool.json'), [{ session_id: 'answer_1', turns }])
  write(join(folder, 'longmemeval_s_full_haystacks.json'), [
    {
      ...asked,
      ...type,
      question_id: 'one',
      haystack_session_ids: ['answer_1'],
      haystack_dates: [date],
      haystack_sessions: [turns],
    },
  ])
  write(join(folder, 'longmemeval_s_reconstructed_index.json'), [
    { ...asked, ...type, question_id: 'two_abs', haystack: [['answer_1', date]] },
  ])
  const lines = ['one', 'two_abs'].map((question_id) => JSON.stringify({ question_id, answer }))
  writeFileSync(join(folder, 'longmemeval_500_questions_evidence_turns.jsonl'), lines.join('\n'))
}

function write(file: string, value: unknown): void {
  writeFileSync(file, JSON.stringify(value))
}
