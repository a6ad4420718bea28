import { type FigureSets, meanOf } from '../figures.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import { SHAPE_FIGURES } from './episode-bank.ts'
import { type RoutingOptions, routedStreams } from './routed-streams.ts'

/**
 * Two rounds of probing without a model, within one τ, beside a single pass over the same banks: `gain` is the difference
 * of `all@5`, bounded by bootstrap.
 */
export async function iterate(options: RoutingOptions): Promise<FigureSets> {
  const records = await routedStreams('iterate', 1600, options)
  const both = records.map(({ byWay }) => byWay['two-rounds']!)
  const single = records.map(({ byWay }) => byWay.default!)
  const gains = both.map((figures, i) => figures['all@5']! - single[i]!['all@5']!)
  const { low, high } = bootstrap(gains, options.seed)
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
