import { sharedLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { EVERYWHERE } from '../../src/episodes/route.ts'
import { defaults } from '../../src/episodes/route-settings.ts'
import { loadDocuments, loadStreams, streamOf } from '../datasets/hotpotqa.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import { type FigureSets, meanOf } from '../figures.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import { seededRandom } from '../speed/seeded.ts'
import { episodeBank, rememberingAnchor, rememberingEmbedder, SHAPE_FIGURES } from './episode-bank.ts'
import { frameIn, placesOfGold } from './hotpot-records.ts'
import { judgeRouting } from './judge.ts'
import { routeInRounds } from './route-rounds.ts'
import type { RoutingOptions } from './routing.ts'

/** The deepest place that a figure looks at. */
const MOST_EPISODES = 8

/**
 * Two rounds of probing without a model, all within one τ, beside a single pass over the same banks: `gain` is the
 * difference of `all@5`, bounded by bootstrap; `probes` is how many sub-questions the second round asked of each.
 */
export async function iterate({ data, seed, onProgress }: RoutingOptions): Promise<FigureSets> {
  const anchor = rememberingAnchor()
  const embedder = rememberingEmbedder(cachedEmbedder(sharedLocalEmbedder()))
  const documents = loadDocuments(data)
  const records = []
  for (const stream of loadStreams(data, 1600)) {
    await using store = await episodeBank(streamOf(documents, stream.documents), { embedder, anchor })
    const places = await placesOfGold(stream, store)
    const history = await store.history()
    const frameOf = (question: string) => frameIn(history, question)
    const { activations, single, probes } = await routeInRounds(
      frameOf(stream.question),
      { scope: EVERYWHERE, evidence: [], signal: undefined },
      { store, embedder, settings: { ...defaults, episodes: MOST_EPISODES }, frameOf },
    )
    const judged = (list: typeof activations) =>
      judgeRouting({ five: list.slice(0, 5), eight: list.slice(0, 8) }, places)
    records.push({ probes: probes.length, single: judged(single), both: judged(activations) })
    if (records.length % 16 === 0) onProgress(`hotpotqa/1600: ${records.length} streams`)
  }
  const gains = records.map(({ single, both }) => both['all@5']! - single['all@5']!)
  const { low, high } = bootstrap(gains, seededRandom(seed))
  return {
    'hotpotqa/1600': {
      ...meanOf(records.map(({ both }) => both)),
      gain: gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
      gainLow: low,
      gainHigh: high,
      probes: records.reduce((sum, { probes }) => sum + probes, 0) / records.length,
      ...SHAPE_FIGURES,
    },
    'hotpotqa/1600/single-pass': { ...meanOf(records.map(({ single }) => single)), ...SHAPE_FIGURES },
  }
}
