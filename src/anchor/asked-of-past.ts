import { sentences } from '../language/sentences.ts'
import { words } from '../language/words.ts'
import type { Turn } from '../model/turn.ts'

/**
 * Whether a turn begins with a time alone that replies to a question about the past: “In June.” after “When did you
 * start?”. It has no verb that would tell which June is meant.
 */
export function repliesWithPastTime(turn: Turn, before: Turn | undefined): boolean {
  if (before === undefined || before.session !== turn.session || before.speaker === turn.speaker) return false
  if (!BARE_TIME.test(turn.text) || !/\?\W*$/u.test(before.text)) return false
  const [first] = sentences(turn.text)
  if (first === undefined || words(turn.text.slice(first.start, first.end)).length > LONGEST_BARE_WORDS) {
    return false
  }
  const asked = sentences(before.text).at(-1)
  return asked !== undefined && ASKS_OF_PAST.test(before.text.slice(asked.start, asked.end))
}

/** “Sometime in the spring, around Easter”: longer, and the words say more than when. */
const LONGEST_BARE_WORDS = 7
const ASKS_OF_PAST = /\b(?:did|was|were|had)(?:n['’]t)?\s/iu
const BARE_TIME =
  /^\W*(?:(?:back|some ?time|early|late|just|probably|maybe|around|about|it was|that was) )*(?:in|on|around|over|during|at|the \d|\d{1,2}(?:st|nd|rd|th)?\s|(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/iu
