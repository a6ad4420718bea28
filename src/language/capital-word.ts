import { type WordKind, wordKind } from './lexicon.ts'
import type { Word } from './words.ts'

/** A word with what its place in the text says about its capital. */
export type CapitalWord = Word & {
  readonly kind: WordKind | undefined
  /** Where every word has a capital: at the start of a sentence, line, quotation or list item. */
  readonly initial: boolean
}

/** A kind for the word inside “I'm”, “She's” and “Don't”, which no lexicon lists. */
export function kindOf(lower: string): WordKind | undefined {
  return isContraction(lower) ? 'function' : wordKind(lower)
}

/** “I'm”, “she's”, “don't”. */
export function isContraction(lower: string): boolean {
  return CONTRACTION.test(lower)
}

const CONTRACTION =
  /n['’]t$|^(?:i|you|he|she|it|we|they|that|there|here|what|who|how|when|where|why|let|y)['’](?:m|s|re|ve|d|ll|all)$/

/** Small words that stand inside a name. */
export const NAME_PARTICLE: ReadonlySet<string> = new Set([
  'of',
  'the',
  'de',
  'del',
  'della',
  'di',
  'da',
  'du',
  'la',
  'le',
  'van',
  'von',
  'der',
  'den',
  'bin',
  'al',
  'y',
])

/** What is said before a person's name. */
export const TITLE =
  /^(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Professor|Aunt|Auntie|Uncle|Coach|Captain|Sir|Lady|Grandma|Grandpa|Sister|Father|Rabbi|Judge|Officer)$/
