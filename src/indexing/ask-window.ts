import {
  ContextTooLongError,
  ProviderAuthError,
  ProviderRefusedError,
  ReinstateError,
} from '../model/errors.ts'
import type { AnchorWindow } from '../store/window-queue.ts'
import { halves } from './windows.ts'

/** What came of asking for a window. */
export type Outcome<Reply> =
  | { readonly type: 'answered'; readonly window: AnchorWindow; readonly reply: Reply }
  | { readonly type: 'refused'; readonly window: AnchorWindow }
  | { readonly type: 'failed'; readonly window: AnchorWindow; readonly error: ReinstateError }
  /** Not asked for, or not answered: the signal aborted, or an end was made before its turn came. */
  | { readonly type: 'skipped' }

/**
 * Asks for a window, and for its halves where a part of it may be what cannot be asked for.
 *
 * @throws What is no failure of a model.
 */
export async function askWindow<Reply>(
  window: AnchorWindow,
  ask: (window: AnchorWindow) => Promise<Reply>,
  signal: AbortSignal,
): Promise<readonly Outcome<Reply>[]> {
  let requests = 0
  const outcomesOf = async (part: AnchorWindow): Promise<readonly Outcome<Reply>[]> => {
    requests += 1
    try {
      return [{ type: 'answered', window: part, reply: await ask(part) }]
    } catch (error) {
      if (signal.aborted) return [{ type: 'skipped' }]
      if (!(error instanceof ReinstateError)) throw error
      const isRefused = error instanceof ProviderRefusedError
      const parts = isRefused || error instanceof ContextTooLongError ? halves(part) : undefined
      if (parts !== undefined && requests < REQUESTS_A_WINDOW) {
        const [first, second] = parts
        return [...(await outcomesOf(first)), ...(await outcomesOf(second))]
      }
      return [isRefused ? { type: 'refused', window: part } : { type: 'failed', window: part, error }]
    }
  }
  return outcomesOf(window)
}

/** Finds one turn of 40 that is refused (13 requests); where a provider refuses everything it is not worth more. */
const REQUESTS_A_WINDOW = 14

/** A refused key is refused for every window. */
export const isBarring = (outcome: Outcome<unknown>): boolean =>
  outcome.type === 'failed' && outcome.error instanceof ProviderAuthError
