import { stem } from '../language/stem.ts'
import { analyse } from '../language/terms.ts'
import { isCaption } from './caption.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/** What is made up says nothing of what is so, and what is only planned nothing of whether it was done. */
export function canAffirm(statement: Statement, { text, frame }: Question): boolean {
  const { modality, text: told } = statement
  // What is in a picture need not be anybody's.
  if (modality === 'hypothetical' || (HAD.test(text) && isCaption(statement))) return false
  const wanted = WANTED.exec(told)?.groups
  if (wanted !== undefined && !analyse(text).includes(stem(wanted.verb?.toLowerCase() ?? ''))) return false
  if (tellsDutyAlone(told, text) || (HAD.test(text) && LACKED.test(told))) return false
  if (modality !== 'planned') return true
  if (/\b(?:did|was|were|has|have|had)\b/iu.test(text)) return false
  return !HOLDS_NOW.test(text) || FROM_NOW.test(told) || asksOfDaysToCome(frame)
}

/** “I should buy a ladder” tells of no purchase, and “I have to wear glasses” of a habit: that one does so. */
function tellsDutyAlone(told: string, asked: string): boolean {
  if (DUTY_ASKED.test(asked)) return false
  return ADVISED.test(told) || (PAST_DEED.test(asked) && OBLIGED.test(told))
}

const DUTY_ASKED = /\b(?:should|ought|need|needs|must|have to|has to|supposed)\b/iu
const ADVISED = /\b(?:should(?! have\b)|ought to)\b/iu
const OBLIGED = /\b(?:(?:need|needs|have|has|['’]ve got|['’]s got|got) to|must(?! have\b|['’]ve\b))\s+\p{L}/iu
const PAST_DEED = /^\W*(?:did|was|were|has|have|had)\b/iu
/** “Does she have a ladder?” is not told by wanting one. */
const HAD = /^\W*(?:do|does|has|have)(?:n['’]t)?\b.*\b(?:have|own|got|possess)\b/iu
const LACKED =
  /\b(?:(?:I|we|he|she|they) (?:really |still |just |also |badly )?(?:needs?|wants?|lacks?)|could (?:really )?(?:use|do with)|(?:looking|saving|shopping|hoping|waiting|searching)(?: up)? for)\b/iu

/** “I wanted to see the museum” tells of no visit. */
const WANTED =
  /\b(?:(?<verb>wanted|hoped|meant|intended|planned|wished|tried|promised|offered|expected|supposed)|(?:was|were) (?:just )?about)(?: (?:me|us|him|her|them))? to\b/iu

/** “Does she live in Oslo?” is not answered by her plan to move there; “Does the tour start on Monday?” is. */
const HOLDS_NOW =
  /^\W*(?:do|does)(?:n['’]t)?\b.*\b(?:live|reside|own|work|drive|play|wear|know|speak|study|keep|smoke|drink|eat)\b/iu
/** “I will work from home from now on” holds already. */
const FROM_NOW = /\bfrom (?:now|today) on\b|\bas of (?:now|today)\b/iu

/** Of “next Friday” there are plans alone. */
function asksOfDaysToCome({ time, referenceDay }: Question['frame']): boolean {
  return time.status === 'grounded' && time.readings.every(({ first }) => first >= referenceDay)
}
