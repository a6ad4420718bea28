import { expect, test } from 'vitest'
import { ProviderRefusedError } from '../../src/model/errors.ts'
import { scriptedModel } from '../../test/scripted-model.ts'
import { RunStoppedError } from '../replies/gate.ts'
import { judgeAnswers, judgeRequest } from './judge-answers.ts'
import { trialExam, trialOutcome } from './trial-outcome.ts'

test('only a plain yes counts; what is neither, a refusal and a failed answer count as no', async () => {
  const replies = ['Yes.', 'no', 'Perhaps yes', '**yes**', new ProviderRefusedError('no')]
  const model = scriptedModel({ answer: replies })
  const outcomes = replies.map((_, question) => trialOutcome('p', `answer ${question}`, { question }))
  const failed = { ...trialOutcome('p', '', { question: 5 }), response: undefined, failure: 'provider' }
  const exam = trialExam(Array.from({ length: 6 }, () => ({})))
  const verdicts = await judgeAnswers([...outcomes, failed], [exam], { model, concurrency: 1 })
  expect([...verdicts.values()]).toEqual([true, false, false, true, false, false])
})

test('what was not judged when the run was stopped is left out, and not taken for wrong', async () => {
  const model = scriptedModel({ answer: ['yes', new RunStoppedError('stopped')] })
  const outcomes = [0, 1].map((question) => trialOutcome('p', 'x', { question }))
  const verdicts = await judgeAnswers(outcomes, [trialExam([{}, {}])], { model, concurrency: 1 })
  expect(verdicts.size).toBe(1)
})

test('an abstention is judged by whether it says so, and the judge is told nothing else than question and answers', () => {
  const [gold] = trialExam([{ kind: 'abstention', answer: 'Nobody said.', evidence: ['D1:1'] }]).gold
  const { system, prompt } = judgeRequest('Who?', gold!, 'Not mentioned')
  expect(system).toContain('cannot be answered')
  expect(prompt.split('\n').slice(0, 3)).toEqual([
    'Question: "Who?"',
    'Why it cannot be answered: "Nobody said."',
    'Given: "Not mentioned"',
  ])
  expect(prompt).not.toContain('D1:1')
})
