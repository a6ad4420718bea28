import type { ModelCall, Usage } from '../model/usage.ts'

/** Sums calls as they come. */
export type UsageMeter = {
  record(call: ModelCall): void
  /** Sums over all calls; `calls` holds the latest thousand. */
  usage(): Usage
}

/** What a long-lived process can keep without growing. */
const KEPT_CALLS = 1_000

export function createUsageMeter(): UsageMeter {
  const calls: ModelCall[] = []
  const sums = { callCount: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, milliseconds: 0 }
  return {
    record(call) {
      calls.push(call)
      if (calls.length > KEPT_CALLS) calls.shift()
      sums.callCount += 1
      sums.inputTokens += call.inputTokens ?? 0
      sums.cachedInputTokens += call.cachedInputTokens ?? 0
      sums.outputTokens += call.outputTokens ?? 0
      sums.milliseconds += call.milliseconds
    },
    usage: () => ({ calls: [...calls], ...sums }),
  }
}
