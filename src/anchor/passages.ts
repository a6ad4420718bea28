import { sentences, type TextSpan } from '../language/sentences.ts'
import { betweenData, hasWords } from './wording.ts'

/**
 * The passages of a turn: one for a turn of ordinary length, else several of about equal length, cut between sentences
 * (between words where a sentence alone is too long), so that no embedding model has to cut.
 *
 * @returns Spans of the text in order, without white space at their ends, that cover every word but data (base64,
 *   keys); none for a turn without words.
 */
export function passages(text: string): readonly TextSpan[] {
  if (!hasWords(text)) return []
  if (text.length <= SURELY_WHOLE)
    return [trimmedStart(text, trimmedEnd(text, { start: 0, end: text.length }))]
  const pieces = betweenData(text).flatMap((span) => piecesOf(text, span))
  const [first, last] = [pieces[0], pieces[pieces.length - 1]]
  if (first === undefined || last === undefined) return []
  const total = pieces.reduce((sum, piece) => sum + piece.weight, 0)
  if (total <= MOST_WORDS && last.end - first.start <= MOST_CHARACTERS)
    return [{ start: first.start, end: last.end }]
  return grouped(pieces, total / Math.ceil(total / MOST_WORDS))
}

/** Words in a passage; about 150 tokens of English, well inside the 512 of the models of our size. */
const MOST_WORDS = 110
/** Characters in a passage: keeps code and tables, whose words are many tokens each, inside the window as well. */
const MOST_CHARACTERS = 900
/** Characters: 110 words of one letter and a space, or 220 of a script without spaces; too few for data. Spares most turns the segmenter. */
const SURELY_WHOLE = 220
/** A character of a script without spaces is about one token, and so counts as one word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/gu

type Piece = TextSpan & { readonly weight: number }

/** Fills passages up to the even share; a piece goes to the side that it leaves nearer to that share. */
function grouped(pieces: readonly Piece[], share: number): readonly TextSpan[] {
  const groups: Piece[] = []
  let open: Piece | undefined
  for (const piece of pieces) {
    const grown: Piece =
      open === undefined ? piece : { start: open.start, end: piece.end, weight: open.weight + piece.weight }
    const overflows = grown.end - grown.start > MOST_CHARACTERS || grown.weight > MOST_WORDS
    if (open !== undefined && (overflows || grown.weight - share > share - open.weight)) {
      groups.push(open)
      open = piece
    } else open = grown
  }
  if (open !== undefined) groups.push(open)
  return groups.map(({ start, end }) => ({ start, end }))
}

function piecesOf(text: string, span: TextSpan): readonly Piece[] {
  const within = text.slice(span.start, span.end)
  return sentences(within).flatMap(({ start, end }) =>
    cut(text, { start: span.start + start, end: span.start + end }),
  )
}

/** A sentence that fits, else its parts, cut after commas where there are some, else after words, else anywhere. */
function cut(text: string, sentence: TextSpan): readonly Piece[] {
  const words = text.slice(sentence.start, sentence.end)
  const weight = weightOf(words)
  if (weight <= MOST_WORDS && words.length <= MOST_CHARACTERS) return [{ ...sentence, weight }]
  const half = breakNear(words, words.length >> 1)
  const left = trimmedEnd(text, { start: sentence.start, end: sentence.start + half })
  const right = trimmedStart(text, { start: sentence.start + half, end: sentence.end })
  return [...cut(text, left), ...cut(text, right)]
}

/** A third of the sentence around its middle is searched for a comma, all of it for a space. */
function breakNear(words: string, middle: number): number {
  const comma = nearest(words, middle, words.length / 6, /[,;:、，；]/)
  if (comma !== undefined) return comma + 1
  const space = nearest(words, middle, words.length / 2 - 1, /\s/)
  if (space !== undefined) return space
  return isLowSurrogate(words.charCodeAt(middle)) ? middle + 1 : middle
}

function nearest(words: string, middle: number, reach: number, mark: RegExp): number | undefined {
  for (let distance = 0; distance < reach; distance++) {
    if (mark.test(words.charAt(middle - distance))) return middle - distance
    if (mark.test(words.charAt(middle + distance))) return middle + distance
  }
  return undefined
}

function weightOf(words: string): number {
  const spaced = words.match(/\S+/g)?.length ?? 0
  return spaced + (words.match(UNSPACED)?.length ?? 0)
}

function trimmedEnd(text: string, { start, end }: TextSpan): TextSpan {
  return { start, end: start + text.slice(start, end).trimEnd().length }
}

function trimmedStart(text: string, { start, end }: TextSpan): TextSpan {
  return { start: end - text.slice(start, end).trimStart().length, end }
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
