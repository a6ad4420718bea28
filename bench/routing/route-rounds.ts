import type { Embedder } from '../../src/embed/embedder.ts'
import { newNames } from '../../src/episodes/follow-names.ts'
import { createRouter, type RoutedPassage, type RouteRequest } from '../../src/episodes/route.ts'
import type { RouteSettings } from '../../src/episodes/route-settings.ts'
import { analyse } from '../../src/language/terms.ts'
import type { Activation } from '../../src/model/episode.ts'
import type { MemoryUnit } from '../../src/model/memory-unit.ts'
import type { RecallFrame } from '../../src/model/recall-frame.ts'
import { EVERY_TURN, type Store } from '../../src/store/store.ts'

export type RoundsContext = {
  readonly store: Pick<Store, 'search' | 'units' | 'derived'>
  readonly embedder: Embedder | undefined
  /** Of the first round; its τ is that of both rounds together. */
  readonly settings: RouteSettings
  /** Frames a sub-question against the same bank and day. */
  readonly frameOf: (question: string) => RecallFrame
}

export type RoutedRounds = {
  /** Of both rounds together, best first, τ at most. */
  readonly activations: readonly Activation[]
  /** Of the question alone, as many as were looked at. */
  readonly single: readonly Activation[]
  /** What the second round asked; none where the first brought up no new name. */
  readonly probes: readonly string[]
}

/**
 * Routes a question in two rounds without a model: each new name that the best passages bring up leads the question once
 * more, and what is nearest in meaning to any of these joins.
 *
 * It is measured here, and no part of the product: its single pass follows the names of the best passages by a search of
 * its own (`follow-links.ts`), after which a second round that has to share the places finds no more. On the streams of
 * 1,600 passages `all@5` is 0.883 either way and `all@8` 0.977 instead of 0.984. The product's further rounds have places
 * of their own.
 *
 * Both rounds share the places of τ. [“Where was the director of Ember Coast born?” finds a passage that names Ida
 * Brandt; “Ida Brandt: Where was the director of Ember Coast born?” finds where she was.]
 * @see E-mem, section 3.4, equation 8
 */
export async function routeInRounds(
  frame: RecallFrame,
  request: RouteRequest,
  context: RoundsContext,
): Promise<RoutedRounds> {
  const { settings, frameOf } = context
  const wide = Math.max(LOOKED_AT, settings.episodes)
  const first = await createRouter({ ...context, settings: { ...settings, episodes: wide, heads: wide } })(
    frame,
    request,
  )
  const probes = await probesOf(frame.question, first.passages, context.store)
  const byMeaning = createRouter({ ...context, settings: meaningAlone(settings, wide) })
  const second: (readonly Activation[])[] = []
  for (const probe of probes)
    second.push((await byMeaning(frameOf(probe), { ...request, evidence: [] })).activations)
  return {
    activations: joinRounds(first.activations, second).slice(0, settings.episodes),
    single: first.activations,
    probes,
  }
}

/** Episodes of each round that may come to share the places. */
const LOOKED_AT = 12

/** How many of the best passages are read for names, and how many names of each are asked of. */
const READ = { passages: 2, names: 8 }

/** What the second round counts against the first: chosen on questions outside of the measured streams, flat around it. */
const SECOND_SHARE = 0.6

/** The score of the first round, and the best of what the probes add; each round against its own best. */
export function joinRounds(
  first: readonly Activation[],
  second: readonly (readonly Activation[])[],
): readonly Activation[] {
  const joined = new Map(shares(first).map((activation) => [activation.episode, activation]))
  const added = new Map<number, Activation>()
  for (const activation of second.flatMap(shares)) {
    const before = added.get(activation.episode)
    if (before === undefined || before.score < activation.score) added.set(activation.episode, activation)
  }
  for (const { episode, score, pathways } of added.values()) {
    const before = joined.get(episode)
    joined.set(episode, {
      episode,
      score: (before?.score ?? 0) + SECOND_SHARE * score,
      pathways: before?.pathways ?? pathways,
    })
  }
  return [...joined.values()].sort((a, b) => b.score - a.score || a.episode - b.episode)
}

function shares(activations: readonly Activation[]): readonly Activation[] {
  const best = activations.reduce((high, { score }) => Math.max(high, score), Number.MIN_VALUE)
  return activations.map((activation) => ({ ...activation, score: activation.score / best }))
}

function meaningAlone(settings: RouteSettings, episodes: number): RouteSettings {
  const none = Object.fromEntries(Object.keys(settings.weights).map((signal) => [signal, 0]))
  const weights = { ...(none as RouteSettings['weights']), semantic: 1 }
  return { ...settings, episodes, heads: episodes, weights, byTime: false, byEvidence: false }
}

async function probesOf(
  question: string,
  passages: readonly RoutedPassage[],
  store: RoundsContext['store'],
): Promise<readonly string[]> {
  const firsts = new Map<number, number>()
  for (const { turn, key } of passages)
    if (firsts.size < READ.passages && !firsts.has(turn)) firsts.set(turn, key)
  const units = new Map<number, MemoryUnit>()
  const keys = [...firsts.values()]
  if (keys.length > 0)
    for await (const { key, unit } of store.units({ ...EVERY_TURN, keys })) units.set(key, unit)
  const known = new Set(analyse(question))
  const names = keys.flatMap((key) => {
    const unit = units.get(key)
    return unit === undefined ? [] : newNames(unit, known).slice(0, READ.names)
  })
  return [...new Set(names)].map((name) => `${name}: ${question}`)
}
