import { foldText } from '../../../src/language/terms.ts'
import type { EpisodicContext, UnitId } from '../../../src/model/memory-unit.ts'
import type { RecallFrame } from '../../../src/model/recall-frame.ts'
import type { RecalledBank, Variant } from './variant.ts'

/** How many units each of SimpleMem's views gives, as in the settings that it was released with. */
const SEMANTIC = 25
const LEXICAL = 5
const STRUCTURED = 5

/**
 * SimpleMem's order: what meaning finds, then what else words find, then what else is filed under a person, place or
 * thing of the question; no view is weighed against another. Its views are ours, its fields those of our units.
 * @see Liu et al., “SimpleMem”, 2026, as RaMem compares with it
 */
export const simpleMem: Variant = async ({ text, referenceTime }, bank) => {
  const options = { referenceTime, reinstate: false } as const
  const semantic = await bank.memory.recall(text, { ...options, views: 'dense', limit: SEMANTIC })
  const lexical = await bank.memory.recall(text, { ...options, views: 'lexical', limit: LEXICAL })
  const found = [...semantic.evidence, ...lexical.evidence].map(({ unit }) => unit.id)
  return {
    units: [...new Set([...found, ...structured(semantic.frame, bank)])],
    recollection: semantic,
  }
}

/** The units filed under most of the question's persons, places and things; ties: the order of arrival. */
function structured(frame: RecallFrame, { units }: RecalledBank): UnitId[] {
  const asked = new Set([...frame.persons, ...frame.locations, ...frame.entities].map(foldText))
  return [...units.values()]
    .map(({ id, context }) => ({ id, shared: fieldsOf(context).filter((field) => asked.has(field)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, STRUCTURED)
    .map(({ id }) => id)
}

function fieldsOf({ persons, location, entities }: EpisodicContext): string[] {
  return [...new Set([...persons, ...entities, ...(location === undefined ? [] : [location])].map(foldText))]
}
