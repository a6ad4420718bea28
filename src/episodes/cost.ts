import type { DeepCost, ModelCall, TokenCost } from '../model/usage.ts'

/** How many small-model tokens one large-model token is worth. @see E-mem, section 4.5, c_S : c_L = 1 : 10 */
export const LARGE_TOKEN_PRICE = 10

/**
 * Sums what models were asked by who answered: the assistants (T_S), the reader (T_L), the writer (build).
 *
 * The paper does not say whether its T_S counts cached input; here all input counts, and the cached part stands apart.
 */
export function deepCost(calls: readonly ModelCall[]): DeepCost {
  const small = costOf(calls.filter(({ role }) => role === 'assistant'))
  const large = costOf(calls.filter(({ role }) => role === 'reader'))
  const build = costOf(calls.filter(({ role }) => role === 'writer'))
  return { small, large, build, normalised: small.total + LARGE_TOKEN_PRICE * large.total }
}

function costOf(calls: readonly ModelCall[]): TokenCost {
  const sum = (tokens: (call: ModelCall) => number | undefined) =>
    calls.reduce((all, call) => all + (tokens(call) ?? 0), 0)
  const input = sum(({ inputTokens }) => inputTokens)
  // A provider that counts its cache apart may report more cached tokens than input.
  const cachedInput = sum(({ inputTokens = 0, cachedInputTokens = 0 }) =>
    Math.min(inputTokens, cachedInputTokens),
  )
  const output = sum(({ outputTokens }) => outputTokens)
  return {
    calls: calls.length,
    uncachedInput: input - cachedInput,
    cachedInput,
    output,
    total: input + output,
  }
}
