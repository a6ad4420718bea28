/** The candidates of one question: `features[i]` of candidate i, and whether it is evidence. */
export type Example = {
  readonly features: readonly (readonly number[])[]
  readonly relevant: readonly boolean[]
}

export type FitOptions = { readonly epochs: number; readonly rate: number; readonly shrinkage: number }

/** As little as makes the tuning figures stand still; shrinkage keeps features that say the same from fighting. */
const DEFAULTS: FitOptions = { epochs: 200, rate: 0.1, shrinkage: 0.01 }

/**
 * Fits linear weights so that evidence stands above what is not: each evidence unit of a question is to win a softmax
 * against all its candidates that are none. Full-batch Adam from zero, so that the same examples give the same weights.
 *
 * @see Cao et al., “Learning to Rank: From Pairwise Approach to Listwise Approach”, ICML 2007
 * @see Kingma and Ba, “Adam”, ICLR 2015
 */
export function fitWeights(examples: readonly Example[], options: Partial<FitOptions> = {}): number[] {
  const { epochs, rate, shrinkage } = { ...DEFAULTS, ...options }
  const usable = examples.filter(({ relevant }) => relevant.includes(true) && relevant.includes(false))
  const size = usable[0]?.features[0]?.length ?? 0
  const weights = new Array<number>(size).fill(0)
  const mean = new Float64Array(size)
  const spread = new Float64Array(size)
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const slope = new Float64Array(size)
    for (const example of usable) addSlope(example, weights, slope)
    for (let f = 0; f < size; f++) {
      const step = slope[f]! / usable.length + shrinkage * weights[f]!
      mean[f] = 0.9 * mean[f]! + 0.1 * step
      spread[f] = 0.999 * spread[f]! + 0.001 * step * step
      const corrected = Math.sqrt(spread[f]! / (1 - 0.999 ** epoch)) + 1e-8
      weights[f]! -= (rate * (mean[f]! / (1 - 0.9 ** epoch))) / corrected
    }
  }
  return weights
}

/** The weighted sums of one question's candidates. */
export function scoresOf({ features }: Pick<Example, 'features'>, weights: readonly number[]): number[] {
  return features.map((row) => row.reduce((sum, value, f) => sum + value * weights[f]!, 0))
}

/** Slope and midpoint of the chance of being evidence as a function of the score: logistic regression by Newton steps. */
export function fitCalibration(
  examples: readonly Example[],
  weights: readonly number[],
): { slope: number; midpoint: number } {
  const points = examples.flatMap((example) =>
    scoresOf(example, weights).map((score, i) => ({ score, label: Number(example.relevant[i]) })),
  )
  const centre = points.reduce((sum, { score }) => sum + score, 0) / points.length
  let [slope, offset] = [0, 0]
  for (let step = 0; step < NEWTON_STEPS; step++) {
    // Gradient and curvature; a trace of the latter is added so that it can always be inverted.
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6]
    for (const { score, label } of points) {
      const x = score - centre
      const chance = 1 / (1 + Math.exp(-(slope * x + offset)))
      const curve = chance * (1 - chance)
      g0 += chance - label
      g1 += (chance - label) * x
      h00 += curve
      h01 += curve * x
      h11 += curve * x * x
    }
    const determinant = h00 * h11 - h01 * h01
    const byOffset = (h11 * g0 - h01 * g1) / determinant
    const bySlope = (h00 * g1 - h01 * g0) / determinant
    // Shortened as a whole, or the step would leave its direction.
    const length = Math.min(1, 1 / Math.max(Math.abs(byOffset), Math.abs(bySlope), 1e-9))
    offset -= length * byOffset
    slope -= length * bySlope
  }
  return { slope, midpoint: centre - offset / slope }
}

const NEWTON_STEPS = 60

function addSlope({ features, relevant }: Example, weights: readonly number[], slope: Float64Array): void {
  const scores = scoresOf({ features }, weights)
  const highest = Math.max(...scores)
  const raised = scores.map((score) => Math.exp(score - highest))
  const others = raised.reduce((sum, value, i) => (relevant[i] ? sum : sum + value), 0)
  const winners = relevant.filter(Boolean).length
  const add = (row: readonly number[], by: number) => {
    for (let f = 0; f < row.length; f++) slope[f]! += by * row[f]!
  }
  let pull = 0
  for (const [i, value] of raised.entries()) {
    if (!relevant[i]) continue
    add(features[i]!, (value / (value + others) - 1) / winners)
    pull += 1 / (value + others) / winners
  }
  for (const [i, value] of raised.entries()) if (!relevant[i]) add(features[i]!, value * pull)
}
