import type { FeatureName } from './features.ts'

/**
 * Weights of `FEATURES`; the fused score is the weighted sum.
 *
 * Fitted by `npm run bench -- fit`: a softmax of each evidence turn against the candidates that are none, over the 383
 * questions of the three tuning conversations of LoCoMo (categories 1-4), shrunk a little. Fit anew when a feature, the
 * analyser or the embedding model changes.
 */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
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

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 0.99, midpoint: 11.44 } as const
