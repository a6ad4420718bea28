/** A text as quotes are compared: without what a copyist changes unawares. */
export type FoldedText = {
  readonly text: string
  /** Where each code unit of `text` stands in the source: from `starts[i]` to `ends[i]`, end exclusive. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Folds what may differ between a quote and its source: case, white space, the form of quotation marks, apostrophes and
 * dashes, and canonically equivalent characters. Words and numbers keep their bounds.
 *
 * An apostrophe within a word stays (“we'll” is not “well”), other quotation marks go. White space stays between words,
 * as one blank, and between a number and what could continue it (“3. 5” is not “3.5”); beside punctuation it goes.
 *
 * [Ana  said: “It's —  fine” → ana said:it's-fine]
 */
export function foldForQuotes(source: string): FoldedText {
  const pieces = piecesOf(source)
  const kept: Piece[] = []
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'mark') {
      if (isInWord(pieces, index)) kept.push({ ...piece, text: "'" })
    } else if (piece.kind === 'space') {
      if (kept.at(-1)?.kind !== 'space') kept.push(piece)
    } else if (piece.kind === 'dash') {
      // Two hyphens are how a dash is typed; spaces may stand around either.
      if (kept.at(-1)?.kind !== 'dash') kept.push({ ...piece, text: '-' })
    } else kept.push(piece)
  }
  return joined(kept.filter((piece, index) => piece.kind !== 'space' || separates(kept, index)))
}

type Piece = {
  readonly kind: 'word' | 'space' | 'mark' | 'dash' | 'other'
  readonly text: string
  readonly start: number
  readonly end: number
}

const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu
const SPACE = /^[\s\u200b\u2060\ufeff]/u
const MARK = /^["'`´‘’‚‛“”„‟«»‹›′″ʼ＂＇]/u
const DASH = /^[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/u
const WORD = /^[\p{L}\p{N}\p{M}]/u
const DIGIT = /^\p{N}/u
/** Written without blanks, so that one between two of them says nothing. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u

function piecesOf(source: string): readonly Piece[] {
  return [...source.matchAll(CLUSTER)].flatMap(({ 0: cluster, index }) =>
    [...foldCase(cluster)].map((text) => ({
      kind: kindOf(text),
      text,
      start: index,
      end: index + cluster.length,
    })),
  )
}

/** Through upper case, as “ß” and “SS”, “ς” and “Σ” are one letter in another case. */
function foldCase(cluster: string): string {
  const upper = cluster.normalize('NFC').toUpperCase().normalize('NFC')
  return [...upper.toLowerCase()]
    .map((each) => each.toUpperCase().toLowerCase())
    .join('')
    .normalize('NFC')
}

function kindOf(text: string): Piece['kind'] {
  if (SPACE.test(text)) return 'space'
  if (MARK.test(text)) return 'mark'
  if (DASH.test(text)) return 'dash'
  return WORD.test(text) ? 'word' : 'other'
}

function isInWord(pieces: readonly Piece[], index: number): boolean {
  return pieces[index - 1]?.kind === 'word' && pieces[index + 1]?.kind === 'word'
}

function separates(pieces: readonly Piece[], index: number): boolean {
  const before = pieces[index - 1]
  const after = pieces[index + 1]
  if (before === undefined || after === undefined) return false
  if (before.kind === 'word' && after.kind === 'word')
    return !(UNSPACED.test(before.text) && UNSPACED.test(after.text))
  const beyond = pieces[index - 2]
  return (
    /^[.,:]$/u.test(before.text) && beyond !== undefined && DIGIT.test(beyond.text) && DIGIT.test(after.text)
  )
}

function joined(pieces: readonly Piece[]): FoldedText {
  const starts: number[] = []
  const ends: number[] = []
  for (const { text, start, end } of pieces) {
    for (let unit = 0; unit < text.length; unit += 1) {
      starts.push(start)
      ends.push(end)
    }
  }
  return { text: pieces.map(({ kind, text }) => (kind === 'space' ? ' ' : text)).join(''), starts, ends }
}
