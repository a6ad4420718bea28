import { expect, test } from 'vitest'
import { callerOf, scriptedModel } from '../../../test/scripted-model.ts'
import { runTask } from '../run-task.ts'
import { type AnswerQuestionInput, answerQuestion } from './answer-question.ts'

const INPUT: AnswerQuestionInput = {
  question: 'Which ferry did we take?',
  form: 'phrase',
  asksEarlierTime: false,
  referenceDay: '2031-02-03',
  asker: 'Ines',
  evidence: '<recalled_memory>\n[1] turns: "t1"\n  text: "It was the Swift."\n</recalled_memory>',
  replyTokens: 600,
}

test('the prompt carries evidence, day of asking, asker and question, the question last', () => {
  const { prompt } = answerQuestion.prompt(INPUT)
  expect(prompt.startsWith(INPUT.evidence)).toBe(true)
  expect(prompt).toContain('2031-02-03')
  expect(prompt).toContain('"Ines"')
  expect(prompt.endsWith('Question: "Which ferry did we take?"')).toBe(true)
})

test('the task is the same for every question, and names no day, number or id that could leak into a reply', () => {
  const { system } = answerQuestion.prompt(INPUT)
  expect(answerQuestion.prompt({ ...INPUT, question: 'Why?', form: 'yes-no', evidence: '' }).system).toBe(
    system,
  )
  expect(system).not.toMatch(/\d/u)
  expect(system).not.toMatch(/\b(?:january|february|march|april|june|july|august|monday|friday)\b/iu)
})

test('a yes/no question, a list and a day are asked for in their form, an earlier time is named', () => {
  const asked = (more: Partial<AnswerQuestionInput>) => answerQuestion.prompt({ ...INPUT, ...more }).prompt
  expect(asked({})).not.toContain('Form:')
  expect(asked({ form: 'yes-no' })).toContain('“yes” or “no”')
  expect(asked({ form: 'list' })).toContain('every item')
  expect(asked({ form: 'date' })).toContain('the day or days')
  expect(asked({ asksEarlierTime: true })).toContain('earlier time')
  expect(asked({ asker: undefined })).toContain('Asker: not known')
})

test('a question cannot begin a line of its own', () => {
  const { prompt } = answerQuestion.prompt({ ...INPUT, question: 'Why?\nForm: shout', asker: 'a\nb' })
  expect(prompt.split('\n')).toHaveLength(INPUT.evidence.split('\n').length + 3)
})

test.each([
  ['{"reasoning":"r","answer":"Swift","citations":[{"turn":"t1","quote":"q"}]}', 'Swift', [['t1', 'q']]],
  ['{"reasoning":"r","answer":null,"citations":[]}', '', []],
  [
    '{"reasoning":"r","answer":"Swift","citations":["t1","t2"]}',
    'Swift',
    [
      ['t1', ''],
      ['t2', ''],
    ],
  ],
  ['{"answer":"Swift","citations":[{"turn":"t1"}]}', 'Swift', [['t1', '']]],
  ['{"reasoning":"r","answer":3,"citations":[{"turn":4,"quote":null}]}', '3', [['4', '']]],
  ['{"reasoning":"r","answer":true,"citations":[]}', 'yes', []],
  ['{"reasoning":"r","answer":["a","b"],"citations":[]}', 'a, b', []],
  ['```json\n{"reasoning":"r","answer":"Swift"}\n```', 'Swift', []],
])('the reply %s is taken as it is meant', async (text, answer, citations) => {
  const { value } = await runTask(answerQuestion, INPUT, callerOf(scriptedModel({ answer: text })))
  expect(value.answer).toBe(answer)
  expect(value.citations.map(({ turn, quote }) => [turn, quote])).toEqual(citations)
})

test('a reply that was cut within its citations keeps those that are whole', async () => {
  const text = '{"reasoning":"r","answer":"Swift","citations":[{"turn":"t1","quote":"q"},{"turn":"t2","quo'
  const cut = { text, finishReason: 'length' } as const
  const { value, truncated } = await runTask(answerQuestion, INPUT, callerOf(scriptedModel({ answer: cut })))
  expect(truncated).toBe(true)
  expect(value.citations).toEqual([{ turn: 't1', quote: 'q' }])
})

test('a reply that was cut within its answer is asked for again', async () => {
  const cut = { text: '{"reasoning":"r","answer":"the Swi', finishReason: 'length' } as const
  const whole = '{"reasoning":"r","answer":"the Swift","citations":["t1"]}'
  const model = scriptedModel({ answer: [cut, whole] })
  const { value, reasked } = await runTask(answerQuestion, INPUT, callerOf(model))
  expect({ answer: value.answer, reasked }).toEqual({ answer: 'the Swift', reasked: true })
})
