import { type Compatibility, compatibilityOf } from './compatibility.ts'
import type { FusedLists, Ranked } from './fuse.ts'
import type { RecallPlan } from './plan-recall.ts'

/** A place in one of the lists, best first. */
export type Listed = Ranked & Compatibility

/** What is evidence, and both lists that it was taken from. */
export type Selection = {
  /** Head_K(Dedup_first(C_ctx ⊕ C_content)); `score` never rises. */
  readonly evidence: readonly Listed[]
  readonly context: readonly Listed[]
  readonly content: readonly Listed[]
}

/**
 * Puts what is compatible with the asked time first and keeps places for what is relevant wherever it was said.
 * Without a grounded range the content list alone decides.
 * @see RaMem, section 3.4, equations 5 and 6
 */
export function selectEvidence({ content, context }: FusedLists, plan: RecallPlan): Selection {
  const listed = (list: readonly Ranked[]) =>
    list.map((ranked) => ({ ...ranked, ...compatibilityOf(ranked.candidate, plan.context) }))
  const lists = { content: listed(content), context: orderContext(listed(context), plan) }
  const ordered = [...prioritised(lists, plan), ...lists.content, ...lists.context]
  const evidence = withFallingScores(dedupFirst(ordered).slice(0, plan.limit))
  return { evidence, ...lists }
}

/** The part of the context list that stands before content; the rest stands behind it, as it is better than nothing. */
function prioritised(
  { content, context }: Record<'content' | 'context', readonly Listed[]>,
  plan: RecallPlan,
): readonly Listed[] {
  const { share, reach } = asksForTimeAlone(plan) ? { share: 1, reach: Infinity } : plan.settings.context
  const least = (content[0]?.fused ?? -Infinity) - reach
  return context.filter(({ fused }) => fused >= least).slice(0, Math.ceil(plan.limit * share))
}

/** “What happened in May?”: what is compatible takes every place. */
function asksForTimeAlone({ terms, nameTerms }: RecallPlan): boolean {
  return terms.filter((term) => !nameTerms.has(term)).length <= 1
}

/** Content relevance plus a bonus inside the range itself: the stated formula of the list. */
function orderContext(list: readonly Listed[], { settings }: RecallPlan): readonly Listed[] {
  const value = ({ fused, tier }: Listed) => fused + (tier === 'within' ? settings.context.withinBonus : 0)
  return [...list].sort((a, b) => value(b) - value(a))
}

function dedupFirst(list: readonly Listed[]): Listed[] {
  const seen = new Set<number>()
  return list.filter(({ candidate: { key } }) => !seen.has(key) && seen.add(key))
}

/** An item is worth at least what stands below it, since it was put above it for a reason. */
function withFallingScores(list: readonly Listed[]): Listed[] {
  let least = 0
  return list
    .toReversed()
    .map((item) => {
      least = Math.max(least, item.score)
      return { ...item, score: least }
    })
    .reverse()
}
