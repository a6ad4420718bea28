import { expect, test } from 'vitest'
import { trialPlace } from '../collapse/trial-unit.ts'
import { budgetMeasure, withinTokens } from './budget-measure.ts'

const places = [
  { ...trialPlace('both'), tokens: 100 },
  { ...trialPlace('evidence'), tokens: 30 },
  { ...trialPlace('harmless'), tokens: 10 },
]

test('units are taken in rank order until one does not fit, however small the next one is', () => {
  expect([99, 100, 129, 130, 140].map((budget) => withinTokens(places, budget).length)).toEqual([
    0, 1, 1, 2, 3,
  ])
})

test('budgets of units and of tokens look at their own head of the list', () => {
  const figures = budgetMeasure(places, new Set(['evidence']))
  expect(figures).toMatchObject({
    'share@3': 1,
    'rankGap@3': 1,
    'tokens@3': 140,
    'share@125-tokens': 0,
    'units@125-tokens': 1,
    'share@250-tokens': 1,
    'mrr@5': 0.5,
  })
})
