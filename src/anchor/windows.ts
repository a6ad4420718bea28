/** A window over turns by place, from 0, end exclusive. */
export type Window = { readonly start: number; readonly end: number }

/**
 * Overlapping windows over `count` turns, advancing by `size` − `overlap`; the last ends with the last turn, and none
 * lies wholly inside another.
 *
 * @param options.size W, turns in a window, > 0.
 * @param options.overlap O, turns shared by neighbours, from 0 to below `size`.
 * @throws {RangeError} If the options do not hold.
 * @see RaMem, section 3.1
 */
export function windows(
  count: number,
  { size, overlap }: { readonly size: number; readonly overlap: number },
): readonly Window[] {
  if (!(size > 0 && overlap >= 0 && overlap < size)) {
    throw new RangeError(
      `Cannot lay windows as 0 <= overlap < size must hold: current values are ${overlap} and ${size}`,
    )
  }
  const made: Window[] = []
  for (let start = 0; start < count; start += size - overlap) {
    const end = Math.min(start + size, count)
    made.push({ start, end })
    if (end === count) break
  }
  return made
}
