import type { Day } from '../model/day-range.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/**
 * Whether a statement tells of something that begins only after the day for which the question asks how things are:
 * “From September I will work as a nurse” says in June nothing of what somebody works as.
 */
export function beginsLater({ text, modality, piece }: Statement, { frame }: Question): boolean {
  const day = dayAskedFor(frame)
  const event = piece.unit.context.eventTime
  if (event === undefined || event.first <= day) return false
  return modality === 'planned' || BEGINS.test(text)
}

/** Whether a question asks how things are, and not for plans: the time of a plan is asked with “when”. */
export function asksHowThingsAre({ asksState, kind, text }: Question): boolean {
  return asksState && STATE_KINDS.has(kind) && !AHEAD.test(text)
}

function dayAskedFor({ time, referenceDay }: Question['frame']): Day {
  return time.status === 'grounded' ? time.range.last : referenceDay
}

const STATE_KINDS: ReadonlySet<string> = new Set(['place', 'thing', 'yes-no', 'person'])

const BEGINS =
  /\b(?:will|going to|gonna|start(?:s|ing)?|begin(?:s|ning)?|join(?:s|ing)?|mov(?:e|es|ing)|tak(?:e|es|ing) (?:on|up|over))\b|['’]ll\b/iu
const AHEAD =
  /\b(?:will|going to|gonna|plan(?:s|ned|ning)?|next|soon|tomorrow|upcoming|future|start\p{L}*|begin\p{L}*|join\p{L}*|mov(?:e|es|ing)|intend\p{L}*|hop(?:e|es|ing)|want\p{L}*|look(?:s|ing)? forward|\p{L}{3,}ing)\b|['’]ll\b/iu
