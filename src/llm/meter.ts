import type { ModelCall, TokenUsage } from '../model/usage.ts'

/** Follows one call and records it at its end. */
export type Meter = {
  attempted(): void
  /** A reply costs its tokens whatever is made of it. */
  replied(usage: TokenUsage): void
  /** Only the first end counts. */
  ended(outcome: string): void
}

export type MeteredCall = Pick<ModelCall, 'task' | 'role' | 'model' | 'reask'>

/** A call that ends before its first request is not recorded: nothing was asked. */
export function startMeter(
  call: MeteredCall,
  { now, record }: { now: () => number; record: (call: ModelCall) => void },
): Meter {
  let started = 0
  let attempts = 0
  let open = true
  let usage = UNKNOWN
  return {
    attempted() {
      if (attempts === 0) started = now()
      attempts += 1
    },
    replied(tokens) {
      usage = tokens
    },
    ended(outcome) {
      if (!open) return
      open = false
      if (attempts === 0) return
      const { inputTokens, cachedInputTokens, outputTokens } = usage
      const milliseconds = Math.round(now() - started)
      record({ ...call, inputTokens, cachedInputTokens, outputTokens, milliseconds, attempts, outcome })
    },
  }
}

const UNKNOWN: TokenUsage = { inputTokens: undefined, cachedInputTokens: undefined, outputTokens: undefined }
