import type { RecallOptions } from '../../../src/api.ts'
import { lastKept } from './last-kept.ts'
import { LIST_UNITS, type Ranked, type Variant } from './variant.ts'

/** The product as it is: what is compatible with a grounded time first. */
export const reinstated: Variant = lastKept(recalled({}))

/** The same store and index with the context list off. */
export const contentOnly: Variant = lastKept(recalled({ reinstate: false }))

/** A recall with options of its own. */
export function recalled(options: RecallOptions): Variant {
  return async ({ text, referenceTime }, { memory }) =>
    rankedOf(await memory.recall(text, { limit: LIST_UNITS, referenceTime, ...options }))
}

export function rankedOf(recollection: Ranked['recollection']): Ranked {
  return { units: recollection.evidence.map(({ unit }) => unit.id), recollection }
}
