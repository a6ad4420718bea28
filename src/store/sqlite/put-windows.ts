import type { Turn } from '../../model/turn.ts'
import type { AnchoredUnit } from '../store.ts'
import type { AnchorWindow, WrittenWindow } from '../window-queue.ts'
import type { Connection } from './connection.ts'
import { rowsOfSame } from './same-turn.ts'
import { dropWindows, insertWindow, windowsAnchoring } from './windows.ts'
import { draftUnit, insertUnits, type UnitDraft } from './write-units.ts'

export type PutWindows = {
  /** Windows that were stored, from the first. */
  readonly stored: number
  /** Keys of the units whose place they took. */
  readonly gone: readonly number[]
}

/**
 * Stores windows in their order, up to the first of which a turn was forgotten or anchored since it was read; must run
 * inside one transaction.
 *
 * @throws {RangeError} If a unit is none of a model, or drawn from elsewhere than its window.
 */
export function putWindows(connection: Connection, written: readonly WrittenWindow[]): PutWindows {
  const drafts: UnitDraft[] = []
  const gone: number[] = []
  let stored = 0
  for (const { window, units } of written) {
    const put = putWindow(connection, window, units)
    if (put === undefined) break
    drafts.push(...put.drafts)
    gone.push(...put.gone)
    stored += 1
  }
  insertUnits(connection, drafts)
  return { stored, gone }
}

/** Stores a window but for the units, of which it makes drafts; undefined where it cannot be stored. */
function putWindow(
  connection: Connection,
  { turns, overlap }: AnchorWindow,
  units: readonly AnchoredUnit[],
): { readonly drafts: readonly UnitDraft[]; readonly gone: readonly number[] } | undefined {
  const all = [...overlap, ...turns]
  const places = { turns: turns.map(toPosition), overlap: overlap.map(toPosition) }
  const sources = rowsOfSame(connection, all)
  const before = windowsAnchoring(connection, places.turns)
  if (sources === undefined || before.some((number) => number > 0)) return undefined
  checkSources(all, units)
  const gone = dropWindows(connection, before)
  const window = insertWindow(connection, places)
  return { drafts: units.map((unit) => draftUnit(connection, unit, { window, sources })), gone }
}

const toPosition = ({ position }: Turn): number => position

/** What came from elsewhere would outlast the turns that it came from. */
function checkSources(turns: readonly Turn[], units: readonly AnchoredUnit[]): void {
  const seen = new Set(turns.map(({ id }) => id))
  for (const { unit } of units) {
    const outside = unit.sources.find((id) => !seen.has(id))
    if (outside !== undefined)
      throw new RangeError(`Cannot store unit ${unit.id} as its source ${outside} is not in its window`)
    if (unit.origin !== 'model')
      throw new RangeError(`Cannot store unit ${unit.id} of a window as it is not of origin model`)
  }
}
