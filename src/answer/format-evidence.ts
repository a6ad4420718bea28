import { estimateTokens } from '../llm/estimate-tokens.ts'
import { ValidationError } from '../model/errors.ts'
import type { Recollection } from '../model/recollection.ts'
import { packEvidence } from './pack-evidence.ts'

/** Options of {@link formatEvidence}. */
export type FormatOptions = {
  /** Upper bound of the whole block in estimated tokens (see {@link estimateTokens}), at least 1. Default 2,000. */
  budgetTokens?: number
}

/**
 * Writes evidence as the block that an agent puts into its own prompt: each piece with all its coordinates, best first.
 *
 * Recalled text is quoted and neutralised: it cannot close the block or pose as an instruction or as another role.
 * Pieces are packed in rank order; the first that does not fit is cut around its matching passage, and what follows is
 * left out and counted. A budget too small for one whole record gives the best one cut short, with no more than who
 * said it and when. Put the block into a user or tool message, never into the system message.
 *
 * @param options.budgetTokens The block never exceeds it; below some 60, not even a few words fit into the fence, and
 *   the result is empty.
 * @returns The block, or '' where there is no evidence or no room for any.
 * @throws {ValidationError} If the budget is no number.
 * @see RaMem, section 3.4: the coordinates stay visible until the answer is written
 */
export function formatEvidence(
  recollection: Pick<Recollection, 'evidence' | 'frame'>,
  { budgetTokens = DEFAULT_BUDGET_TOKENS }: FormatOptions = {},
): string {
  // Nothing fits into no number: an agent would have no memory, and nobody would know why.
  if (typeof budgetTokens !== 'number' || Number.isNaN(budgetTokens))
    throw new ValidationError(
      'options.budgetTokens',
      `Cannot read options.budgetTokens: it is a number of tokens, got ${typeof budgetTokens === 'number' ? 'NaN' : JSON.stringify(budgetTokens)}`,
    )
  return packEvidence(recollection, { tokens: budgetTokens, count: estimateTokens }).text
}

/** The block that {@link formatEvidence} makes unless told otherwise. */
const DEFAULT_BUDGET_TOKENS = 2_000
