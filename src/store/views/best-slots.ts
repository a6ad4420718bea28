import type { Mask } from './scope-mask.ts'

/** The slots of the mask with the highest scores above `floor`, best first; ties go to the lower slot. A hot loop over all units. */
export function bestSlots(
  scores: Float32Array,
  mask: Mask,
  { depth, floor }: { depth: number; floor: number },
): number[] {
  const { bits } = mask
  const heap = new Int32Array(depth)
  let size = 0
  // What a score must exceed to count; slots come in order, so that an equal one at a higher slot is the worse.
  let least = depth > 0 ? floor : Infinity
  // A min-heap: its root is the worst of the best so far.
  const worse = (a: number, b: number) => scores[a]! < scores[b]! || (scores[a] === scores[b] && a > b)
  for (let slot = 0; slot < bits.length; slot++) {
    if (!(scores[slot]! > least) || bits[slot] === 0) continue
    if (size < depth) {
      heap[size] = slot
      siftUp(heap, size, worse)
      size++
    } else {
      heap[0] = slot
      siftDown(heap, size, worse)
    }
    if (size === depth) least = scores[heap[0]!]!
  }
  return [...heap.subarray(0, size)].sort((a, b) => scores[b]! - scores[a]! || a - b)
}

type Worse = (a: number, b: number) => boolean

function siftUp(heap: Int32Array, from: number, worse: Worse): void {
  let i = from
  while (i > 0) {
    const parent = (i - 1) >> 1
    if (!worse(heap[i]!, heap[parent]!)) return
    swap(heap, i, parent)
    i = parent
  }
}

function siftDown(heap: Int32Array, size: number, worse: Worse): void {
  let i = 0
  for (;;) {
    let least = i
    for (const child of [2 * i + 1, 2 * i + 2]) {
      if (child < size && worse(heap[child]!, heap[least]!)) least = child
    }
    if (least === i) return
    swap(heap, i, least)
    i = least
  }
}

function swap(heap: Int32Array, a: number, b: number): void {
  const kept = heap[a]!
  heap[a] = heap[b]!
  heap[b] = kept
}
