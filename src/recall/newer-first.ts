import { analyse } from '../language/terms.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { questionTense } from '../time/tense.ts'

/**
 * Of the two best pieces of evidence for how things are, the newer first where both are statements of one person about
 * the same: [I live in Whitby. … I moved from Whitby to Alnwick.]. Only these two change places: going deeper buried
 * what was asked for under what merely was said later (measured on the tuning conversations).
 */
export function newerFirst(evidence: readonly Evidence[], frame: RecallFrame): readonly Evidence[] {
  const [first, second, ...rest] = evidence
  if (first === undefined || second === undefined || !asksHowThingsAre(frame)) return evidence
  if (!replaces(second, first, frame)) return evidence
  return [{ ...second, score: first.score }, first, ...rest]
}

function asksHowThingsAre({ question, time, need, order }: RecallFrame): boolean {
  if (time.status === 'grounded' || need.list || need.kind === 'date') return false
  if (order !== undefined) return order.relation === 'latest'
  const tense = questionTense(question)
  return tense === 'habit' || tense === 'open'
}

function replaces(newer: Evidence, older: Evidence, frame: RecallFrame): boolean {
  return (
    newer.unit.speaker === older.unit.speaker &&
    newer.turns[0].time > older.turns[0].time &&
    newer.unit.session !== older.unit.session &&
    newer.tier === older.tier &&
    [newer, older].every(({ unit }) => unit.modality === 'stated') &&
    shareSubject(newer, older, frame)
  )
}

/** Both speak of what is asked, or of one named thing; any other word in both is chance. The speaker's name is in all. */
function shareSubject(a: Evidence, b: Evidence, { question }: RecallFrame): boolean {
  const name = new Set(analyse(a.unit.speaker))
  const asked = new Set(analyse(question))
  const termsOf = ({ unit }: Evidence) => unit.keywords.flatMap((keyword) => analyse(keyword))
  const named = new Set(a.unit.context.entities.flatMap((entity) => analyse(entity)))
  const known = new Set(termsOf(b))
  return termsOf(a).some((term) => known.has(term) && !name.has(term) && (asked.has(term) || named.has(term)))
}
