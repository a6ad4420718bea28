import { type Quantised, toFloat32, toInt16 } from '../views/quantise.ts'

/** A vector as it stands in the file: little-endian int16 numbers, the largest ±32,767, and their scale. */
export type VectorRow = { readonly numbers: Uint8Array; readonly scale: number }

const largest16 = 32_767
const largest8 = 127

/** The int8 number of each int16 number, from −32,767. */
const narrowed = Int8Array.from({ length: 2 * largest16 + 1 }, (_, index) =>
  Math.round(((index - largest16) * largest8) / largest16),
)

/**
 * @returns Undefined for a vector of zeros, which has no direction.
 * @throws {RangeError} If a component is not finite.
 */
export function encodeVector(vector: Float32Array): VectorRow | undefined {
  const { values, scale } = toInt16(vector)
  if (scale === 0) return undefined
  return { numbers: new Uint8Array(values.buffer, values.byteOffset, values.byteLength), scale }
}

/** The vector as it stands in the file. */
export const storedVector = (row: VectorRow): Quantised<Int16Array> => ({
  values: numbersOf(row),
  scale: row.scale,
})

export const decodeVector = (row: VectorRow): Float32Array => toFloat32(storedVector(row))

/** The vector as the views hold it: the largest number ±127. */
export function narrowVector(row: VectorRow): Quantised<Int8Array> {
  const numbers = numbersOf(row)
  const values = new Int8Array(numbers.length)
  // A plain loop over a table: it runs once for each component of a bank that is opened.
  for (let i = 0; i < numbers.length; i++) values[i] = narrowed[numbers[i]! + largest16]!
  return { values, scale: (row.scale * largest16) / largest8 }
}

/** Every platform that the driver is built for is little-endian. */
function numbersOf({ numbers }: VectorRow): Int16Array {
  // The driver may give bytes that do not begin at an even address.
  const aligned = numbers.byteOffset % 2 === 0 ? numbers : numbers.slice()
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 2)
}
