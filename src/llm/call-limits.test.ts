import { describe, expect, it } from 'vitest'
import { callLimits } from './call-limits.ts'

describe('callLimits', () => {
  it.each(['concurrency', 'timeoutMs', 'attempts', 'maxRetryAfterMs'] as const)(
    'refuses a %s below 1 and names it',
    (name) => {
      expect(() => callLimits({ [name]: 0 })).toThrow(`limits.${name} must be a whole number from 1`)
      expect(() => callLimits({ [name]: 1.5 })).toThrow(`limits.${name}`)
    },
  )
})
