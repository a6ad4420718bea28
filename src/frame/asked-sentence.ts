import { sentences } from '../language/sentences.ts'

/**
 * The part of a question that asks: its last sentence with a question mark, else its last sentence; without a polite
 * opening (“Can you remind me …”) and without a clause before it (“When she was ill, who …”).
 *
 * @returns Trimmed, as written; empty for a blank question.
 */
export function askedSentence(question: string): string {
  return withoutOpening(withoutClause(withoutOpening(askingSentence(question))))
}

/** The clause before the comma of “Before she moved, where did she live?”; undefined where there is none. */
export function openingClause(question: string): string | undefined {
  const whole = withoutOpening(askingSentence(question))
  const clause = whole.slice(0, whole.length - withoutClause(whole).length)
  return clause === '' ? undefined : clause.replace(/,\s+$/, '')
}

/** The question without its polite openings, in which “me” and “I” are nobody that is asked about: “Tell me …”. */
export function withoutPoliteness(question: string): string {
  return withoutOpening(question.replace(IMPERATIVE, ''))
}

const IMPERATIVE =
  /(?:^|(?<=[.?!,:]\s+))(?:(?:please |(?:can|could|would|will) you (?:please )?))?(?:tell|remind|show|give|help|let) me\b/giu

function askingSentence(question: string): string {
  const all = sentences(question).map(({ start, end }) => question.slice(start, end))
  return all.findLast((sentence) => /[?？]/.test(sentence)) ?? all[all.length - 1] ?? ''
}

function withoutOpening(sentence: string): string {
  let rest = sentence
  for (const opening of OPENINGS) rest = rest.replace(opening, '')
  return rest
}

/** In the order in which people put them. */
const OPENINGS = [
  /^[\s"'“‘(*>-]+/,
  /^(?:(?:hey|hi|hello|so|well|and|but|ok(?:ay)?|also|now|then|by the way|quick question|just curious|remind me)[,:;]?\s+)+/i,
  /^(?:please\s+)?(?:(?:can|could|would|will) you (?:please )?(?:tell|remind|show|help|let)(?: me)?(?: (?:to )?(?:remember|know|recall|of|about|again))?|do you (?:happen to )?(?:know|remember|recall)(?: if| whether)?|(?:please )?(?:tell|remind) me(?: again)?(?: of| about)?|I(?:['’]d like to| want to| wanted to| was trying to| am trying to|['’]m trying to|['’]m curious| forgot| can['’]t remember| don['’]t remember| wonder| was wondering| need to know| remember)(?: know| remember| recall| check| find out| ask)?(?: if| whether)?(?: you)?)[,:]?\s+(?=(?:who|what|when|where|which|why|how|whose|whom|in|on|at|if|the|my|for|did|is|was)\b)/i,
]

/** “When Vic was ill, who drove?” and “After the race, what did we eat?” ask with what follows the comma. */
function withoutClause(sentence: string): string {
  if (ASKS_AT_ONCE.test(sentence)) return sentence
  const comma =
    /,\s+(?=(?:(?:in|on|at|by|for|to|with|from|about) )?(?:who|what|when|where|which|why|how|whose|whom|did|do|does|is|are|was|were|has|have|had|will|would|can|could|should)\b)/i.exec(
      sentence,
    )
  return comma === null ? sentence : sentence.slice(comma.index + comma[0].length)
}

/** A question word with its verb turned round, so that it is no clause. */
const ASKS_AT_ONCE =
  /^(?:(?:in|on|at|by|for|to|with|from|about|of|since|until|during) )?(?:who|what|which|why|how|whose|whom|(?:when|where)(?:['’]s| (?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|might|may)))\b/i
