import { sharedLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { defaults } from '../../src/episodes/route-settings.ts'
import { loadDocuments, loadStreams, streamOf } from '../datasets/hotpotqa.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import { seededRandom } from '../speed/seeded.ts'
import { episodeBank, rememberingAnchor, rememberingEmbedder, SHAPE_FIGURES } from './episode-bank.ts'
import { activationsOf, frameIn, placesOfGold } from './hotpot-records.ts'
import { judgeRouting } from './judge.ts'
import type { RoutingOptions } from './routing.ts'

/**
 * Two rounds of probing without a model, within one τ, beside a single pass over the same banks: `gain` is the difference
 * of `all@5`, bounded by bootstrap.
 */
export async function iterate({ data, seed, onProgress }: RoutingOptions): Promise<FigureSets> {
  const anchor = rememberingAnchor()
  const embedder = rememberingEmbedder(cachedEmbedder(sharedLocalEmbedder()))
  const documents = loadDocuments(data)
  const both: Figures[] = []
  const single: Figures[] = []
  for (const stream of loadStreams(data, 1600)) {
    await using store = await episodeBank(streamOf(documents, stream.documents), { embedder, anchor })
    const places = await placesOfGold(stream, store)
    const frame = frameIn(await store.history(), stream.question)
    const context = { store, embedder, settings: defaults }
    both.push(judgeRouting(await activationsOf(frame, context, 2), places))
    single.push(judgeRouting(await activationsOf(frame, context), places))
    if (both.length % 16 === 0) onProgress(`hotpotqa/1600: ${both.length} streams`)
  }
  const gains = both.map((figures, i) => figures['all@5']! - single[i]!['all@5']!)
  const { low, high } = bootstrap(gains, seededRandom(seed))
  return {
    'hotpotqa/1600': {
      ...meanOf(both),
      gain: gains.reduce((sum, gain) => sum + gain, 0) / gains.length,
      gainLow: low,
      gainHigh: high,
      ...SHAPE_FIGURES,
    },
    'hotpotqa/1600/single-pass': { ...meanOf(single), ...SHAPE_FIGURES },
  }
}
