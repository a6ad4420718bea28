import { compareSaid } from './order.ts'
import { isOwn, type Rated } from './relevance.ts'

/** Of statements about somebody's work the newest; none where they spoke of leaving it since. */
export function currentOccupation(rated: readonly Rated[], all: readonly Rated[]): readonly Rated[] {
  const newest = rated.toSorted((a, b) => -compareSaid(a.statement, b.statement))
  const [current] = newest
  if (current === undefined) return []
  const left = all.some(
    (each) =>
      isOwn(each) && LEAVING.test(each.statement.text) && compareSaid(each.statement, current.statement) > 0,
  )
  return left ? [] : newest
}

const LEAVING =
  /\b(?:interview|(?:gave|given|handed in|giving) (?:my |his |her )?notice|last (?:day|shift|night shift)|new job|got the job|quit (?:my|his|her|the)|retired|laid off|got fired|was fired)\b/iu
