import { sharedLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { defaults, emem, type RouteSettings } from '../../src/episodes/route-settings.ts'
import { STREAM_SIZES } from '../datasets/hotpotqa.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import { type FigureSets, type Figures, meanOf } from '../figures.ts'
import { bootstrap } from '../metrics/bootstrap.ts'
import { seededRandom } from '../speed/seeded.ts'
import { rememberingAnchor, rememberingEmbedder, SHAPE_FIGURES } from './episode-bank.ts'
import { hotpotRecords, type RoutedStream } from './hotpot-records.ts'
import { oneBankFigures } from './locomo-one-bank.ts'

export type RoutingOptions = {
  readonly data: string
  readonly seed: number
  readonly onProgress: (line: string) => void
}

/** The largest streams are routed in each of these ways besides the default one. */
const VARIANTS: Readonly<Record<string, RouteSettings>> = {
  'without-global': without('global'),
  'without-semantic': without('semantic'),
  'without-symbolic': { ...without('symbolic'), weights: { ...without('symbolic').weights, followed: 0 } },
  'without-followed-names': without('followed'),
  emem,
}

/**
 * The figures of routing by set, without a language model: how often the turns that a question rests on lie in the
 * activated episodes. `low` and `high` bound the mean of `all@5` by bootstrap; `change` is the difference to the default
 * way on the same questions, with its own bounds: above 0, the pathway that was left out hurts.
 */
export async function routing({ data, seed, onProgress }: RoutingOptions): Promise<FigureSets> {
  const anchor = rememberingAnchor()
  const embedder = rememberingEmbedder(cachedEmbedder(sharedLocalEmbedder()))
  const figures: Record<string, Figures> = {}
  for (const size of STREAM_SIZES.toReversed()) {
    const ways = { default: defaults, ...(size === 1600 ? VARIANTS : {}) }
    const records = await hotpotRecords({ data, size, ways, anchor, embedder, onProgress })
    for (const way of Object.keys(ways)) {
      const name = way === 'default' ? `hotpotqa/${size}` : `hotpotqa/${size}/${way}`
      figures[name] = figuresOf(records, way, seed)
    }
  }
  return { ...figures, 'locomo/one-bank': await oneBankFigures({ data, embedder, onProgress }) }
}

function figuresOf(records: readonly RoutedStream[], way: string, seed: number): Figures {
  const allAt5 = (name: string) => records.map(({ byWay }) => byWay[name]!['all@5']!)
  const own = allAt5(way)
  const differences = own.map((value, i) => value - allAt5('default')[i]!)
  const { low, high } = bootstrap(own, seededRandom(seed))
  const change = bootstrap(differences, seededRandom(seed))
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

function without(signal: keyof RouteSettings['weights']): RouteSettings {
  return { ...defaults, weights: { ...defaults.weights, [signal]: 0 } }
}
