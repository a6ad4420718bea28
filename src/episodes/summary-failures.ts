import { isLasting } from '../llm/is-lasting.ts'
import type { ReinstateError } from '../model/errors.ts'

/**
 * Counts what a writer could not summarise, so that no episode is paid for without end: what another try would not mend
 * is asked for once, anything else three times. Episodes are known by their hash: one that has grown is another.
 */
export interface SummaryFailures {
  mayAsk(hash: string): boolean
  note(hash: string, error: ReinstateError): void
  /** Lets everything be asked for again. */
  clear(): void
}

export function createSummaryFailures(): SummaryFailures {
  const tries = new Map<string, number>()
  return {
    mayAsk: (hash) => (tries.get(hash) ?? 0) < MOST_TRIES,
    note(hash, error) {
      tries.set(hash, isLasting(error) ? MOST_TRIES : (tries.get(hash) ?? 0) + 1)
    },
    clear: () => tries.clear(),
  }
}

const MOST_TRIES = 3
