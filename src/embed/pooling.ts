/**
 * Mean of the token vectors of one text.
 *
 * @param tokens Row after row, one for each token, `dimension` numbers each.
 * @returns `dimension` numbers; all zero without tokens.
 */
export function meanOfTokens(tokens: Float32Array, dimension: number): Float32Array {
  const sums = new Float64Array(dimension)
  const count = tokens.length / dimension
  for (let token = 0; token < count; token++) {
    const from = token * dimension
    for (let i = 0; i < dimension; i++) sums[i]! += tokens[from + i]!
  }
  return Float32Array.from(sums, (sum) => (count === 0 ? 0 : sum / count))
}

/** The vector at length 1; all zero where it has no length or is not finite. */
export function normalised(vector: Float32Array): Float32Array {
  let squares = 0
  for (const x of vector) squares += x * x
  const length = Math.sqrt(squares)
  const usable = length > 0 && Number.isFinite(length)
  return vector.map((x) => (usable ? x / length : 0))
}
