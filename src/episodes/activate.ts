import type { Activation, Pathway } from '../model/episode.ts'
import type { ScoredPassage } from './route-passages.ts'
import type { EpisodesOf } from './route-places.ts'
import type { RouteSettings } from './route-settings.ts'
import { scoresInTurn } from './scores-in-turn.ts'

/** What was found for a question, before it is a choice of episodes. */
export type RouteFindings = {
  /** Best first. */
  readonly passages: readonly ScoredPassage[]
  readonly episodesOf: EpisodesOf
  /** How near the summary of an episode is, in about [0, 1]. */
  readonly global: ReadonlyMap<number, number>
  /** How good the fast mode's evidence in an episode is, in (0, 1]. */
  readonly evidence: ReadonlyMap<number, number>
}

/**
 * Chooses the episodes to read: the union of the pathways' heads, cut to τ by the fused score, best first.
 *
 * An episode scores by its best passage, never by an average; a passage that several hold counts for the best of them
 * alone, see `scoresInTurn`. Ties go to the earlier episode.
 * @see E-mem, section 3.3, equation 5
 */
export function activate(findings: RouteFindings, settings: RouteSettings): readonly Activation[] {
  const pathways = pathwayScores(findings, settings)
  const ranks = new Map([...pathways].map(([pathway, scores]) => [pathway, ranked(scores)]))
  const weighing = [...ranks].filter(([pathway]) => settings.weights[pathway] > 0).map(([, list]) => list)
  const firsts = settings.keepFirsts ? weighing.flatMap((list) => list.slice(0, 1)) : []
  const union = new Set(weighing.flatMap((list) => list.slice(0, settings.heads)))
  const fused =
    settings.fusion === 'passages' ? byPassages(findings, settings, union) : byEpisodes(pathways, settings)
  const score = (episode: number) => fused.get(episode) ?? 0
  const inOrder = grounded(
    [...union].sort((a, b) => score(b) - score(a) || a - b),
    pathways,
    score,
  )
  const chosen = new Set([...new Set([...firsts, ...inOrder])].slice(0, settings.episodes))
  return inOrder
    .filter((episode) => chosen.has(episode))
    .map((episode) => ({
      episode,
      score: score(episode),
      pathways: [...ranks].flatMap(([pathway, list]) => {
        const rank = list.indexOf(episode) + 1
        return rank === 0 ? [] : [{ pathway, rank }]
      }),
    }))
}

/**
 * Leaves out what has nothing in common with the question but a little of its meaning: every text has that, and what was
 * told of other things must not take the places of what was asked for.
 */
function grounded(
  inOrder: readonly number[],
  pathways: ReadonlyMap<Pathway, Scores>,
  score: (episode: number) => number,
): readonly number[] {
  const least = LEAST_OF_MEANING * Math.max(0, ...inOrder.map(score))
  const others = [...pathways].filter(([pathway]) => pathway !== 'semantic').map(([, scores]) => scores)
  return inOrder.filter(
    (episode) => score(episode) >= least || others.some((scores) => (scores.get(episode) ?? 0) > 0),
  )
}

/** Of the best score: what meaning alone must reach. */
const LEAST_OF_MEANING = 0.5

type Scores = ReadonlyMap<number, number>

function pathwayScores(
  { passages, episodesOf, global, evidence }: RouteFindings,
  { byTime, byEvidence }: RouteSettings,
): ReadonlyMap<Pathway, Scores> {
  const best = (value: (passage: ScoredPassage) => number | undefined) => {
    const scores = new Map<number, number>()
    for (const passage of passages) {
      const score = value(passage)
      if (score === undefined) continue
      for (const episode of episodesOf(passage.candidate))
        scores.set(episode, Math.max(scores.get(episode) ?? -Infinity, score))
    }
    return scores
  }
  const found: [Pathway, Scores][] = [
    ['global', new Map([...global].filter(([, score]) => score > 0))],
    ['semantic', best(({ semantic = 0 }) => (semantic > 0 ? semantic : undefined))],
    ['symbolic', best(({ symbolic }) => (symbolic > 0 ? symbolic : undefined))],
  ]
  if (byTime) found.push(['time', best(({ timely }) => (timely > 0 ? timely : undefined))])
  if (byEvidence) found.push(['evidence', evidence])
  return new Map(found.filter(([, scores]) => scores.size > 0))
}

function ranked(scores: Scores): readonly number[] {
  return [...scores].sort(([a, x], [b, y]) => y - x || a - b).map(([episode]) => episode)
}

/** By the best passage that no better episode holds: what lies where two overlap opens one of them, not both. */
function byPassages(
  { passages, episodesOf, global, evidence }: RouteFindings,
  { weights }: RouteSettings,
  union: ReadonlySet<number>,
): Scores {
  const beside = (episode: number) =>
    weights.global * (global.get(episode) ?? 0) + weights.evidence * (evidence.get(episode) ?? 0)
  return scoresInTurn(
    passages.map(({ candidate, score }) => ({ score, holders: episodesOf(candidate) })),
    [...union].map((episode) => ({ episode, beside: beside(episode) })),
  )
}

function byEpisodes(pathways: ReadonlyMap<Pathway, Scores>, { weights }: RouteSettings): Scores {
  const fused = new Map<number, number>()
  for (const [pathway, scores] of pathways) {
    const values = [...scores.values()]
    const least = Math.min(...values)
    const spread = Math.max(...values) - least
    for (const [episode, score] of scores) {
      const share = spread === 0 ? 1 : (score - least) / spread
      fused.set(episode, (fused.get(episode) ?? 0) + weights[pathway] * share)
    }
  }
  return fused
}
