import type { FeatureName } from './features.ts'

/** Weights of `FEATURES`; the fused score is the weighted sum. */
export const WEIGHTS: Readonly<Record<FeatureName, number>> = {
  lexical: 2.5,
  twoBefore: 0.5,
  before: 0.5,
  after: 0.5,
  twoAfter: 0.3,
  reply: 1.2,
  session: 1.2,
  coverage: 1.5,
  dense: 3,
  denseBefore: 0.5,
  denseAfter: 0.5,
  sessionDense: 1.5,
  askedSpeaker: 1.5,
  firstPerson: 0.2,
  question: -0.8,
  time: 1.2,
}

/** Makes a probability of the fused score: 1 / (1 + exp(−slope · (score − midpoint))). */
export const CALIBRATION = { slope: 1, midpoint: 9 } as const
