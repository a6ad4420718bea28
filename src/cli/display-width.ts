/** Characters that a terminal shows over two columns: East Asian scripts and full-width forms, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

const PLAIN = /^[\x20-\x7e\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]*$/

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Columns that a line of text takes on a terminal: an approximation, as terminals differ about new emoji.
 *
 * @see Unicode Standard Annex 11, East Asian Width
 */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

/** Text cut to so many columns, the last of them an ellipsis; never inside a character. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const { segment } of graphemes.segment(text)) {
    left -= graphemeWidth(segment)
    if (left < 0) break
    kept += segment
  }
  return `${kept}…`
}

/** A piece of text no wider than `width`, and the rest; a character that is wider stands alone. */
export function splitAtWidth(text: string, width: number): readonly [piece: string, rest: string] {
  let end = 0
  let left = width
  for (const { segment } of graphemes.segment(text)) {
    left -= graphemeWidth(segment)
    if (left < 0 && end > 0) break
    end += segment.length
  }
  return [text.slice(0, end), text.slice(end)]
}

export const padEndTo = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)))

export const padStartTo = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - displayWidth(text))) + text

/** A mark that joins the letter before it takes no column of its own. */
function graphemeWidth(segment: string): number {
  if (WIDE.test(segment)) return 2
  return /^[\p{M}\p{Cf}]+$/u.test(segment) ? 0 : 1
}
