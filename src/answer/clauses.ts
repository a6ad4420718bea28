import { sentences, type TextSpan } from '../language/sentences.ts'
import { IRREGULAR_PAST } from '../time/verbs.ts'

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
const NEW_ACTOR = new RegExp(
  `,\\s+(?:and\\s+)?(?=\\p{Lu}[\\p{L}'’-]+\\s+(?:is|was|has|had|does|did|will|can|\\p{Ll}{2,}(?:s|ed)|${IRREGULAR_PAST})\\s)`,
  'gu',
)
/** “Nils is 41 and Per is 38”, “Ada tunes harps and Eva Lund tunes organs”: a name with a verb of one person, after one. */
const NEXT_ACTOR =
  /\s+and\s+(?=\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?\s+(?<verb>is|was|has|does|\p{Ll}{2,}s)\s)/gu
/** “Gate B7 is closed, gate B9 is open”: one thing and its verb after another. */
const NEXT_THING =
  /,\s+(?:and\s+)?(?=(?!(?:his|her|their|its|your|he|she|it|they|we|you|this|that|these|those|there|here|what|which|who|one|all|both)\b)(?:(?:the|my|our)\s+)?[\p{L}-]+(?:\s+[\p{L}\p{N}]+)?\s+(?<verb>is|are|was|were|has|have)\s)/giu

function breaksIn(sentence: string): readonly RegExpExecArray[] {
  return [
    ...[...sentence.matchAll(BREAK)].filter(({ index, 0: joint }) => !joinsNouns(sentence, index, joint)),
    ...sentence.matchAll(NEW_ACTOR),
    ...[...sentence.matchAll(NEXT_ACTOR), ...sentence.matchAll(NEXT_THING)].filter((found) =>
      isParallel(sentence, found),
    ),
  ].toSorted((a, b) => a.index - b.index)
}

/** “Fritz and I mended the organ”, “My aunt Flora and her dog came”: what stands before “and” has no verb yet. */
function joinsNouns(sentence: string, index: number, joint: string): boolean {
  if (!/\band\b/iu.test(joint)) return false
  return JOINED.test(sentence.slice(Math.max(0, index - LONGEST_JOINED), index))
}

/** Characters of what may be joined to another subject. */
const LONGEST_JOINED = 60
const JOINED =
  /(?:^|[,;:.!?]\s|\b(?:yesterday|today|but|so|then|when|that)\s)\W*(?:(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir)\s(?!\p{L}+\s\p{Ll}+s?\s)(?:\p{Ll}[\p{L}-]*\s?){1,2}(?:\p{Lu}[\p{L}'’-]+)?|\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?)$/u

/** Whether the clause before has the same verb, and is no condition or time of what follows. */
function isParallel(sentence: string, { index, groups }: RegExpExecArray): boolean {
  const before = sentence.slice(Math.max(0, index - REACH), index)
  if (SUBORDINATE.test(before)) return false
  return new RegExp(`\\s${groups!.verb}\\s`, 'iu').test(before)
}

/** How far back a parallel clause is looked for, in characters. */
const REACH = 160
const SUBORDINATE =
  /^\W*(?:and |but |so )?(?:if|when|whenever|while|as|since|because|after|before|once|until|unless|although|though|even|given)\b/iu

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
