import { isNegated } from '../language/polarity.ts'
import { compareSaid } from './order.ts'
import { isOwn, type Rated } from './relevance.ts'

/** Of statements about somebody's work the newest; none where they spoke of leaving it since. */
export function currentOccupation(rated: readonly Rated[], all: readonly Rated[]): readonly Rated[] {
  const newest = rated.toSorted((a, b) => -compareSaid(a.statement, b.statement))
  const [current] = newest
  if (current === undefined) return []
  const left = all.some((each) => leavesWork(each) && compareSaid(each.statement, current.statement) > 0)
  return left ? [] : newest
}

/** Whether a statement tells that its speaker leaves their work, or that others ended it: “Veltman let me go”. */
export function leavesWork(each: Rated): boolean {
  const { text, modality } = each.statement
  if (modality === 'hypothetical' || isNegated(text)) return false
  return (
    (isOwn(each) && LEAVING.test(text)) ||
    (each.relevance.attribution >= LEAST_OF_DISMISSAL && DISMISSED.test(text))
  )
}

/** “Veltman let me go” has the firm as its subject. */
const LEAST_OF_DISMISSAL = 0.5
const DISMISSED =
  /\b(?:let me go(?=\s*(?:[.,;!?]|$|yesterday\b|last\b|after\b|because\b|from\b|when\b|this\b|on\b|in (?:\p{Lu}|spring|summer|autumn|winter|the)))|laid me off|(?:fired|sacked|dismissed) me|made me redundant|terminated my contract|ended my contract)\b/iu

const LEAVING =
  /\b(?:interview|(?:gave|given|handed in|giving) (?:my |his |her )?notice|last (?:day|shift|night shift)|new job|got the job|quit (?:my|his|her|the)|retired|laid off|let go|made redundant|(?:got|was|been|being) (?:fired|sacked|dismissed)|lost my job|resigned)\b/iu
