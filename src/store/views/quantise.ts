/** A vector in whole numbers: coordinate i is `values[i] * scale`. The zero vector has scale 0. */
export type Quantised<Values extends Int8Array | Int16Array> = {
  readonly values: Values
  /** At least 0, and exact in 32 bits, so that it survives being stored as a float. */
  readonly scale: number
}

/**
 * Rounds to 8 bits: the largest coordinate becomes ±127, and none is off by more than half a `scale`. Enough to find
 * the best candidates, see `DenseView`.
 *
 * @throws {RangeError} If a coordinate is not finite.
 */
export function toInt8(vector: Float32Array): Quantised<Int8Array> {
  return quantise(vector, new Int8Array(vector.length), 127)
}

/**
 * Rounds to 16 bits: the largest coordinate becomes ±`limit`, and none is off by more than half a `scale`. A normalised
 * vector keeps its cosines to about 1e-5; this is the form in which vectors are stored.
 *
 * @param limit From 1 to 32,767. Default 32,767.
 * @throws {RangeError} If a coordinate is not finite.
 */
export function toInt16(vector: Float32Array, limit = 32_767): Quantised<Int16Array> {
  return quantise(vector, new Int16Array(vector.length), limit)
}

/** The vector that was quantised, to within half a `scale` in each coordinate. */
export function toFloat32({ values, scale }: Quantised<Int8Array | Int16Array>): Float32Array {
  const vector = new Float32Array(values.length)
  // A plain loop: a recall decodes some hundred vectors, and `from` with a function takes ten times as long.
  for (let i = 0; i < values.length; i++) vector[i] = values[i]! * scale
  return vector
}

function quantise<Values extends Int8Array | Int16Array>(
  vector: Float32Array,
  values: Values,
  limit: number,
): Quantised<Values> {
  const scale = Math.fround(largest(vector) / limit)
  // Also where all coordinates are so small that the scale has no float.
  if (scale === 0) return { values, scale }
  for (let i = 0; i < vector.length; i++) {
    const value = Math.round(vector[i]! / scale)
    values[i] = Math.max(-limit, Math.min(limit, value))
  }
  return { values, scale }
}

function largest(vector: Float32Array): number {
  let max = 0
  for (let i = 0; i < vector.length; i++) {
    const size = Math.abs(vector[i]!)
    if (!Number.isFinite(size))
      throw new RangeError(
        `Cannot quantise a vector as its numbers must be finite: number ${i} is ${vector[i]}`,
      )
    if (size > max) max = size
  }
  return max
}
