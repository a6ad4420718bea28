import { describe, expect, it } from 'vitest'
import type { ModelCall } from '../model/usage.ts'
import { sumUsage } from './sum-usage.ts'

describe('sumUsage', () => {
  it('counts what a provider does not say as 0', () => {
    const call: ModelCall = {
      task: 'answer',
      role: 'reader',
      model: 'm',
      inputTokens: undefined,
      cachedInputTokens: 2,
      outputTokens: 3,
      milliseconds: 4,
      attempts: 1,
      reask: false,
      outcome: 'ok',
    }
    expect(sumUsage([call, { ...call, inputTokens: 5 }])).toMatchObject({
      inputTokens: 5,
      cachedInputTokens: 4,
      outputTokens: 6,
      milliseconds: 8,
    })
  })
})
