import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Columns that a line of text takes on a terminal. @see Unicode Standard Annex 11, East Asian Width */
export const displayWidth = (text: string): number => stringWidth(text)

/** Text cut to so many columns, the last of them an ellipsis; never inside a character. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const { segment } of graphemes.segment(text)) {
    left -= stringWidth(segment)
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
    left -= stringWidth(segment)
    if (left < 0 && end > 0) break
    end += segment.length
  }
  return [text.slice(0, end), text.slice(end)]
}

export const padEndTo = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)))

export const padStartTo = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - displayWidth(text))) + text
