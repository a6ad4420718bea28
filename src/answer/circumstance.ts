import { analyse } from '../language/terms.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { kindred } from './kindred.ts'
import type { Statement } from './statement.ts'

/**
 * Terms of the occasion that a question asks about: “during the shower”, “after the accident”. What is told of other
 * occasions does not answer it.
 *
 * @param text The question without what is settled already: an occasion that has been dated counts by its days.
 * @returns Empty where it names none, where the calendar bounds it, or where the time of the occasion is what is asked.
 */
export function circumstanceOf(text: string, { question, time, need }: RecallFrame): readonly string[] {
  if (TIME_ASKED.has(need.kind) || time.status === 'grounded') return []
  // Time words that no days follow from are cut out of the text.
  const event = CIRCUMSTANCE.exec(time.status === 'ungrounded' ? question : text)?.groups?.event
  return event === undefined ? [] : analyse(event)
}

/** Whether a statement, or anything else that its speaker said in that session, has a word of the occasion. */
export function isOnOccasion({ sessionTerms, askedTerms }: Statement, occasion: readonly string[]): boolean {
  if (occasion.length === 0) return true
  return [sessionTerms, askedTerms].some((terms) =>
    [...terms].some((other) => occasion.some((term) => kindred(term, other))),
  )
}

const TIME_ASKED: ReadonlySet<string> = new Set(['date', 'duration', 'frequency'])
const CIRCUMSTANCE = /\b(?:while|during|after)\s+(?<event>\p{L}[^?.!,;]*)/iu
