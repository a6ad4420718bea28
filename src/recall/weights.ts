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
  lexical: 1.26,
  twoBefore: 0.79,
  after: -0.41,
  reply: 0.92,
  session: 1.48,
  coverage: 1.81,
  dense: 2.4,
  denseBefore: -0.25,
  denseReply: 0.92,
  denseAfter: 0.64,
  sessionDense: 1.73,
  askedPerson: 2.15,
  firstPerson: 0.56,
  question: -0.34,
  time: 1.39,
  name: 0.56,
  number: 0.57,
}

/**
 * The same for units that a model wrote, fitted on LoCoMo's ready ones and put on the scale of the turns. Every such unit
 * holds a name, so that a name tells nothing; what stands beside it is another statement, not a reply.
 */
const MODEL_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 1.34,
  twoBefore: 0.29,
  after: -0.12,
  reply: 0.05,
  session: 0.84,
  coverage: 1.53,
  dense: 2.27,
  denseBefore: 0.31,
  denseReply: 0.15,
  denseAfter: 0.34,
  sessionDense: 2.4,
  askedPerson: 2.19,
  firstPerson: -0.14,
  question: -0.53,
  time: 0.75,
  name: 0,
  number: 0.66,
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
  model: { weights: MODEL_WEIGHTS, base: 1.29 - TURNS_AHEAD },
}

export type Weighing = { readonly weights: Readonly<Record<FeatureName, number>>; readonly base: number }

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 0.99, midpoint: 11.56 } as const
