import { sentences, type TextSpan } from '../language/sentences.ts'

/** A part of a sentence that can be said alone, with the sentence that it stands in. */
export type Clause = TextSpan & { readonly sentence: TextSpan }

/**
 * Splits a text into clauses, so that what is said of one person is not read as said of the next.
 *
 * [“My neighbour Jonas hates chess, but his aunt signed him up.” → two clauses]
 *
 * @returns In order; each is a stretch of the text. A sentence that cannot be split is one clause.
 */
export function clauses(text: string): readonly Clause[] {
  return sentences(text).flatMap((sentence) =>
    clausesOf(text, sentence).flatMap((clause) => withoutBrackets(text, clause)),
  )
}

/**
 * Where a new clause begins: after a semicolon or dash, after “but”, “while” and “whereas”, and after “and” or a comma
 * when a new subject follows.
 */
const BREAK =
  /\s*[;:]\s+|\s+[–—]\s+|,?\s+(?:but|whereas|while|although|though)\s+|,?\s+(?:and|so)\s+(?=(?:then\s+)?(?:i|i['’]\w+|we|we['’]\w+|he|she|they|you|it|my|our|his|her|their|your)\b)|,\s+and\s+(?=(?:the|an?|this|that|these|those|there)\b)|,\s+(?=(?:i|i['’]\w+|we|we['’]\w+|he|she|they|it['’]\w+|it (?:will|is|was|has|had))\s)/giu

/** “Teo makes the cake, Maribel makes the cordial”: a name with its verb begins a clause. */
const NEW_ACTOR =
  /,\s+(?:and\s+)?(?=\p{Lu}[\p{L}'’-]+\s+(?:is|was|has|had|does|did|will|can|\p{Ll}{2,}(?:s|ed))\s)/gu

function breaksIn(sentence: string): readonly RegExpExecArray[] {
  return [...sentence.matchAll(BREAK), ...sentence.matchAll(NEW_ACTOR)].toSorted((a, b) => a.index - b.index)
}

function clausesOf(text: string, sentence: TextSpan): Clause[] {
  const found: Clause[] = []
  let start = sentence.start
  for (const { index, 0: joint } of breaksIn(text.slice(sentence.start, sentence.end))) {
    const end = sentence.start + index
    if (end <= start) continue
    found.push({ start, end, sentence })
    start = end + joint.length
  }
  if (start < sentence.end) found.push({ start, end: sentence.end, sentence })
  return found
}

/** “[image: a photo of a dog]” is a clause within brackets; “[image” alone is none, and “]” belongs to no words. */
function withoutBrackets(text: string, { start, end, sentence }: Clause): Clause[] {
  const said = text.slice(start, end)
  const opening = /(?<=^|\s)\[[^\]]*$/u.exec(said)
  const from = /^\[\s*/u.exec(said)?.[0].length ?? 0
  const closing = /\s*\]\s*$/u.exec(said)
  const cut = opening !== null && opening.index > 0 ? opening.index : said.length
  const to = closing !== null && !said.slice(from, closing.index).includes('[') ? closing.index : cut
  const inner = said.slice(from, to).trimEnd()
  return inner === '' || inner === 'image'
    ? []
    : [{ start: start + from, end: start + from + inner.length, sentence }]
}
