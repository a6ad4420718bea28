import type { MemoryUnit } from './memory-unit.ts'
import type { Turn } from './turn.ts'

/** Where evidence stands to the grounded range; all is `within` when nothing is grounded. */
export type Tier = 'within' | 'near' | 'elsewhere'

/** A place in one ranked list, from 1, and the score that gave it (higher is better). */
export type Standing = { readonly rank: number; readonly score: number }

/** Why a memory unit is evidence. */
export type EvidenceReason = {
  readonly lexical: Standing | undefined
  readonly dense: Standing | undefined
  /** Its place in the context list, where one was made. */
  readonly context: Standing | undefined
  /** Its place in the content list. */
  readonly content: Standing | undefined
  /** Days between the grounded range and the nearer of session and event time; 0 inside; undefined when nothing is grounded. */
  readonly distanceDays: number | undefined
  /** Words of the question that stand in the unit. */
  readonly matchedTerms: readonly string[]
  /** Persons of the frame who speak or are named in the unit. */
  readonly matchedPersons: readonly string[]
}

/** Of what was taken without a search: it stands in no list. */
export const UNRANKED: EvidenceReason = {
  lexical: undefined,
  dense: undefined,
  context: undefined,
  content: undefined,
  distanceDays: undefined,
  matchedTerms: [],
  matchedPersons: [],
}

/** A ranked memory unit with its coordinates, score and the reason why it is there. */
export type Evidence = {
  readonly unit: MemoryUnit
  /**
   * Units of the other origin that were found as well and whose source turns are all among these: they say the same in
   * other words, and take no place of their own.
   */
  readonly restatedBy: readonly MemoryUnit[]
  /** The source turns, verbatim. */
  readonly turns: readonly [Turn, ...Turn[]]
  readonly tier: Tier
  /** In [0, 1], higher is better; never rises down the list. */
  readonly score: number
  readonly reason: EvidenceReason
}
