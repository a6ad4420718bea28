import type { Turn } from '../model/turn.ts'
import type { Stated } from './read-passage.ts'

/** Whether a clause takes back what was said just before and puts something else in its place: “Sorry, I meant 6 March”. */
export function corrects({ text, sentence }: Pick<Stated, 'text' | 'sentence'>): boolean {
  return MAY_CORRECT.test(sentence) && LEAD.test(sentence) && !LEAD_ALONE.test(text)
}

/** The turn that a speaker corrects: their own before, or the one before a word of somebody else. */
export function correctedTurn(turn: Turn, before: (offset: number) => Turn | undefined): Turn | undefined {
  return [before(-1), before(-2)].find((other) => other?.speaker === turn.speaker)
}

/** One word of each pattern, so that most clauses are spared it. */
const MAY_CORRECT = /\b(?:meant|make that|scratch that|correction|misspoke|mistake|wait|wrong)\b/iu
const LEAD =
  /^\W*(?:(?:oh|oops|no|sorry|ah|wait|actually|hang on|argh|my bad)[,!.:]?\s+)*(?:I meant (?!to\b|it\b|that\b|every\b|well\b)|make that\b|scratch that\b|correction\b|I misspoke\b|my mistake\b|wait,? no\b|no,? wait\b|I (?:got|had) (?:it|that) wrong\b|that was wrong\b)/iu
const LEAD_ALONE =
  /^\W*(?:oh|oops|no|sorry|ah|wait|actually|hang on|argh|my bad|correction|scratch that|I misspoke|my mistake|(?:that was|I (?:got|had) (?:it|that)) wrong)(?:,? (?:no|wait))?\W*$/iu
