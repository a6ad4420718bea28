import { sentences } from '../language/sentences.ts'
import { analyse } from '../language/terms.ts'
import { foldForQuotes } from './quote-fold.ts'
import { matchQuote } from './quote-match.ts'

/**
 * Finds a quotation in the text that it claims to come from. What differs only in white space, quotation marks, dashes or
 * case is mended to the original; marks of omission and quotation around it do not count.
 *
 * @returns The stretch character by character as it stands in the text, the first of equals, whole words and numbers;
 *   undefined where it stands nowhere, or holds no word.
 */
export function findQuote(text: string, quote: string): string | undefined {
  const source = { text, folded: foldForQuotes(text) }
  for (const wanted of [quote, quote.replace(AROUND, '')]) {
    const folded = foldForQuotes(wanted)
    if (!/[\p{L}\p{N}]/u.test(folded.text)) return undefined
    const found = matchQuote(source, wanted, folded)
    if (found !== undefined) return found
  }
  return undefined
}

/** The sentence that has most of some terms, verbatim; the first of equals; the whole text where it has no sentence. */
export function fittingSentence(text: string, terms: ReadonlySet<string>): string {
  let best = text
  let most = -1
  for (const { start, end } of sentences(text)) {
    const sentence = text.slice(start, end)
    const count = new Set(analyse(sentence).filter((term) => terms.has(term))).size
    if (count <= most) continue
    most = count
    best = sentence
  }
  return best
}

const AROUND = /^[\s"“”„«»'‘’…]+|[\s"“”„«»'‘’…]+$|^\.{3,}|\.{3,}$/gu
