import { seededRandom } from '../speed/seeded.ts'

/** The middle 95 of 100 means that resampling the values with replacement gives. */
export type Interval = { readonly low: number; readonly high: number }

/**
 * Percentile bootstrap of a mean. Lists of one length are resampled alike for one seed.
 *
 * @param values One a question, at least one.
 * @see Efron and Tibshirani, “An Introduction to the Bootstrap”, 1993, chapter 13
 */
export function bootstrap(values: readonly number[], seed: number): Interval {
  const count = values.length
  const places = drawn(count, seed)
  const numbers = Float64Array.from(values)
  const means = new Float64Array(RESAMPLES)
  for (let resample = 0, at = 0; resample < RESAMPLES; resample++) {
    let sum = 0
    for (const end = at + count; at < end; at++) sum += numbers[places[at]!]!
    means[resample] = sum / count
  }
  means.sort()
  return { low: means[Math.floor(RESAMPLES * 0.025)]!, high: means[Math.ceil(RESAMPLES * 0.975) - 1]! }
}

const RESAMPLES = 2_000

let last: { readonly count: number; readonly seed: number; readonly places: Uint32Array } | undefined

/** The places that the resamples draw, one resample after another; kept, as many metrics are told of the same questions. */
function drawn(count: number, seed: number): Uint32Array {
  if (last?.count !== count || last.seed !== seed) {
    const random = seededRandom(seed)
    const places = new Uint32Array(RESAMPLES * count)
    for (let i = 0; i < places.length; i++) places[i] = Math.floor(random() * count)
    last = { count, seed, places }
  }
  return last.places
}
