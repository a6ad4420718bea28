import type { Tense } from './expression.ts'

const IRREGULAR_PAST =
  'was|were|did|had|went|got|took|made|came|saw|met|bought|found|gave|told|said|ran|won|lost|left|felt|began|ate|' +
  'brought|built|caught|chose|drove|drank|fell|flew|forgot|grew|heard|held|hung|kept|knew|led|paid|read|rode|sang|' +
  'sent|slept|sold|spent|spoke|stood|swam|taught|thought|threw|understood|woke|wore|wrote|broke|became|hit|put|cut'

const PAST = new RegExp(
  String.raw`\b(?:${IRREGULAR_PAST}|didn't|wasn't|weren't|hadn't|\p{L}{2,}ed|(?:have|has|'ve) been)\b`,
  'giu',
)

const FUTURE =
  /\b(?:will|won't|shall|gonna|going to|plan(?:s|ning)? (?:to|on|for|a)|planning|can't wait|cannot wait|hop(?:e|ing) (?:to|for)|look(?:ing)? forward|upcoming|coming up|see you|let's|let us|want(?:s|ing)? to|would like|i'd like|scheduled|should|about to|tomorrow|(?:i'm|i am|we're|we are|he's|she's|they're|they are|is|are) \p{L}+ing)\b|'ll\b/giu

/**
 * Whether a sentence speaks of what was or what will be, judged by the signs nearest to the time words at `position`.
 * `open` where it has neither.
 */
export function tenseOf(sentence: string, position: number): Tense {
  const text = sentence.replaceAll('’', "'")
  const past = nearest(text, PAST, position)
  const future = nearest(text, FUTURE, position)
  if (past === undefined && future === undefined) return 'open'
  if (future === undefined) return 'past'
  return past === undefined || future < past ? 'future' : 'past'
}

function nearest(text: string, pattern: RegExp, position: number): number | undefined {
  let best: number | undefined
  for (const match of text.matchAll(pattern)) {
    const distance =
      match.index > position ? match.index - position : position - match.index - match[0].length
    if (best === undefined || distance < best) best = distance
  }
  return best
}

export type QuestionTense = Tense | 'habit'

/**
 * The tense of a question: `habit` is the simple present (“Which film does she watch at Christmas?”), `open` the
 * other present, where what is asked may lie on either side.
 */
export function questionTense(question: string): QuestionTense {
  const text = question.replaceAll('’', "'").toLowerCase()
  if (/\b(?:did|was|were|had|has|have|didn't|wasn't|weren't|hadn't)\b/.test(text)) return 'past'
  if (/\b(?:will|won't|shall|going to|gonna|upcoming|planning|scheduled)\b|'ll\b/.test(text)) return 'future'
  if (/(?:\b(?:is|are)|'s|'re) (?:\p{L}+ )?(?:planned|due|booked|happening)\b/u.test(text)) return 'future'
  if (/\b(?:do|does|don't|doesn't)\b/.test(text))
    return /\b(?:plan|need|intend|want|have to)\b/.test(text) ? 'open' : 'habit'
  if (/\b(?:is|are|am|isn't|aren't|can|should|'re|'s)\b/.test(text) && !PAST_VERB.test(text)) return 'open'
  return 'past'
}

const PAST_VERB = new RegExp(String.raw`\b(?:${IRREGULAR_PAST}|\p{L}{2,}ed)\b`, 'u')
