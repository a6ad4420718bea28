import type { MemoryUnit } from '../model/memory-unit.ts'
import type { FeatureName } from './features.ts'

/**
 * Weights of `FEATURES`; the fused score is the weighted sum.
 *
 * Fitted by `npm run bench -- fit`: a softmax of each evidence turn against the candidates that are none, over the 383
 * questions of the three tuning conversations of LoCoMo (categories 1-4), shrunk a little. Fit anew when a feature, the
 * analyser or the embedding model changes.
 */
const TURN_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 1.25,
  twoBefore: 0.84,
  after: -0.39,
  reply: 0.9,
  session: 1.46,
  coverage: 1.76,
  dense: 2.37,
  denseBefore: -0.15,
  denseReply: 0.91,
  denseAfter: 0.63,
  sessionDense: 1.78,
  askedPerson: 2.15,
  firstPerson: 0.43,
  question: -0.32,
  told: 0.55,
  time: 1.43,
  name: 0.54,
  number: 0.59,
}

/**
 * The same for units that a model wrote, fitted on LoCoMo's ready ones and put on the scale of the turns. Every such unit
 * holds a name, so that a name tells nothing; what stands beside it is another statement, not a reply.
 */
const MODEL_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 1.33,
  twoBefore: 0.33,
  after: -0.11,
  reply: 0.05,
  session: 0.83,
  coverage: 1.5,
  dense: 2.24,
  denseBefore: 0.34,
  denseReply: 0.14,
  denseAfter: 0.32,
  sessionDense: 2.37,
  askedPerson: 2.18,
  firstPerson: -0.13,
  question: -0.53,
  told: 0.15,
  time: 0.75,
  name: 0,
  number: 0.63,
}

/**
 * By how much a turn's own words are put before what a model says of turns, in the fused score. Of two lists the heads are
 * those whose chance is overrated most, and a statement for which a better turn stands already is no second find.
 * Cross-validated over the tuning conversations: without it all figures fall below those of the turns alone, from 1 to 2
 * none does but share@10 by less than 0.002, and multi-hop gains 0.01.
 */
export const TURNS_AHEAD = 1.5

/** By origin of the unit; `base` puts both on one scale, on which the same fused score means the same chance. */
export const WEIGHING: Readonly<Record<MemoryUnit['origin'], Weighing>> = {
  turn: { weights: TURN_WEIGHTS, base: 0 },
  model: { weights: MODEL_WEIGHTS, base: 1.34 - TURNS_AHEAD },
}

export type Weighing = { readonly weights: Readonly<Record<FeatureName, number>>; readonly base: number }

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 1, midpoint: 11.53 } as const
