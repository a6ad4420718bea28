export type TokenKind = 'word' | 'number' | 'ordinal' | 'decade' | 'numeric' | 'clock' | 'possessive' | 'mark'

/** A word, number or mark of a text, with where it stands in UTF-16 code units. */
export type Token = {
  readonly kind: TokenKind
  readonly text: string
  readonly lower: string
  readonly start: number
  readonly end: number
  /** Of a number, an ordinal or a decade. */
  readonly value: number
}

/**
 * Cuts a text for the reading of time words: [“tomorrow's 3rd, 2026-07-25/26” → tomorrow · 's · 3rd · , · 2026-07-25/26].
 * A number that cannot be part of a date (2,000 or 5K or $20) comes out as a word.
 */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) {
    const kind =
      KINDS.find((each) => match.groups?.[each] !== undefined) ?? (match.groups?.period ? 'word' : 'mark')
    tokens.push(tokenOf(kind, match[0], match.index))
  }
  return tokens
}

const KINDS: readonly TokenKind[] = ['word', 'possessive', 'numeric', 'clock', 'ordinal', 'decade', 'number']

const TOKEN = new RegExp(
  [
    String.raw`(?<possessive>(?<=[\p{L}\d])['’]s?(?![\p{L}\d]))`,
    String.raw`(?<numeric>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?|\d{1,12}(?:[-/.–]\d{1,12}){1,8}(?![\p{L}\d]))`,
    String.raw`(?<clock>\d{1,2}(?::\d{2}){1,2}(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]\.?m\b\.?)`,
    String.raw`(?<ordinal>\d{1,2}(?:st|nd|rd|th)\b)`,
    // Quarters and halves: [Q1], [H2].
    String.raw`(?<period>\b[qh][1-4]\b|\b[QH][1-4]\b)`,
    String.raw`(?<decade>(?:\b|['’])(?:\d{2}|\d{4})['’]?s\b)`,
    // What cannot be part of a date: thousands, units, money, percentages.
    String.raw`(?<word>[\p{L}\p{M}]+(?:['’](?!s\b)\p{L}+)*|\d{1,3}(?:,\d{3})+(?!\d)|\d+\p{L}[\p{L}\d]*|[$€£#]\s?\d+|\d+\s?%)`,
    String.raw`(?<number>['’]?\d+)`,
    String.raw`\S`,
  ].join('|'),
  'gu',
)

function tokenOf(kind: TokenKind, text: string, start: number): Token {
  const value =
    kind === 'number' || kind === 'ordinal' || kind === 'decade' ? Number(text.replace(/\D/g, '')) : NaN
  return { kind, text, lower: text.toLowerCase().replace('’', "'"), start, end: start + text.length, value }
}
