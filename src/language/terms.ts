import { segmentsOf } from './segments.ts'
import { stem } from './stem.ts'
import { isStopWord } from './stop-words.ts'

/** Longer runs without a space are data (base64, keys); only their head is indexed, or the index outgrows the text. */
const LONGEST_RUN_CHARACTERS = 256
const INDEXED_RUN_CHARACTERS = 64
/** No word of any language is longer; what is longer is cut so that a term stays small. */
const LONGEST_TERM_CHARACTERS = 64

const LETTERS_WITHOUT_DECOMPOSITION: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ς', 'σ'],
  // Russian is mostly written without its dots.
  ['ё', 'е'],
])

/** Scripts written without spaces, and Hangul, whose particles hang on the word. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}ー々〆]/u
const TOKEN =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}ー々〆\p{M}]+|\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}\p{M}]+)*(?:\+\+|#)?(?:[-‐‑_](?=[\p{L}\p{N}]))?/gu

/**
 * The normalised terms of a text, in order, with repetitions: what the lexical view indexes and searches.
 *
 * Text is compared on NFKC, case-folded, final-sigma-folded letters, Latin and Greek without accents, English words by
 * their stem. Stop words are left out unless the text has nothing else. Scripts without spaces give their words and
 * their pairs of characters; a compound gives its parts and itself (“multi-storey” → `multi`, `storei`, `multistorei`).
 * Everything in the text is literal: there is no query syntax. Text without letters or digits gives no terms.
 *
 * @see Unicode Standard Annex 15 (NFKC), section 5.18 (case folding)
 */
export function analyse(text: string): string[] {
  const words = wordsOf(foldText(shortenRuns(text)))
  const content = words.filter((word) => !isStopWord(word))
  return (content.length > 0 ? content : words).map(stem)
}

/** Text in the form in which it is compared: NFKC, lower case, final sigma and accents of Latin and Greek folded. */
export function foldText(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  if (/^[\x20-\x7e\n]*$/u.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/([\p{sc=Latn}\p{sc=Grek}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[łøđðħıßæœςё]/gu, (letter) => LETTERS_WITHOUT_DECOMPOSITION.get(letter) ?? letter)
}

/** The term by which a person is indexed: `@` and the folded name, words joined by one space. */
export function personTerm(name: string): string {
  return `@${foldText(name).trim().replace(/\s+/gu, ' ')}`
}

function shortenRuns(text: string): string {
  return text.replace(/\S{257,}/gu, (run) => (isData(run) ? run.slice(0, INDEXED_RUN_CHARACTERS) : run))
}

function isData(run: string): boolean {
  return run.length > LONGEST_RUN_CHARACTERS && !UNSPACED.test(run)
}

function wordsOf(folded: string): string[] {
  const words: string[] = []
  let compound: string[] = []
  for (const [token] of folded.matchAll(TOKEN)) {
    if (UNSPACED.test(token)) {
      for (const word of wordsOfUnspaced(token)) words.push(word)
      continue
    }
    const joins = /[-‐‑_]$/u.test(token)
    const word = joins ? token.slice(0, -1) : token
    words.push(...formsOf(word))
    compound.push(word)
    if (joins) continue
    if (compound.length > 1 && compound.some((part) => !/^\p{N}+$/u.test(part))) {
      words.push(plainWord(compound.join('')))
    }
    compound = []
  }
  return words.filter((word) => word !== '')
}

/** “c++” is found as itself and as “c”, “3rd” as “3”, “1,200” as “1200”. */
function formsOf(word: string): string[] {
  if (/(?:\+\+|#)$/u.test(word)) return [plainWord(word.replace(/[+#]+$/u, '')), word]
  if (/^\d+(?:st|nd|rd|th)$/u.test(word)) return [word.slice(0, -2)]
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(word)) return [word.replaceAll(',', '')]
  if (/^\p{N}+(?:[.,]\p{N}+)+$/u.test(word)) return word.includes(',') ? word.split(/[.,]/u) : [word]
  return [plainWord(word)]
}

/** Without possessive and apostrophes: “Ana's” → “ana”, “don't” → “dont”. */
function plainWord(word: string): string {
  return word
    .replace(/['’]s$/u, '')
    .replace(/['’]/gu, '')
    .slice(0, LONGEST_TERM_CHARACTERS)
}

let segmenter: Intl.Segmenter | undefined

/** The words that a dictionary finds, and every pair of neighbouring characters, each place once. */
function wordsOfUnspaced(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const words = [...segmentsOf(run, segmenter)].map(({ start, end }) => run.slice(start, end))
  const characters = [...run]
  const pairs = characters.slice(1).map((character, i) => `${characters[i]}${character}`)
  const known = new Set(pairs)
  return [
    ...pairs,
    ...words.filter((word) => !known.has(word)).map((w) => w.slice(0, LONGEST_TERM_CHARACTERS)),
  ]
}
