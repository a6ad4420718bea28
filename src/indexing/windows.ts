import type { Turn, TurnId } from '../model/turn.ts'
import type { AnchorWindow } from '../store/window-queue.ts'

/** A window in two, the second with the end of the first as its surroundings; undefined for a single turn. */
export function halves(window: AnchorWindow): readonly [AnchorWindow, AnchorWindow] | undefined {
  const { overlap, turns } = window
  if (turns.length < 2) return undefined
  const middle = turns.length >> 1
  const first = { overlap, turns: atLeastOne(turns.slice(0, middle)) }
  // The refused turn may stand at the end of the first half; what is not shown cannot be refused again.
  return [first, { overlap: [], turns: atLeastOne(turns.slice(middle)) }]
}

/** The runs of a window without some of its turns, each with up to `overlap` turns of the run before it. */
export function withoutTurns(
  window: AnchorWindow,
  left: ReadonlySet<TurnId>,
  overlap: number,
): readonly AnchorWindow[] {
  if (!window.turns.some(({ id }) => left.has(id))) return [window]
  const runs: Turn[][] = [[]]
  for (const turn of window.turns) {
    if (left.has(turn.id)) runs.push([])
    else runs[runs.length - 1]!.push(turn)
  }
  return runs.flatMap((run, index) => {
    if (run.length === 0) return []
    const around = index === 0 ? window.overlap : runs.slice(0, index).flat().slice(-overlap)
    return [{ overlap: overlap === 0 ? [] : around, turns: atLeastOne(run) }]
  })
}

function atLeastOne(turns: readonly Turn[]): AnchorWindow['turns'] {
  const [first, ...others] = turns
  if (first === undefined) throw new RangeError('Cannot make a window as it must hold a turn: it has none')
  return [first, ...others]
}
