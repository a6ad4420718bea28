import { expect, test } from 'vitest'
import { answerFigures, locomoAnswerFigures } from './answer-figures.ts'
import { autoFigures } from './auto-figures.ts'
import { costFigures } from './cost-figures.ts'
import { judge } from './score.ts'
import { trialCall, trialExam, trialOutcome } from './trial-outcome.ts'

const SEED = 1

test('a failure counts as a failure: it scores 0, also where saying nothing would be right', () => {
  const exam = trialExam([{}, { category: 5, unanswerable: true, answer: '' }])
  const failed = { response: undefined, failure: 'provider' } as const
  const outcomes = [0, 1].map((question) => ({ ...trialOutcome('p', '', { question }), ...failed }))
  const figures = answerFigures(judge(outcomes, [exam]), { metrics: ['locomo_f1'], seed: SEED }).get('p')
  expect(figures).toMatchObject({ n: 2, locomo_f1: 0, failed: 2, answeredShare: 0 })
})

test('an abstention is right on an adversarial question and wrong on another', () => {
  const exam = trialExam([{}, { category: 5, unanswerable: true, answer: '' }])
  const judged = judge(
    [0, 1].map((question) => trialOutcome('p', '', { question })),
    [exam],
  )
  expect(judged.map(({ scores }) => scores.locomo_f1)).toEqual([0, 1])
})

test('adversarial questions are in no figure of all, wrong labels in no clean one, tuning apart from held-out', () => {
  const exam = trialExam([
    { tuning: true },
    { clean: false },
    {},
    { category: 5, unanswerable: true, kind: 'adversarial' },
  ])
  const outcomes = [0, 1, 2, 3].map((question) => trialOutcome('p', 'a kite', { question }))
  const figures = locomoAnswerFigures(judge(outcomes, [exam]), SEED)
  const n = Object.fromEntries(Object.entries(figures).map(([set, each]) => [set, each.n]))
  expect(n).toEqual({
    'locomo/held-out/p': 2,
    'locomo/held-out/clean/p': 1,
    'locomo/tuning/p': 1,
    'locomo/all/p': 3,
    'locomo/all/clean/p': 2,
    'locomo/all/single-hop/p': 3,
    'locomo/all/adversarial/p': 1,
  })
})

test('every quality figure bears the name of its metric, and bounds', () => {
  const figures = locomoAnswerFigures(judge([trialOutcome('p', 'a kite')], [trialExam([{}])]), SEED)
  const names = Object.keys(figures['locomo/all/p']!)
  for (const metric of ['locomo_f1', 'emem_f1', 'squad_f1', 'token_set_f1', 'bleu1'])
    expect(names).toEqual(expect.arrayContaining([metric, `${metric}.low`, `${metric}.high`]))
})

test('tokens of assistants and of the reader are told apart, cached ones too, and weighed 1 : 10', () => {
  const calls = [trialCall(100, 10, { role: 'assistant', cachedInputTokens: 60 }), trialCall(20, 5)]
  const { 'locomo/cost/p': cost } = costFigures('locomo', {
    outcomes: [trialOutcome('p', 'x', { calls }), trialOutcome('p', 'x', { question: 1 })],
    builds: [],
  })
  expect(cost).toMatchObject({ n: 2, calls: 1, T_S: 55, 'T_S.cached': 30, T_L: 12.5, normalised: 180 })
})

test('kept replies tell no time; the first question of a bank is told apart', () => {
  const live = trialOutcome('p', 'x')
  const outcomes = [
    { ...live, cold: true, milliseconds: 90 },
    { ...live, milliseconds: 10 },
    { ...live, milliseconds: 1, tally: { ...live.tally, kept: 1 } },
  ]
  const { 'locomo/cost/p': cost } = costFigures('locomo', { outcomes, builds: [] })
  expect(cost).toMatchObject({ timed: 2, 'answerMs.cold.p50': 90, 'answerMs.warm.p50': 10 })
})

test('what a bank costs to make is spread over the questions that it is asked', () => {
  const build = {
    bank: 'b',
    what: 'equipped',
    milliseconds: 1,
    calls: [trialCall(90, 10, { role: 'writer' })],
    tally: trialOutcome('p', '').tally,
    failedWindows: 0,
  } as const
  const figures = costFigures('locomo', {
    outcomes: [trialOutcome('p', 'x', { calls: [trialCall(10, 0)] })],
    builds: [build],
  })
  expect(figures['locomo/amortised/p']).toEqual({
    n: 1,
    'normalised@10': 200,
    'normalised@100': 110,
    'normalised@1000': 101,
  })
})

test('escalation is precise where fast was wrong and deep right, and harms where fast was right', () => {
  const exam = trialExam([{}, {}, {}, {}])
  const texts = {
    fast: ['a kite', 'x', 'x', 'a kite'],
    deep: ['x', 'a kite', 'a kite', 'a kite'],
    auto: ['x', 'a kite', 'x', 'a kite'],
  }
  const outcomes = Object.entries(texts).flatMap(([name, list]) =>
    list.map((text, question) =>
      trialOutcome(name, text, { question, escalated: name === 'auto' && question < 2 }),
    ),
  )
  const names = { fast: 'fast', deep: 'deep', auto: 'auto' }
  const figures = autoFigures('locomo', judge(outcomes, [exam]), { names, metric: 'locomo_f1' })
  expect(figures['locomo/escalation/auto']).toMatchObject({
    n: 4,
    escalated: 0.5,
    precision: 0.5,
    recall: 0.5,
    harm: 0.5,
    'locomo_f1.fast': 0.5,
    'locomo_f1.auto': 0.5,
    'locomo_f1.deep': 0.75,
  })
})
