import { createRouter } from '../../../src/episodes/route.ts'
import { presets, type RouteSettings } from '../../../src/episodes/route-settings.ts'
import { createSummaryIndex, type SummaryIndex } from '../../../src/episodes/summary-index.ts'
import { resolveAsk } from '../../../src/input/recall-options.ts'
import { callLimits } from '../../../src/llm/call-limits.ts'
import { createModelCallers } from '../../../src/llm/model-callers.ts'
import { ask } from '../../../src/modes/ask.ts'
import type { Store } from '../../../src/store/store.ts'
import { responseOf } from './ours.ts'
import { episodesOf, NO_CALLS, type Protocol, type World } from './protocol.ts'

export type DeepVariant = {
  readonly name: string
  /** False: assistants extract and the master joins without a model. */
  readonly model: boolean
  /** L. */
  readonly episodeTokens?: number | undefined
  /** Of the paper's preset or ours, whatever is varied: τ, weights. */
  readonly settings?: RouteSettings | undefined
}

/** The deep mode with a routing of its own, over a bank that no model has written to: for sweeps and ablations. */
export function deepVariant({
  name,
  model,
  episodeTokens = 8_192,
  settings = presets.defaults,
}: DeepVariant): Protocol {
  return {
    name,
    needsModel: model,
    prepare: (world) => world.withEpisodes(episodeTokens),
    async answer({ text, referenceTime, asker }, world) {
      const store = await world.withEpisodes(episodeTokens)
      const choices = resolveAsk(
        { mode: 'deep', referenceTime, asker, units: 'turns', episodes: settings.episodes },
        { timeZone: store.facts.timeZone, clock: () => new Date(referenceTime) },
      )
      const context = contextOf(store, world, { model, settings })
      const answer = await ask(text, choices, { context, listener: {} })
      return responseOf(
        answer,
        await turnsRead(answer.deep?.readings.map(({ episode }) => episode) ?? [], store),
      )
    },
    cost(shape) {
      const episodes = Math.min(settings.episodes, episodesOf(shape, episodeTokens))
      const question = model ? { least: episodes + 1, most: 3 * (episodes + 1) } : NO_CALLS
      return { build: 0, question }
    },
  }
}

/** The pathways of the deep mode, each taken out in turn. */
export const PATHWAYS = ['global', 'semantic', 'symbolic'] as const

export function without(pathway: (typeof PATHWAYS)[number], settings: RouteSettings): RouteSettings {
  return { ...settings, weights: { ...settings.weights, [pathway]: 0 } }
}

function contextOf(
  store: Store,
  world: World,
  { model, settings }: { model: boolean; settings: RouteSettings },
) {
  const { embedder, models } = world
  if (model && models === undefined) throw new TypeError('A protocol that needs a model was run without one')
  const limits = callLimits()
  const given =
    model && models !== undefined ? { reader: models.reader, assistant: models.assistant } : undefined
  const router = createRouter({ store, embedder, settings, summaries: summariesOf(store) })
  return {
    store,
    embedder,
    callers: createModelCallers(given, { limits }),
    bankKey: store.facts.name,
    ready: async () => undefined,
    routerOf: () => router,
    // Its episodes were kept when it was made, and no turn has come since.
    episodes: { keep: async () => store.derived.episodes },
    surroundings: limits.surroundings,
    warn: () => {},
  }
}

async function turnsRead(episodes: readonly number[], store: Store): Promise<string[]> {
  const read = await Promise.all([...new Set(episodes)].map((number) => store.derived.episodes.read(number)))
  return [...new Set(read.flatMap(({ turns }) => turns.map(({ turn }) => turn.id as string)))]
}

const indices = new WeakMap<Store, SummaryIndex>()

/** One for all questions and variants that are asked of a bank. */
function summariesOf(store: Store): SummaryIndex {
  const summaries = indices.get(store) ?? createSummaryIndex()
  indices.set(store, summaries)
  return summaries
}
