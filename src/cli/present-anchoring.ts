import type { Anchoring } from '../index.ts'
import { counted, oneLine } from './words.ts'

/** What a language model made of the turns, in sentences for people; the failed windows last. */
export function anchoringLines({
  windows,
  units,
  refused,
  failed,
  awaiting,
  refusedTurns,
}: Anchoring): readonly string[] {
  const reasons = Object.entries(refused)
  const refusals = reasons.reduce((sum, [, count]) => sum + count, 0)
  return [
    `${counted(units, 'memory unit')} written from ${counted(windows, 'window')}.`,
    ...(refusals === 0
      ? []
      : [
          `${counted(refusals, 'unit')} refused, as the turns do not bear them out: ${reasons
            .map(([reason, count]) => `${reason} ${count}`)
            .join(', ')}.`,
        ]),
    ...(refusedTurns === 0
      ? []
      : [
          `${counted(refusedTurns, 'turn')} refused by the provider; ask again with: reinstate anchor --again refused`,
        ]),
    ...failed.map(
      ({ turns, error }) =>
        `A window failed (${counted(turns.length, 'turn')} from ${oneLine(turns[0] ?? '')}): ${oneLine(error.message)}`,
    ),
    ...(awaiting === 0
      ? []
      : [`${counted(awaiting, 'turn')} found by their own words only so far; go on with: reinstate anchor`]),
  ]
}

/** The same as a document: an error as JSON has no message of its own. */
export function anchoringDocument({ failed, ...rest }: Anchoring) {
  return {
    ...rest,
    failed: failed.map(({ turns, error: { code, message } }) => ({ turns, error: { code, message } })),
  }
}
