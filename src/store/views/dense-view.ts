import { createDenseKernel, type DenseKernel } from './dense-view-kernel.ts'
import { toInt16 } from './quantise.ts'

/**
 * The vectors of one bank in memory, one in each slot, 8 bits a coordinate.
 *
 * Slots are whole numbers from 0 that the caller assigns; it should keep them dense, since memory reaches up to the
 * highest slot ever set (a slot of 384 dimensions takes 388 bytes, 100,000 of them 39 MB). A scan of 100,000 slots takes
 * about 6 ms. Scores are near, not exact: take the best 200 and score these again with the vectors of
 * `VectorQueue.exact`, and the first 50 are those of an exact scan.
 */
export interface DenseView {
  readonly dimension: number
  /** One more than the highest slot ever set. */
  readonly slots: number
  /** Memory held. */
  readonly bytes: number
  /**
   * Sets or replaces the vector of a slot, as `toInt8` makes it.
   *
   * @throws {RangeError} If the slot is no whole number from 0, or vector and scale are not of this view.
   */
  set(slot: number, vector: Int8Array, scale: number): void
  /** Empties a slot and overwrites what was in it; an empty slot is passed over. */
  clear(slot: number): void
  has(slot: number): boolean
  /**
   * The cosine of the question with every slot, to within about 0.004; −Infinity for an empty slot.
   *
   * @param question L2-normalised, `dimension` finite numbers.
   * @param slots Length of the result. Default: `slots` of this view; beyond these every slot is empty.
   * @returns By slot; an array of its own for each call.
   * @throws {RangeError} If the question has another dimension or is not finite.
   */
  scores(question: Float32Array, slots?: number): Float32Array
}

/**
 * An empty view.
 *
 * @param dimension From 1 to 16,384.
 * @param kernel What scans the vectors. Default: the fastest that this machine runs.
 */
export function createDenseView(dimension: number, kernel: DenseKernel = createDenseKernel()): DenseView {
  if (!Number.isInteger(dimension) || dimension < 1 || dimension > 16_384)
    throw new RangeError(
      `Cannot hold vectors as their dimension must be from 1 to 16,384: it is ${dimension}`,
    )
  return new BlockedView(dimension, kernel)
}

/** Slots that are scored by one call of the kernel; memory grows by as many. */
const BLOCK_SLOTS = 1024

/** Bytes that the kernel reads at once. */
const LANE_BYTES = 16

/** The scale of an empty slot: whatever it is multiplied with is no score. */
const EMPTY = Number.NaN

/** Memory: the question, the scores of one block, then the blocks, each its scales and then its vectors. */
class BlockedView implements DenseView {
  readonly dimension: number
  slots = 0
  readonly #kernel: DenseKernel
  readonly #stride: number
  readonly #questionLimit: number
  #blocks = 0

  constructor(dimension: number, kernel: DenseKernel) {
    this.dimension = dimension
    this.#kernel = kernel
    this.#stride = Math.ceil(dimension / LANE_BYTES) * LANE_BYTES
    // The kernel's sums must stay below 2^31 even if all coordinates are at their largest.
    this.#questionLimit = Math.min(32_767, Math.floor(2 ** 31 / (128 * this.#stride)) - 1)
  }

  get bytes(): number {
    return this.#kernel.buffer.byteLength
  }

  set(slot: number, vector: Int8Array, scale: number): void {
    this.#check(slot, vector, scale)
    while (slot >= this.#blocks * BLOCK_SLOTS) this.#addBlock()
    this.#vector(slot).set(vector)
    this.#scale(slot)[0] = scale
    this.slots = Math.max(this.slots, slot + 1)
  }

  clear(slot: number): void {
    if (!this.has(slot)) return
    this.#vector(slot).fill(0)
    this.#scale(slot)[0] = EMPTY
  }

  has(slot: number): boolean {
    return Number.isInteger(slot) && slot >= 0 && slot < this.slots && !Number.isNaN(this.#scale(slot)[0])
  }

  scores(question: Float32Array, slots: number = this.slots): Float32Array {
    const unit = this.#writeQuestion(question)
    const result = new Float32Array(slots).fill(Number.NEGATIVE_INFINITY)
    const scored = Math.min(slots, this.slots)
    for (let first = 0; first < scored; first += BLOCK_SLOTS) {
      const block = this.#scoreBlock(first, Math.min(BLOCK_SLOTS, scored - first), unit)
      for (let i = 0; i < block.length; i++) {
        const score = block[i]!
        if (!Number.isNaN(score)) result[first + i] = score
      }
    }
    return result
  }

  #check(slot: number, vector: Int8Array, scale: number): void {
    if (!Number.isInteger(slot) || slot < 0)
      throw new RangeError(`Cannot set a vector as its slot must be a whole number from 0: it is ${slot}`)
    if (vector.length !== this.dimension)
      throw new RangeError(
        `Cannot set a vector as it must have ${this.dimension} numbers: it has ${vector.length}`,
      )
    if (!(scale >= 0 && scale < Number.POSITIVE_INFINITY))
      throw new RangeError(`Cannot set a vector as its scale must be finite and ≥ 0: it is ${scale}`)
  }

  /** Returns what one step of the question is worth. */
  #writeQuestion(question: Float32Array): number {
    if (question.length !== this.dimension)
      throw new RangeError(
        `Cannot score a question as it must have ${this.dimension} numbers: it has ${question.length}`,
      )
    const { values, scale } = toInt16(question, this.#questionLimit)
    this.#kernel.reserve(this.#blockStart(0))
    new Int16Array(this.#kernel.buffer, 0, this.dimension).set(values)
    return scale
  }

  #scoreBlock(first: number, count: number, unit: number): Float32Array {
    const scales = this.#blockStart(first / BLOCK_SLOTS)
    const scores = this.#stride * 2
    const vectors = scales + BLOCK_SLOTS * 4
    this.#kernel.score({ vectors, scales, scores, question: 0, stride: this.#stride, count, unit })
    return new Float32Array(this.#kernel.buffer, scores, count)
  }

  #addBlock(): void {
    this.#kernel.reserve(this.#blockStart(this.#blocks + 1))
    new Float32Array(this.#kernel.buffer, this.#blockStart(this.#blocks), BLOCK_SLOTS).fill(EMPTY)
    this.#blocks += 1
  }

  #blockStart(block: number): number {
    return this.#stride * 2 + BLOCK_SLOTS * 4 + block * BLOCK_SLOTS * (4 + this.#stride)
  }

  #scale(slot: number): Float32Array {
    const start = this.#blockStart(Math.floor(slot / BLOCK_SLOTS))
    return new Float32Array(this.#kernel.buffer, start + (slot % BLOCK_SLOTS) * 4, 1)
  }

  #vector(slot: number): Int8Array {
    const start = this.#blockStart(Math.floor(slot / BLOCK_SLOTS)) + BLOCK_SLOTS * 4
    return new Int8Array(this.#kernel.buffer, start + (slot % BLOCK_SLOTS) * this.#stride, this.dimension)
  }
}
