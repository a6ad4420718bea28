import type { FeatureName } from './features.ts'

/**
 * Weights of `FEATURES`; the fused score is the weighted sum.
 *
 * Fitted by `npm run bench -- fit`: a softmax of each evidence turn against the candidates that are none, over the 383
 * questions of the three tuning conversations of LoCoMo (categories 1-4), shrunk a little. Fit anew when a feature, the
 * analyser or the embedding model changes.
 */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 1.15,
  twoBefore: 0.98,
  before: 0.45,
  after: -0.43,
  twoAfter: -0.05,
  reply: 0.22,
  session: 1.45,
  coverage: 1.95,
  dense: 2.45,
  denseBefore: 0.23,
  denseAfter: 0.6,
  sessionDense: 1.66,
  askedPerson: 2.27,
  firstPerson: 0.74,
  question: -0.37,
  time: 1.42,
  name: 0.53,
  number: 0.66,
}

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 0.98, midpoint: 11.82 } as const
