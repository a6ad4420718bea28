import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'
import { trialCall, trialOutcome } from './trial-outcome.ts'

test('rate and remaining time are reckoned from what was asked, not from what was kept', () => {
  let now = 0
  const said: string[] = []
  const progress = createProgress({ total: 10, say: (line) => said.push(line), now: () => now })
  for (let i = 0; i < 4; i++) progress.answered(trialOutcome('p', 'x'), true)
  expect(said).toEqual([])
  now = 30_000
  const outcome = trialOutcome('p', 'x', { calls: [trialCall(90, 10)] })
  progress.answered({ ...outcome, tally: { ...outcome.tally, live: 1 } }, false)
  progress.answered(outcome, false)
  expect(said).toEqual(['b p: 5/10 answers (4 kept), 1 calls, 100 tokens, 2.0 answers/min, 3 min left'])
  expect(progress.line()).toContain('6/10')
})
