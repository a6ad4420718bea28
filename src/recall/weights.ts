import type { FeatureName } from './features.ts'

/**
 * Weights of `FEATURES`; the fused score is the weighted sum.
 *
 * Fitted by `npm run bench -- fit`: a softmax of each evidence turn against the candidates that are none, over the 383
 * questions of the three tuning conversations of LoCoMo (categories 1-4), shrunk a little. Fit anew when a feature, the
 * analyser or the embedding model changes.
 */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 0.96,
  twoBefore: 1.06,
  before: 0.21,
  after: -0.61,
  twoAfter: -0.05,
  reply: 0.15,
  session: 1.46,
  coverage: 2.26,
  dense: 2.54,
  denseBefore: 0.61,
  denseAfter: 0.63,
  sessionDense: 1.91,
  askedSpeaker: 2.64,
  firstPerson: 0.71,
  question: -0.57,
  time: 1.79,
}

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 0.87, midpoint: 12.78 } as const
