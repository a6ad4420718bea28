/** A segment that Unicode's rules cut; positions in UTF-16 code units, end exclusive. */
export type Segment = { readonly start: number; readonly end: number; readonly isWordLike: boolean }

/** UTF-16 code units. V8 copies the whole text into each segment, so a long text goes block by block. */
const BLOCK = 2_000

/**
 * All segments of a text, in order and without a gap between them, in time linear in the text.
 *
 * The last segment of a block may go on beyond it, so the next block begins with it.
 */
export function* segmentsOf(text: string, segmenter: Intl.Segmenter): Generator<Segment> {
  let from = 0
  let size = BLOCK
  while (from < text.length) {
    let last: Segment | undefined
    for (const { index, segment, isWordLike } of segmenter.segment(text.slice(from, from + size))) {
      if (last !== undefined) yield last
      last = {
        start: from + index,
        end: from + index + segment.length,
        isWordLike: isWordLike ?? false,
      }
    }
    if (last === undefined) return
    if (from + size >= text.length) {
      yield last
      return
    }
    // A segment longer than the block is tried again in a larger one.
    size = last.start === from ? size * 2 : BLOCK
    from = last.start
  }
}
