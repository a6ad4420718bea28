import { expect, it } from 'vitest'
import type { ModelCall, ModelRole } from '../model/usage.ts'
import { deepCost } from './cost.ts'

function call(role: ModelRole, tokens: Partial<ModelCall>): ModelCall {
  return {
    task: 'assist',
    role,
    model: 'm',
    milliseconds: 1,
    attempts: 1,
    reask: false,
    outcome: 'ok',
    inputTokens: undefined,
    cachedInputTokens: undefined,
    outputTokens: undefined,
    ...tokens,
  }
}

it('counts small, large and building tokens apart, and one large token as ten small ones', () => {
  const cost = deepCost([
    call('assistant', { inputTokens: 1_000, cachedInputTokens: 900, outputTokens: 50 }),
    call('assistant', { inputTokens: 1_000, outputTokens: 30 }),
    call('reader', { inputTokens: 100, cachedInputTokens: 0, outputTokens: 20 }),
    call('writer', { inputTokens: 5_000, outputTokens: 200 }),
  ])
  expect(cost).toEqual({
    small: { calls: 2, uncachedInput: 1_100, cachedInput: 900, output: 80, total: 2_080 },
    large: { calls: 1, uncachedInput: 100, cachedInput: 0, output: 20, total: 120 },
    build: { calls: 1, uncachedInput: 5_000, cachedInput: 0, output: 200, total: 5_200 },
    normalised: 2_080 + 10 * 120,
  })
})

it('is nothing where no model was asked or none said what it counted', () => {
  const none = { uncachedInput: 0, cachedInput: 0, output: 0, total: 0 }
  expect(deepCost([]).normalised).toBe(0)
  expect(deepCost([call('reader', {})]).large).toEqual({ calls: 1, ...none })
})
