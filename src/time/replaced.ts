import { makeRange } from './day-range.ts'
import type { TimeExpression, TimePhrase } from './expression.ts'

/** What gives an event another day. */
const MOVED = String.raw`\b(?:re-?(?:schedul|book|arrang)\p{L}+|(?:mov|chang)(?:e|es|ed)|(?:mov|chang)ing (?:it|the|an?|my|our|your|his|her|their|this|that) [^.?!;]{0,30}|postpon\p{L}+|delay(?:s|ed|ing)?|push(?:es|ed|ing)?|shift(?:s|ed|ing)?|switch(?:es|ed|ing)?|swap(?:s|ped|ping)?|(?:adjourn|bump|extend)(?:s|ed|ing)?|defer\p{L}*|(?:put|puts|putting|set|brought|brings?|bringing)\b[^.?!;]{0,40}\b(?:off|back|forward))\b[^.?!;:\n]{0,60}`
const BEFORE_OLD = new RegExp(String.raw`${MOVED}\bfrom (?:the )?(?:on )?$`, 'iu')
const BEFORE_NEW = new RegExp(String.raw`${MOVED}\b(?:to|until|till|for)\s+(?:the |on )?$`, 'iu')
const HAS_MOVED = new RegExp(`${MOVED}$`, 'iu')
const NOT_ON = /\b(?:instead of|rather than|in place of|not|no longer)\s+(?:(?:on|in|at) )?(?:the )?$/iu
/**
 * [any day but Tuesday], [whenever, except on Friday]: when it is not. “But” does so next to the name of a time alone:
 * elsewhere a clause begins with it, [All was well, but on Monday it rained].
 */
const BUT_ON =
  /\b(?:any|every|each|all|no|whenever)\b[^.?!;]{0,40}\b(?:except|excluding|besides|other than|apart from|bar)\s+(?:(?:for|on|in) )?(?:the )?$|(?:\b(?:any|every|each|all|no)\b[^.?!;,]{0,30}\b(?:day|date|night|morning|afternoon|evening|weekday|weekend|week|month|season|year)s?|\bany ?time)(?: but\s+|,? but not\s+)(?:the )?$/iu
const SPAN = /^(?<from>from\s+)?.*?\s(?:to|until|till)\s+(?:the\s+)?/isu
const UNTIL = /^(?:until|till)\s/iu
const DENIED = /\b(?:not|never|cannot|\p{L}+n['’]t)\b[^.?!;,:\n]{0,40}$/iu

/** How far back the verb may stand that moves an event. */
const REACH = 160

/** A time phrase, and whether it is the day to which something was moved. */
export type HeldPhrase = TimePhrase & { readonly movedTo: boolean }

/**
 * The time phrases of a text without those that it names only to say that they no longer hold: [moved from Monday to
 * Friday] is a Friday and no range, [on Friday instead of Thursday] no Thursday.
 */
export function phrasesInForce(text: string, phrases: readonly TimePhrase[]): readonly HeldPhrase[] {
  return phrases.flatMap((phrase, at) => {
    const before = text.slice(Math.max(0, phrase.start - REACH), phrase.start)
    const target = moveWithin(text, phrase, before)
    if (target !== undefined) return { ...target, movedTo: true }
    if (BUT_ON.test(before)) return []
    if (NOT_ON.test(before) && sharesSentence(text, phrases, at)) return []
    if (isOldDay(text, phrase, phrases[at + 1])) return []
    return targetOf(text, phrase, before)
  })
}

/** [moved from Monday at 3 to Friday], [the exam on 3 June was moved to 10 June]. */
function isOldDay(text: string, phrase: TimePhrase, next: TimePhrase | undefined): boolean {
  if (next === undefined || !sameSentence(text, phrase, next)) return false
  const before = text.slice(Math.max(0, phrase.start - REACH), phrase.start)
  const words = text.slice(phrase.start, phrase.end)
  if (
    BEFORE_OLD.test(before) &&
    /\b(?:to|until|till|for)\s+(?:the |on )?$/iu.test(text.slice(phrase.end, next.start))
  )
    return true
  const moved = BEFORE_NEW.test(text.slice(phrase.end, next.start))
  // [Yesterday they moved it to Friday]: when it was moved.
  return moved && (/['’]s$/u.test(words) || /\p{L}\s+$/u.test(before)) && !SAID_DAY.test(words)
}

/** Days that are counted from the one on which it is said, and are seldom those of what was moved. */
const SAID_DAY = /\b(?:today|yesterday|ago|this|last|just)\b/iu

function targetOf(text: string, phrase: TimePhrase, before: string): HeldPhrase {
  const { expression } = phrase
  if (expression.type === 'open' && expression.relation === 'until') {
    const isUntil = UNTIL.test(text.slice(phrase.start, phrase.end))
    const movedTo = isUntil && HAS_MOVED.test(before)
    // [does not open until 3 June] opens then.
    const isDay = movedTo || (isUntil && DENIED.test(before))
    return isDay ? { ...phrase, expression: expression.anchor, movedTo } : { ...phrase, movedTo }
  }
  return { ...phrase, movedTo: BEFORE_NEW.test(before) }
}

/** The later end of what was read as a range behind a verb of moving. */
function moveWithin(text: string, phrase: TimePhrase, before: string): TimePhrase | undefined {
  const span = SPAN.exec(text.slice(phrase.start, phrase.end))
  if (span === null) return undefined
  const isMoved = span.groups?.from === undefined ? BEFORE_OLD.test(before) : HAS_MOVED.test(before)
  const expression = isMoved ? lastOf(phrase.expression) : undefined
  return expression && { ...phrase, expression, start: phrase.start + span[0].length }
}

function lastOf(expression: TimeExpression): TimeExpression | undefined {
  if (expression.type === 'between') return expression.to
  if (expression.type === 'absolute') return { type: 'absolute', range: makeRange(expression.range.last) }
  if (expression.type !== 'cyclic' || expression.name.type !== 'date') return undefined
  return { ...expression, name: { ...expression.name, day: expression.name.lastDay } }
}

/** Phrases stand in the order of the text: where a neighbour is in another sentence, all behind it are. */
function sharesSentence(text: string, phrases: readonly TimePhrase[], at: number): boolean {
  return [phrases[at - 1], phrases[at + 1]].some(
    (other) => other !== undefined && sameSentence(text, phrases[at]!, other),
  )
}

function sameSentence(text: string, a: TimePhrase, b: TimePhrase): boolean {
  const between = a.start < b.start ? text.slice(a.end, b.start) : text.slice(b.end, a.start)
  return !/[.?!\n]/.test(between)
}
