import { isContraction } from './capital-word.ts'
import { segmentsOf } from './segments.ts'
import { isStopWord } from './stop-words.ts'
import { foldText } from './terms.ts'
import { words } from './words.ts'

/**
 * The words that carry content, in the form in which they were written, each once, in order. Scripts without spaces
 * give the words that Unicode's dictionary finds.
 */
export function contentWords(text: string): readonly string[] {
  const byFold = new Map<string, string>()
  for (const word of written(text)) {
    const folded = foldText(word).replace(/['’]/g, '')
    if (!isStopWord(folded) && !isContraction(word.toLowerCase()) && !byFold.has(folded))
      byFold.set(folded, word)
  }
  return [...byFold.values()]
}

function* written(text: string): Generator<string> {
  for (const word of words(text)) {
    if (UNSPACED.test(word.text)) yield* unspaced(word.text)
    else yield word.text
  }
}

function* unspaced(run: string): Generator<string> {
  for (const { start, end, isWordLike } of segmentsOf(run, SEGMENTER))
    if (isWordLike) yield run.slice(start, end)
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' })
