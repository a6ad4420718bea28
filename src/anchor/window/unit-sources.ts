import { MEMORY_SOURCE } from '../../llm/tasks/written-units.ts'
import type { ReadUnit } from './read-unit.ts'
import type { ReadTurn, ReadWindow } from './read-window.ts'
import { type Refusal, refusal } from './refusal.ts'
import { bestCover } from './support.ts'
import { labelOf } from './window-lines.ts'

export type Sources = readonly [ReadTurn, ...ReadTurn[]]

/** The turns that a unit names, in the order of the window; where it names none, the turn that says it. */
export function sourcesOf(unit: ReadUnit, window: ReadWindow): { readonly sources: Sources } | Refusal {
  const memory = unit.written.sources.find((source) => source.startsWith(MEMORY_SOURCE))
  if (memory !== undefined)
    return refusal('unknown memory id', unit.written, memory.slice(MEMORY_SOURCE.length))
  if (unit.written.sources.length === 0) {
    const cover = bestCover(unit, window)
    return cover === undefined ? refusal('no source', unit.written) : { sources: [cover] }
  }
  const found = new Set<ReadTurn>()
  for (const source of unit.written.sources) {
    const turn = turnNamed(source, window)
    if (turn === undefined) return refusal('source not in window', unit.written, source)
    found.add(turn)
  }
  const [first, ...others] = [...found].toSorted((a, b) => a.index - b.index)
  return { sources: [first!, ...others] }
}

/** By its label, or by its id where a model knows it from elsewhere in the window. */
function turnNamed(source: string, { turns }: ReadWindow): ReadTurn | undefined {
  const plain = source.trim().replace(/^["'[(]+|["'\])]+$/gu, '')
  return (
    turns.find((read) => read.turn.id === source) ??
    turns.find((read) => labelOf(read.turn, read.index) === plain) ??
    turns.find((read) => read.turn.id === plain)
  )
}
