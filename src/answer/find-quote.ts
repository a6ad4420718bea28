import { sentences } from '../language/sentences.ts'
import { analyse } from '../language/terms.ts'

/** A stretch of a text, verbatim, and whether the words that it was found by differ from it. */
export type FoundQuote = { readonly text: string; readonly mended: boolean }

/**
 * Finds a quotation in the text that it claims to come from. What differs only in white space, quotation marks or case
 * is mended to the original; marks of omission and quotation around it do not count.
 *
 * @returns The stretch character by character as it stands in the text, the first of equals; undefined where it stands
 *   nowhere, or holds no word.
 */
export function findQuote(text: string, quote: string): FoundQuote | undefined {
  for (const wanted of [quote, quote.replace(AROUND, '')]) {
    if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined
    const found = text.includes(wanted) ? { text: wanted, mended: false } : mend(text, wanted)
    if (found !== undefined) return found
  }
  return undefined
}

function mend(text: string, quote: string): FoundQuote | undefined {
  const wanted = folded(quote).text.trim()
  const { text: searched, starts } = folded(text)
  const at = searched.indexOf(wanted)
  if (at < 0) return undefined
  const end = starts[at + wanted.length] ?? text.length
  return { text: text.slice(starts[at], end).trimEnd(), mended: true }
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

type Folded = {
  readonly text: string
  /** Where each code unit of the folded text begins in the original. */
  readonly starts: readonly number[]
}

/** Lower case, one kind of quotation mark, each run of white space one blank. */
function folded(text: string): Folded {
  let out = ''
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    const plain = plainOf(character)
    if (plain !== ' ' || !out.endsWith(' ')) {
      out += plain
      for (let unit = 0; unit < plain.length; unit += 1) starts.push(at)
    }
    at += character.length
  }
  return { text: out, starts }
}

function plainOf(character: string): string {
  if (/\s/u.test(character)) return ' '
  if (/["“”„«»‟″]/u.test(character)) return '"'
  if (/['‘’‚‛′`´]/u.test(character)) return "'"
  return character.toLowerCase()
}
