import type { Activation, EpisodeEvidence } from '../model/episode.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { EVERY_TURN, type Store } from '../store/store.ts'
import { planProbe } from './iterate.ts'
import type { RoutedPassage, RouteRequest, Router, Routing } from './route.ts'

export type RoundsContext = {
  readonly router: Router
  readonly store: Pick<Store, 'units' | 'turns'>
  /** Frames a sub-question against the same bank and day. */
  readonly frameOf: (question: string) => RecallFrame
  /** Rounds at most, from 1; the first asks the question itself. */
  readonly rounds: number
  /** τ of the whole. */
  readonly episodes: number
}

export type RoutedRounds = {
  /** Of all rounds together, best first, τ at most. */
  readonly activations: readonly Activation[]
  readonly rounds: readonly (Pick<Routing, 'activations' | 'passages'> & { readonly question: string })[]
}

/**
 * Routes a question in rounds without a model: the best passages of a round say what to ask next, until they bring up no
 * new name. All rounds share the places of τ: an episode counts by the rounds that activate it.
 * @see E-mem, section 3.4, equation 8
 */
export async function routeInRounds(
  frame: RecallFrame,
  request: RouteRequest,
  context: RoundsContext,
): Promise<RoutedRounds> {
  const rounds: RoutedRounds['rounds'][number][] = []
  const asked: string[] = []
  let question = frame.question
  for (;;) {
    const asking = rounds.length === 0 ? frame : context.frameOf(question)
    const { activations, passages } = await context.router(asking, request)
    rounds.push({ question, activations, passages })
    if (rounds.length >= context.rounds) break
    const evidence = await evidenceOf(rounds[0]!.passages.slice(0, READ_PASSAGES), context.store)
    const probe = planProbe(frame, evidence, asked)
    if (probe === undefined) break
    asked.push(probe)
    question = probe
  }
  return { activations: joinRounds(rounds, context.episodes), rounds }
}

/** How many of the best passages are read for what to ask next. */
const READ_PASSAGES = 2

/** What a later round finds counts less: it rests on what the first took for the first hop. */
const LATER_SHARE = 0.5

/** Adds up what each round gives an episode, each against its own best. */
export function joinRounds(
  rounds: readonly Pick<Routing, 'activations'>[],
  episodes: number,
): readonly Activation[] {
  const joined = new Map<number, Activation>()
  rounds.forEach(({ activations }, round) => {
    const best = activations.reduce((high, { score }) => Math.max(high, score), Number.MIN_VALUE)
    for (const activation of activations) {
      const share = (round === 0 ? 1 : LATER_SHARE) * (activation.score / best)
      const before = joined.get(activation.episode)
      joined.set(activation.episode, {
        episode: activation.episode,
        score: (before?.score ?? 0) + share,
        pathways: before?.pathways ?? activation.pathways,
      })
    }
  })
  return [...joined.values()].sort((a, b) => b.score - a.score || a.episode - b.episode).slice(0, episodes)
}

async function evidenceOf(
  passages: readonly RoutedPassage[],
  store: RoundsContext['store'],
): Promise<readonly EpisodeEvidence[]> {
  const units = new Map<number, MemoryUnit>()
  const keys = passages.map(({ key }) => key)
  if (keys.length === 0) return []
  for await (const { key, unit } of store.units({ ...EVERY_TURN, keys })) units.set(key, unit)
  const ids = [...units.values()].map(({ sources }) => sources[0])
  const turns = new Map()
  for await (const turn of store.turns({ ...EVERY_TURN, ids })) turns.set(turn.id, turn)
  return passages.flatMap(({ key, episodes }): EpisodeEvidence[] => {
    const unit = units.get(key)
    const turn = unit && turns.get(unit.sources[0])
    const [episode] = episodes
    if (unit === undefined || turn === undefined || episode === undefined) return []
    const { id, speaker, session, time } = turn
    const text = turn.text.slice(unit.passage.start, unit.passage.end)
    const quote = { turn: id, speaker, session, time, text }
    return [{ episode, hash: '', statement: unit.restatement, quotes: [quote], by: 'extract' }]
  })
}
