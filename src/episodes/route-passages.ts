import type { Candidate, Candidates } from '../store/views/view-query.ts'
import type { RoutePlan } from './route-plan.ts'
import type { RouteSettings } from './route-settings.ts'

/** A passage, and what speaks for it by each pathway and in all. */
export type ScoredPassage = {
  readonly candidate: Candidate
  /** −1 to 1: its cosine, from 0 at the mean of all to 1 at the best; undefined without a vector. */
  readonly semantic: number | undefined
  /** In [0, 1]: its BM25 against the best, and what names add. */
  readonly symbolic: number
  /** In [0, 1]: 1 in the grounded range, less the farther from it, 0 outside of its buffer or where nothing is grounded. */
  readonly timely: number
  readonly score: number
}

/** Sums up what speaks for each passage; best first, ties in the order of arrival. */
export function scorePassages(
  { content, context, denseMean }: Candidates,
  plan: RoutePlan,
  { weights }: Pick<RouteSettings, 'weights'>,
): readonly ScoredPassage[] {
  const all = new Map([...content, ...context].map((candidate) => [candidate.key, candidate]))
  const candidates = [...all.values()]
  const scale = scaleOf(candidates, denseMean)
  return candidates
    .map((candidate) => {
      const semantic = above(candidate.dense, scale)
      const { symbolic, sum } = bySymbols(candidate, { scale, plan, weights })
      const timely = timeliness(candidate, plan)
      const score =
        weights.semantic * (semantic ?? 0) +
        sum +
        weights.session * (above(candidate.sessionDense, scale) ?? 0) +
        weights.time * timely
      return { candidate, semantic, symbolic, timely, score }
    })
    .sort(byScore)
}

/** A passage by its meaning alone: `semantic` is 0 at the mean of all, 1 at the best. */
export type NearPassage = { readonly candidate: Candidate; readonly semantic: number }

/** What is nearest to a question in meaning, best first, ties in the order of arrival. */
export function nearest(
  { content, denseMean }: Pick<Candidates, 'content' | 'denseMean'>,
  count: number,
): readonly NearPassage[] {
  const scale = scaleOf(content, denseMean)
  return content
    .flatMap((candidate) => {
      const semantic = above(candidate.dense, scale)
      return semantic === undefined ? [] : [{ candidate, semantic }]
    })
    .sort((a, b) => b.semantic - a.semantic || a.candidate.key - b.candidate.key)
    .slice(0, count)
}

/** The same passages with more said for some of them, by key: by words, or by meaning. */
export function lift(
  passages: readonly ScoredPassage[],
  lifts: ReadonlyMap<number, number>,
  { weight, as }: { readonly weight: number; readonly as: 'semantic' | 'symbolic' },
): readonly ScoredPassage[] {
  return passages
    .map((passage) => {
      const by = weight * (lifts.get(passage.candidate.key) ?? 0)
      if (by === 0) return passage
      return { ...passage, [as]: (passage[as] ?? 0) + by, score: passage.score + by }
    })
    .sort(byScore)
}

/**
 * The passages and those that only a further search found, each once: these have at most the meaning of the last that the
 * question itself found.
 */
export function withFurther(
  passages: readonly ScoredPassage[],
  further: Iterable<Candidate>,
): readonly ScoredPassage[] {
  const held = new Set(passages.map(({ candidate }) => candidate.key))
  const hasMeaning = passages.some(({ semantic }) => semantic !== undefined)
  const score = hasMeaning ? (passages.at(-1)?.score ?? 0) : 0
  const added = [...further].filter(({ key }) => !held.has(key))
  return [
    ...passages,
    ...added.map((candidate) => ({ candidate, semantic: undefined, symbolic: 0, timely: 0, score })),
  ]
}

type Scale = {
  readonly bestLexical: number
  readonly bestSession: number
  readonly denseMean: number
  readonly bestDense: number
}

function scaleOf(candidates: readonly Candidate[], denseMean = 0): Scale {
  const scale = {
    bestLexical: LEAST_SCALE,
    bestSession: LEAST_SCALE,
    denseMean,
    bestDense: denseMean + LEAST_SPREAD,
  }
  for (const { lexical, sessionLexical, dense } of candidates) {
    scale.bestLexical = Math.max(scale.bestLexical, lexical)
    scale.bestSession = Math.max(scale.bestSession, sessionLexical)
    scale.bestDense = Math.max(scale.bestDense, dense ?? -Infinity)
  }
  return scale
}

/** Keeps a division from meeting zero; below it nothing was found. */
const LEAST_SCALE = 1e-6
/** Cosines that lie closer together than this tell nothing apart. */
const LEAST_SPREAD = 0.05

function above(cosine: number | undefined, { denseMean, bestDense }: Scale): number | undefined {
  return cosine === undefined ? undefined : Math.max(-1, (cosine - denseMean) / (bestDense - denseMean))
}

function bySymbols(
  { lexical, neighbours, sessionLexical, matchedPersons }: Candidate,
  { scale, plan, weights }: { scale: Scale; plan: RoutePlan; weights: RouteSettings['weights'] },
): { symbolic: number; sum: number } {
  const words = lexical / scale.bestLexical
  const persons = plan.persons.length === 0 ? 0 : matchedPersons / plan.persons.length
  const around = (neighbours[1] + neighbours[2]) / 2 / scale.bestLexical
  const sum =
    weights.symbolic * words +
    weights.persons * persons +
    weights.neighbours * around +
    weights.session * (sessionLexical / scale.bestSession)
  return { symbolic: words + weights.persons * persons, sum }
}

/** By the better of session and event time, as in the fast mode. */
function timeliness(candidate: Candidate, { context }: RoutePlan): number {
  if (context === undefined) return 0
  const { sessionFirst, sessionLast, eventFirst, eventLast = eventFirst } = candidate
  const days = context.ranges.map(({ first, last }) => Math.max(0, first - sessionLast, sessionFirst - last))
  const happened =
    eventFirst !== undefined &&
    eventLast !== undefined &&
    context.ranges.some(({ first, last }) => eventFirst <= last && eventLast >= first)
  const distance = happened ? 0 : Math.min(...days)
  if (distance === 0) return 1
  return distance > context.bufferDays ? 0 : BUFFER_SHARE * (1 - distance / (context.bufferDays + 1))
}

/** What the days around a range count at most. */
const BUFFER_SHARE = 0.5

function byScore(a: ScoredPassage, b: ScoredPassage): number {
  return b.score - a.score || a.candidate.key - b.candidate.key
}
