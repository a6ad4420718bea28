import { sharedLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { createRouter, EVERYWHERE } from '../../src/episodes/route.ts'
import { routeInRounds } from '../../src/episodes/route-rounds.ts'
import { defaults } from '../../src/episodes/route-settings.ts'
import { loadDocuments, loadStreams, streamOf } from '../datasets/hotpotqa.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import { type FigureSets, meanOf } from '../figures.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import { seededRandom } from '../speed/seeded.ts'
import { episodeBank, rememberingAnchor, rememberingEmbedder, SHAPE } from './episode-bank.ts'
import { frameIn, placesOfGold } from './hotpot-records.ts'
import { judgeRouting } from './judge.ts'
import type { RoutingOptions } from './routing.ts'

/** Activations of each round from which the places are given; more than either figure looks at. */
const PER_ROUND = 12

/**
 * Two rounds of probing without a model, all within one τ, beside a single pass over the same banks: `gain` is the
 * difference of `all@5`, bounded by bootstrap; `probed` is how many questions a second round had something to ask of.
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
    const router = createRouter({ store, embedder, settings: { ...defaults, episodes: PER_ROUND } })
    const { activations, rounds } = await routeInRounds(
      frameOf(stream.question),
      { scope: EVERYWHERE, evidence: [], signal: undefined },
      { router, store, frameOf, rounds: 2, episodes: 8 },
    )
    const judged = (list: typeof activations) =>
      judgeRouting({ five: list.slice(0, 5), eight: list.slice(0, 8) }, places)
    records.push({
      probed: rounds.length - 1,
      single: judged(rounds[0]!.activations),
      both: judged(activations),
    })
    if (records.length % 16 === 0) onProgress(`hotpotqa/1600: ${records.length} streams`)
  }
  const gains = records.map(({ single, both }) => both['all@5']! - single['all@5']!)
  const { low, high } = bootstrap(gains, seededRandom(seed))
  const shape = { blockTokens: SHAPE.tokens, overlap: SHAPE.overlap }
  return {
    'hotpotqa/1600': {
      ...meanOf(records.map(({ both }) => both)),
      gain: gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
      gainLow: low,
      gainHigh: high,
      probed: records.reduce((sum, { probed }) => sum + probed, 0),
      ...shape,
    },
    'hotpotqa/1600/single-pass': { ...meanOf(records.map(({ single }) => single)), ...shape },
  }
}
