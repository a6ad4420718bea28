import { type Compatibility, compatibilityOf } from './compatibility.ts'
import type { FusedLists, Ranked } from './fuse.ts'
import type { RecallPlan } from './plan-recall.ts'

/** A place in one of the lists, best first. */
export type Listed = Ranked & Compatibility

/** What may be evidence, best first, and both lists that it was taken from. */
export type Selection = {
  /** Both lists as one, each unit once. */
  readonly ordered: readonly Listed[]
  readonly context: readonly Listed[]
  readonly content: readonly Listed[]
}

/**
 * Puts what is compatible with the asked time first, unless what was said elsewhere is by far more relevant: a unit of
 * the context list stands above content by `lift`, less by `outside` and by its distance where it lies in the buffer.
 * Without a grounded range the content list alone decides.
 * @see RaMem, section 3.4, equations 5 and 6
 */
export function selectEvidence({ content, context }: FusedLists, plan: RecallPlan): Selection {
  const listed = (list: readonly Ranked[]) =>
    list.map((ranked) => ({ ...ranked, ...compatibilityOf(ranked.candidate, plan.context) }))
  const lists = { content: listed(content), context: listed(context) }
  const standing = standingOf(plan)
  const byStanding = (list: readonly Listed[]) => [...list].sort((a, b) => standing(b) - standing(a))
  return {
    ordered: dedupFirst(byStanding([...lists.context, ...lists.content])),
    context: byStanding(lists.context),
    content: lists.content,
  }
}

/** Head_K: the first K places. An item is worth at least what stands below it, since it was put above it for a reason. */
export function headOf<Item extends Listed>(list: readonly Item[], k: number): Item[] {
  let least = 0
  return list
    .slice(0, k)
    .reverse()
    .map((item) => {
      least = Math.max(least, item.score)
      return { ...item, score: least }
    })
    .reverse()
}

function standingOf(plan: RecallPlan): (listed: Listed) => number {
  const { outside, outsideByDay, lift } = plan.settings.context
  const least = asksForTimeAlone(plan) ? TIME_ALONE : lift
  return ({ fused, tier, distanceDays = 0 }) => {
    if (plan.context === undefined || tier === 'elsewhere') return fused
    return fused + least - (tier === 'near' ? outside + outsideByDay * distanceDays : 0)
  }
}

/** “What happened in May?”: what is compatible takes every place. */
function asksForTimeAlone({ terms, nameTerms }: RecallPlan): boolean {
  return terms.filter((term) => !nameTerms.has(term)).length <= 1
}

/** More than fused scores lie apart. */
const TIME_ALONE = 1e6

function dedupFirst(list: readonly Listed[]): Listed[] {
  const seen = new Set<number>()
  return list.filter(({ candidate: { key } }) => !seen.has(key) && seen.add(key))
}
