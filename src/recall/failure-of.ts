import {
  BudgetError,
  MalformedModelOutputError,
  ProviderError,
  type ReinstateError,
} from '../model/errors.ts'

/**
 * What a failed call of a language model is called in the trace, for a recall that goes on without it, and how many
 * calls it may have been.
 *
 * @throws What the call threw, where it was called off or where no language model is to blame.
 */
export function failureOf(
  error: unknown,
  signal: AbortSignal | undefined,
): { readonly outcome: string; readonly calls: number } {
  signal?.throwIfAborted()
  const isExpected = [MalformedModelOutputError, ProviderError, BudgetError].some(
    (expected) => error instanceof expected,
  )
  if (!isExpected) throw error
  return { outcome: (error as ReinstateError).code, calls: MOST_CALLS }
}

/** A reply that cannot be read is asked for once more. */
const MOST_CALLS = 2
