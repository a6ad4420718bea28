/** The middle 95 of 100 means that resampling the values with replacement gives. */
export type Interval = { readonly low: number; readonly high: number }

/**
 * Percentile bootstrap of a mean.
 *
 * @param values One a question, at least one.
 * @param random Numbers in [0, 1), seeded.
 * @see Efron and Tibshirani, “An Introduction to the Bootstrap”, 1993, chapter 13
 */
export function bootstrap(values: readonly number[], random: () => number): Interval {
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)]!
    return sum / values.length
  }).sort((a, b) => a - b)
  return { low: means[Math.floor(RESAMPLES * 0.025)]!, high: means[Math.ceil(RESAMPLES * 0.975) - 1]! }
}

const RESAMPLES = 2_000
