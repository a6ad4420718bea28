import type { Placed } from './tense.ts'

// Signs of the tense further away than this say nothing of the time words.
const MOST_CHARACTERS = 300

/** Where one clause of a sentence ends and the next begins. */
const BORDER =
  /[;:]\s+|\s+[–—-]+\s+|,?\s+(?:and|but|so|or|because|while|when|where|if|whereas|although|though|which|who|before|after|until|since|then)\s+|,\s+(?=(?:i|we|he|she|they|you|it|my|our|his|her|their|the|an?|there)\b)/giu

/** The sentence around time words, of a long one the part next to them. */
export function sentenceAround(text: string, { start: from, end: to }: Placed): Placed {
  let start = from
  while (start > Math.max(0, from - MOST_CHARACTERS) && !isSentenceEnd(text, start - 1)) start--
  let end = to
  while (end < Math.min(text.length, to + MOST_CHARACTERS) && !isSentenceEnd(text, end)) end++
  return { start, end }
}

/**
 * The clause around time words, within its sentence. Words that stand alone before a comma belong to what follows:
 * [On Saturday, we hiked].
 */
export function clauseAround(text: string, words: Placed): Placed {
  const sentence = sentenceAround(text, words)
  let { start } = sentence
  for (const { index, 0: joint } of text.slice(sentence.start, sentence.end).matchAll(BORDER)) {
    const border = { start: sentence.start + index, end: sentence.start + index + joint.length }
    if (border.end <= words.start) start = border.end
    else if (border.start >= words.end && hasMore(text, words, { start, end: border.start })) {
      return { start, end: border.start }
    }
  }
  return { start, end: sentence.end }
}

/** Whether a stretch holds words besides the time words. */
function hasMore(text: string, words: Placed, { start, end }: Placed): boolean {
  return /\p{L}{2}/u.test(text.slice(start, words.start) + text.slice(words.end, end))
}

function isSentenceEnd(text: string, at: number): boolean {
  const character = text[at]
  if (character === '!' || character === '?' || character === '\n') return true
  return character === '.' && !/\d/.test(text[at + 1] ?? '')
}
