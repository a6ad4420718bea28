import type { OrderRelation } from '../model/recall-frame.ts'

export type Order = { readonly relation: OrderRelation; readonly event: string | undefined }

/**
 * The order that a question asks for: before or after an event (its words are kept), the first or last of several, or
 * the latest state. Undefined where it asks for none.
 *
 * @param asked The asking sentence without its time cue, so that “last week” and “the first of May” are no order.
 */
export function orderOf(asked: string): Order | undefined {
  const relative = RELATIVE.exec(asked)
  if (relative !== null && !BARE.test(relative.groups!.event!)) {
    const relation = /^(?:after|following|since|once)/i.test(relative.groups!.word!) ? 'after' : 'before'
    return { relation, event: eventOf(relative.groups!.event!) }
  }
  if (ALL_IN_ORDER.test(asked)) return undefined
  for (const [relation, pattern] of RANKED) if (pattern.test(asked)) return { relation, event: undefined }
  return undefined
}

/**
 * The order that a clause before the question gives: “Before she moved, where did she live?”. “Since” and “until” open
 * reasons and limits as often.
 *
 * @param clause As {@link openingClause} gives it, without its time cue.
 */
export function orderOfClause(clause: string): Order | undefined {
  if (!/^(?:(?:right|just|shortly|soon|immediately) )?(?:before|after|once|following)\b/i.test(clause))
    return undefined
  const order = orderOf(clause)
  return order?.event === undefined ? undefined : order
}

const RELATIVE =
  /\b(?<word>before|prior to|until|after|following(?= (?:the|a|an|my|his|her|our|their|this|that)\b)|since|once(?! (?:(?:a|per|each|every) (?:day|night|week|weekend|fortnight|month|quarter|season|year|decade|while)|in a|or twice|more|again)\b))\s+(?<event>(?:(?!\b(?:before|after)\b|\b(?:did|do|does|was|were|is|are|has|have|had) (?:I|we|you|he|she|they|\p{Lu}))[^?,;!])+)/iu
/** What can follow “after” without being an event: “after all”, “before then”, “since when”, and a lost time cue. */
const BARE =
  /^\s*(?:all(?: (?:of )?(?:that|this|it))?|that|then|this|it|when|long|me|you|him|her|them|us|and|or|in|on|at|of|\d*\s*)\W*$/i

const RANKED: readonly (readonly [OrderRelation, RegExp])[] = [
  [
    'latest',
    /\b(?:most recent(?:ly)?|latest|newest|current(?:ly)?|nowadays|these days|at the moment(?! (?:of|when|that)\b)|right now|at present|presently|any ?more|any longer|up[- ]to[- ]date)\b|\bnow\b(?! (?:that|and then))|\bstill\b/i,
  ],
  [
    'first',
    /\b(?:first|initially|earliest|originally|to begin with)\b(?! (?:name|aid|class|grade|lady|floor|hand|person|language|impression))|\bfor the first time\b/i,
  ],
  ['last', /\b(?:last|finally|lastly)\b(?! (?:name|night|minute|names))|\bfinal\b/i],
]

/** All of them are wanted, none before the others. */
const ALL_IN_ORDER =
  /\bfrom (?:earliest|first|oldest|latest|newest|most recent) to\b|\border (?:of|in which)\b/i

function eventOf(words: string): string | undefined {
  const event = words
    .trim()
    .replace(/[.?!]+$/, '')
    .replace(/^(?:the|a|an) /i, '')
  return event === '' ? undefined : event
}
