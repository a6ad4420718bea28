import type { RecallFrame } from '../model/recall-frame.ts'

/** What form an answer takes. */
export function formOf({ need }: RecallFrame): 'yes-no' | 'list' | 'date' | 'phrase' {
  if (need.kind === 'yes-no') return 'yes-no'
  if (need.list) return 'list'
  return need.kind === 'date' ? 'date' : 'phrase'
}

/** Whether a question asks how things were, so that what was said later does not replace what was said then. */
export function asksEarlierTime({ question, order, time, referenceDay }: RecallFrame): boolean {
  if (order?.relation === 'first' || order?.relation === 'before') return true
  if (time.status === 'grounded' && time.range.last < referenceDay) return true
  return /\b(?:used to|originally|previously|formerly|at first|back then|in the past|before)\b/iu.test(
    question,
  )
}
