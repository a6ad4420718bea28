import type { Candidate } from '../store/views/view-query.ts'
import { FEATURE_NAMES, factsOf, featuresOf } from './features.ts'
import type { Gathered } from './gather.ts'
import type { Origin, RecallPlan } from './plan-recall.ts'
import { CALIBRATION, WEIGHING } from './weights.ts'

/** A candidate with its fused score and its place in each view, ranks from 1. */
export type Ranked = {
  readonly origin: Origin
  readonly candidate: Candidate
  /** Higher is better; of no fixed range, and of one scale for both origins. */
  readonly fused: number
  /** The fused score in [0, 1]: for `features` about the chance that this is evidence. */
  readonly score: number
  readonly lexicalRank: number | undefined
  readonly denseRank: number | undefined
}

export type FusedLists = { readonly content: readonly Ranked[]; readonly context: readonly Ranked[] }

/** Orders both lists by what words and meaning say together; ties: the newer day first, then the order of arrival. */
export function fuse(gathered: Gathered, plan: RecallPlan): FusedLists {
  const { content, context } = gathered.candidates
  const score = scorerOf(plan, gathered)
  const ranked = (list: readonly Candidate[]) => rank(list, score, { plan, origin: gathered.origin })
  return { content: ranked(content), context: ranked(context) }
}

type Placed = Omit<Ranked, 'fused' | 'score' | 'origin'>
export type Scorer = (placed: Placed) => Pick<Ranked, 'fused' | 'score'>

/** How a candidate is scored within one list of a question. */
export function scorerOf(plan: RecallPlan, gathered: Gathered): Scorer {
  if (plan.views === 'dense') return ({ candidate }) => same(clamp(candidate.dense ?? 0))
  if (plan.views === 'lexical')
    return ({ candidate: { lexical } }) => ({ fused: lexical, score: lexical / (lexical + 1) })
  if (plan.settings.fusion.type === 'rrf') return reciprocalRank(plan.settings.fusion.k, plan.depth)
  const facts = factsOf(plan, gathered)
  const { weights, base } = WEIGHING[gathered.origin]
  const inOrder = FEATURE_NAMES.map((name) => weights[name])
  return ({ candidate }) => {
    const fused = featuresOf(candidate, facts).reduce((sum, value, i) => sum + inOrder[i]! * value, base)
    return { fused, score: 1 / (1 + Math.exp(-CALIBRATION.slope * (fused - CALIBRATION.midpoint))) }
  }
}

/**
 * Ranks of each view's own list. The first `depth` of the candidates by a view's score are that list; what stands below
 * came in by the other view, and has no place in this one.
 *
 * @see Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion outperforms Condorcet…”, SIGIR 2009
 */
function reciprocalRank(k: number, depth: number): Scorer {
  const share = (rank: number | undefined) => (rank === undefined || rank > depth ? 0 : 1 / (k + rank))
  const most = 2 / (k + 1)
  return ({ lexicalRank, denseRank }) => {
    const fused = share(lexicalRank) + share(denseRank)
    return { fused, score: fused / most }
  }
}

/** The lists of both origins as one: their scores are of one scale. */
export function joinLists(lists: readonly FusedLists[]): FusedLists {
  const [only, other] = lists
  if (only === undefined || other === undefined) return only ?? { content: [], context: [] }
  return {
    content: [...only.content, ...other.content].sort(byFused),
    context: [...only.context, ...other.context].sort(byFused),
  }
}

function rank(
  candidates: readonly Candidate[],
  score: Scorer,
  { plan: { views }, origin }: { plan: RecallPlan; origin: Origin },
): Ranked[] {
  const lexical = ranksBy(candidates, ({ lexical }) => (lexical > 0 ? lexical : undefined))
  const dense = ranksBy(candidates, ({ dense }) => dense)
  return candidates
    .map((candidate) => ({
      candidate,
      lexicalRank: lexical.get(candidate.key),
      denseRank: dense.get(candidate.key),
    }))
    .filter(({ lexicalRank, denseRank }) =>
      views === 'dense' ? denseRank : views === 'lexical' ? lexicalRank : 1,
    )
    .map((placed) => ({ ...placed, origin, ...score(placed) }))
    .sort(byFused)
}

/** Best first; ties: the newer day first, then the order of arrival. */
function byFused(a: Ranked, b: Ranked): number {
  return b.fused - a.fused || b.candidate.day - a.candidate.day || a.candidate.key - b.candidate.key
}

function ranksBy(
  candidates: readonly Candidate[],
  by: (candidate: Candidate) => number | undefined,
): Map<number, number> {
  const known = candidates.flatMap((candidate) => {
    const value = by(candidate)
    return value === undefined ? [] : [{ key: candidate.key, value }]
  })
  known.sort((a, b) => b.value - a.value || a.key - b.key)
  return new Map(known.map(({ key }, i) => [key, i + 1]))
}

function same(score: number): Pick<Ranked, 'fused' | 'score'> {
  return { fused: score, score }
}

function clamp(cosine: number): number {
  return Math.min(1, Math.max(0, cosine))
}
