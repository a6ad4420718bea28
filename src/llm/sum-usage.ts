import type { ModelCall, Usage } from '../model/usage.ts'

/** What calls cost together; a provider that does not say counts as 0. */
export function sumUsage(calls: readonly ModelCall[]): Usage {
  const sum = (of: (call: ModelCall) => number | undefined) =>
    calls.reduce((total, call) => total + (of(call) ?? 0), 0)
  return {
    callCount: calls.length,
    calls: [...calls],
    inputTokens: sum((call) => call.inputTokens),
    cachedInputTokens: sum((call) => call.cachedInputTokens),
    outputTokens: sum((call) => call.outputTokens),
    milliseconds: sum((call) => call.milliseconds),
  }
}
