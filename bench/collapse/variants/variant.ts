import type { Memory } from '../../../src/api.ts'
import type { MemoryUnit, UnitId } from '../../../src/model/memory-unit.ts'
import type { Recollection } from '../../../src/model/recollection.ts'
import type { Store } from '../../../src/store/store.ts'

/** All that a way to recall is told of a question: what a deployed system is told. Its labels stay with the judges. */
export type Asked = {
  readonly text: string
  /** The instant at which it is asked. */
  readonly referenceTime: string
}

/** What it recalls from. */
export type RecalledBank = {
  readonly memory: Memory
  readonly store: Store
  /** The units of its turns, in the order of arrival. */
  readonly units: ReadonlyMap<UnitId, MemoryUnit>
}

export type Ranked = {
  /** In rank order, each once. */
  readonly units: readonly UnitId[]
  /** The recollection that they stand in; where several lists were joined, that of the first. */
  readonly recollection: Recollection
  /** What the units are to be taken for where their distractors are told; absent: what they truly are. */
  readonly takenFor?: (unit: UnitId) => MemoryUnit
}

/** A way to recall: deterministic, at most {@link LIST_UNITS} units, each once. */
export type Variant = (asked: Asked, bank: RecalledBank) => Promise<Ranked>

/** How long the list is over which ranks are told; of it metrics at K look at the first K. */
export const LIST_UNITS = 30
