import type { Refusal, RefusalReason } from '../anchor/window/refusal.ts'
import type { ReinstateError } from '../model/errors.ts'
import type { TurnId } from '../model/turn.ts'

/** A window whose turns stay pending. */
export type FailedWindow = {
  readonly turns: readonly TurnId[]
  /** The `code` of the error. */
  readonly code: string
  readonly message: string
  readonly error: ReinstateError
}

/** What came of windows, added up. */
export type Tally = {
  /** Windows that were anchored. */
  readonly windows: number
  /** Units that were stored. */
  readonly units: number
  /** Units that the turns do not bear out, by reason. */
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>
  /** The first few of each reason. */
  readonly examples: readonly Refusal[]
  /** Units that only repeated others. */
  readonly merged: number
  /** Units that were kept without the days that a model gave, as nothing supported these. */
  readonly undated: number
  /** Windows whose reply was cut, so that units may be missing. */
  readonly truncated: number
  readonly failed: readonly FailedWindow[]
  /** Turns that the provider refused now. */
  readonly refusedNow: readonly TurnId[]
  /** Whether the provider refused the key, so that nothing more was asked. */
  readonly barred: boolean
}

export function emptyTally(): Tally {
  return {
    windows: 0,
    units: 0,
    refused: {},
    examples: [],
    merged: 0,
    undated: 0,
    truncated: 0,
    failed: [],
    refusedNow: [],
    barred: false,
  }
}

export function joinTallies(a: Tally, b: Tally): Tally {
  const reasons = new Set([...Object.keys(a.refused), ...Object.keys(b.refused)]) as Set<RefusalReason>
  return {
    windows: a.windows + b.windows,
    units: a.units + b.units,
    refused: Object.fromEntries(
      [...reasons].map((reason) => [reason, (a.refused[reason] ?? 0) + (b.refused[reason] ?? 0)]),
    ),
    examples: fewOfEach([...a.examples, ...b.examples]),
    merged: a.merged + b.merged,
    undated: a.undated + b.undated,
    truncated: a.truncated + b.truncated,
    failed: [...a.failed, ...b.failed],
    refusedNow: [...a.refusedNow, ...b.refusedNow],
    barred: a.barred || b.barred,
  }
}

/** Refusals by reason, and a few of them to look at. */
export function tallyOfRefusals(refused: readonly Refusal[]): Pick<Tally, 'refused' | 'examples'> {
  const counts: Partial<Record<RefusalReason, number>> = {}
  for (const { reason } of refused) counts[reason] = (counts[reason] ?? 0) + 1
  return { refused: counts, examples: fewOfEach(refused) }
}

const EXAMPLES = 3

function fewOfEach(refused: readonly Refusal[]): readonly Refusal[] {
  const seen = new Map<RefusalReason, number>()
  return refused.filter(({ reason }) => {
    const count = (seen.get(reason) ?? 0) + 1
    seen.set(reason, count)
    return count <= EXAMPLES
  })
}
