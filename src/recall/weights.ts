import type { FeatureName } from './features.ts'

/**
 * Weights of `FEATURES`; the fused score is the weighted sum.
 *
 * Fitted by `npm run bench -- fit`: a softmax of each evidence turn against the candidates that are none, over the 383
 * questions of the three tuning conversations of LoCoMo (categories 1-4), shrunk a little. Fit anew when a feature, the
 * analyser or the embedding model changes.
 */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 1.18,
  twoBefore: 0.85,
  before: -0.11,
  after: -0.44,
  twoAfter: -0.05,
  reply: 1.44,
  session: 1.42,
  coverage: 1.93,
  dense: 2.41,
  denseBefore: 0.07,
  denseAfter: 0.65,
  sessionDense: 1.62,
  askedPerson: 2.18,
  firstPerson: 0.62,
  question: -0.35,
  time: 1.39,
  name: 0.55,
  number: 0.58,
}

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 1.0, midpoint: 11.48 } as const
