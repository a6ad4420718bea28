import { STREAM_SIZES } from '../datasets/hotpotqa.ts'
import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import { SHAPE_FIGURES } from './episode-bank.ts'
import type { RoutedStream } from './hotpot-records.ts'
import { oneBankFigures } from './locomo-one-bank.ts'
import { type RoutingOptions, rememberedVectors, routedStreams, routedWays } from './routed-streams.ts'

/**
 * The figures of routing by set, without a language model: how often the turns that a question rests on lie in the
 * activated episodes. `low` and `high` bound the mean of `all@5` by bootstrap; `change` is the difference to the default
 * way on the same questions, with its own bounds: above 0, the pathway that was left out hurts.
 */
export async function routing(options: RoutingOptions): Promise<FigureSets> {
  const { data, seed, onProgress } = options
  const figures: Record<string, Figures> = {}
  for (const size of STREAM_SIZES.toReversed()) {
    const records = await routedStreams('routing', size, options)
    for (const way of routedWays('routing', size)) {
      const name = way === 'default' ? `hotpotqa/${size}` : `hotpotqa/${size}/${way}`
      figures[name] = figuresOf(records, way, seed)
    }
  }
  return {
    ...figures,
    'locomo/one-bank': await oneBankFigures({ data, embedder: rememberedVectors(), onProgress }),
  }
}

function figuresOf(records: readonly RoutedStream[], way: string, seed: number): Figures {
  const allAt5 = (name: string) => records.map(({ byWay }) => byWay[name]!['all@5']!)
  const own = allAt5(way)
  const differences = own.map((value, i) => value - allAt5('default')[i]!)
  const { low, high } = bootstrap(own, seed)
  const change = bootstrap(differences, seed)
  return {
    ...meanOf(records.map(({ byWay }) => byWay[way]!)),
    low,
    high,
    ...(way === 'default'
      ? {}
      : {
          change: differences.reduce((sum, value) => sum + value, 0) / differences.length,
          changeLow: change.low,
          changeHigh: change.high,
        }),
    blocks: records.reduce((sum, { blocks }) => sum + blocks, 0) / records.length,
    ...SHAPE_FIGURES,
  }
}
