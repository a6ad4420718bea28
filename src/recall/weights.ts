import type { FeatureName } from './features.ts'

/**
 * Weights of `FEATURES`; the fused score is the weighted sum.
 *
 * Fitted by `npm run bench -- fit`: a softmax of each evidence turn against the candidates that are none, over the 383
 * questions of the three tuning conversations of LoCoMo (categories 1-4), shrunk a little. Fit anew when a feature, the
 * analyser or the embedding model changes.
 */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 1.01,
  around: 0.3,
  reply: 0.48,
  session: 1.59,
  coverage: 1.9,
  dense: 2.51,
  denseBefore: 0.72,
  denseAfter: 0.26,
  sessionDense: 1.71,
  askedPerson: 2.33,
  firstPerson: 0.74,
  question: -0.41,
  time: 1.35,
  name: 0.54,
  number: 0.76,
}

/** Makes a chance of being evidence of the fused score, 1 / (1 + exp(−slope · (score − midpoint))); fitted likewise. */
export const CALIBRATION = { slope: 1.0, midpoint: 11.77 } as const
