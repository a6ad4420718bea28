import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProviderOverloadedError } from '../model/errors.ts'
import { decideRetry } from './decide-retry.ts'

const overloaded = new ProviderOverloadedError('Busy', { status: 429 })

describe('A pause between attempts', () => {
  const milliseconds = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

  it('doubles, lies in the upper half of its bound and never exceeds 8 s', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), milliseconds, (attempt, chance) => {
        const limits = { attempts: 100, maxRetryAfterMs: 60_000, surroundings: { random: () => chance } }
        const decision = decideRetry(overloaded, { attempt, limits })
        let bound = 500
        for (let i = 1; i < attempt && bound < 8_000; i += 1) bound *= 2
        expect(decision.type).toBe('retry')
        if (decision.type !== 'retry') return
        expect(decision.pauseMs).toBeGreaterThanOrEqual(bound / 2)
        expect(decision.pauseMs).toBeLessThanOrEqual(Math.min(bound, 8_000))
      }),
    )
  })

  it('is never shorter than the provider asks, and at most half a second longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120_000 }), milliseconds, (retryAfterMs, chance) => {
        const limits = { attempts: 3, maxRetryAfterMs: 60_000, surroundings: { random: () => chance } }
        const error = new ProviderOverloadedError('Busy', { retryAfterMs })
        const decision = decideRetry(error, { attempt: 1, limits })
        expect(decision.type).toBe(retryAfterMs > 60_000 ? 'give-up' : 'retry')
        if (decision.type !== 'retry') return
        expect(decision.pauseMs).toBeGreaterThanOrEqual(retryAfterMs)
        expect(decision.pauseMs).toBeLessThanOrEqual(retryAfterMs + 500)
      }),
    )
  })
})
