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
  lexical: 1.19,
  twoBefore: 0.78,
  after: -0.48,
  reply: 0.89,
  session: 1.44,
  coverage: 1.96,
  dense: 2.39,
  denseBefore: -0.28,
  denseReply: 0.96,
  denseAfter: 0.66,
  sessionDense: 1.59,
  askedPerson: 2.16,
  firstPerson: 0.58,
  question: -0.33,
  time: 1.39,
  name: 0.57,
  number: 0.57,
}

/** To be fitted: until then a unit of a model is weighed as a turn. */
const MODEL_WEIGHTS: Readonly<Record<FeatureName, number>> = TURN_WEIGHTS

/** By origin of the unit; `base` puts both on one scale, on which the same fused score means the same chance. */
export const WEIGHING: Readonly<Record<MemoryUnit['origin'], Weighing>> = {
  turn: { weights: TURN_WEIGHTS, base: 0 },
  model: { weights: MODEL_WEIGHTS, base: 0 },
}

export type Weighing = { readonly weights: Readonly<Record<FeatureName, number>>; readonly base: number }

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 0.99, midpoint: 11.44 } as const
