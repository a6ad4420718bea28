/** A word as it stands in a text; positions in UTF-16 code units, end exclusive. */
export type Word = {
  readonly text: string
  readonly lower: string
  readonly start: number
  readonly end: number
}

/**
 * The words of a text: runs of letters and digits, joined over an inner apostrophe, hyphen, dot or ampersand
 * (“don't”, “co-op”, “U.S”, “2.7.4”). A final possessive (“Caroline's”) is left off the word.
 *
 * @returns In order; offsets point at the word as written.
 */
export function words(text: string): readonly Word[] {
  const found: Word[] = []
  for (const match of text.matchAll(WORD)) {
    const written = match[0]
    const possessive = POSSESSIVE.exec(written)
    const length = possessive === null ? written.length : possessive.index
    const word = written.slice(0, length)
    found.push({ text: word, lower: word.toLowerCase(), start: match.index, end: match.index + length })
  }
  return found
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.&/-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** Not after a pronoun-like word: “it's” and “that's” are contractions, and no names. */
const POSSESSIVE = /(?<!^(?:it|that|what|who|he|she|there|here|let|where|how|when))['’]s$/i
