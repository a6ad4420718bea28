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
  lexical: 1.27,
  twoBefore: 0.79,
  after: -0.39,
  reply: 0.92,
  session: 1.49,
  coverage: 1.77,
  dense: 2.4,
  denseBefore: -0.23,
  denseReply: 0.91,
  denseAfter: 0.64,
  sessionDense: 1.79,
  askedPerson: 2.15,
  firstPerson: 0.53,
  question: -0.32,
  time: 1.39,
  name: 0.56,
  number: 0.58,
}

/**
 * The same for units that a model wrote, fitted on LoCoMo's ready ones and put on the scale of the turns. Every such unit
 * holds a name, so that a name tells nothing; what stands beside it is another statement, not a reply.
 */
const MODEL_WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 1.35,
  twoBefore: 0.31,
  after: -0.1,
  reply: 0.05,
  session: 0.85,
  coverage: 1.5,
  dense: 2.26,
  denseBefore: 0.33,
  denseReply: 0.14,
  denseAfter: 0.33,
  sessionDense: 2.39,
  askedPerson: 2.19,
  firstPerson: -0.14,
  question: -0.54,
  time: 0.75,
  name: 0,
  number: 0.64,
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
  model: { weights: MODEL_WEIGHTS, base: 1.53 - TURNS_AHEAD },
}

export type Weighing = { readonly weights: Readonly<Record<FeatureName, number>>; readonly base: number }

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 0.99, midpoint: 11.6 } as const
