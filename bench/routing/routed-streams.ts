import type { Embedder } from '../../src/embed/embedder.ts'
import { sharedLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { defaults, emem, type RouteSettings } from '../../src/episodes/route-settings.ts'
import type { STREAM_SIZES } from '../datasets/hotpotqa.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import { rememberingAnchor, rememberingEmbedder } from './episode-bank.ts'
import { hotpotRecords, type RoutedStream, type Way } from './hotpot-records.ts'
import { folderOfBanks } from './kept-episode-bank.ts'

export type RoutingOptions = {
  readonly data: string
  readonly seed: number
  readonly onProgress: (line: string) => void
  /** Benches that run in the same process: what they route is routed along with it. */
  readonly beside?: readonly string[] | undefined
}

/** The ways that each bench compares on the largest streams; on the others there is `default` alone. */
const WAYS = {
  routing: {
    default: once(defaults),
    'without-global': once(without('global')),
    'without-semantic': once(without('semantic')),
    'without-symbolic': once({
      ...without('symbolic'),
      weights: { ...without('symbolic').weights, followed: 0 },
    }),
    'without-followed-names': once(without('followed')),
    emem: once(emem),
  },
  iterate: { default: once(defaults), 'two-rounds': { settings: defaults, rounds: 2 } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Way>>>>

type Routing = keyof typeof WAYS

/**
 * What each way of a bench activates for the questions of the streams of a size.
 *
 * Banks take far longer than questions: those of the largest streams are made once for all benches of a process.
 */
export async function routedStreams(
  bench: Routing,
  size: (typeof STREAM_SIZES)[number],
  { data, beside = [], onProgress }: RoutingOptions,
): Promise<readonly RoutedStream[]> {
  const benches = ROUTING.filter((name) => name === bench || beside.includes(name))
  const ways: Readonly<Record<string, Way>> = Object.assign({}, ...benches.map((name) => waysOf(name, size)))
  const key = JSON.stringify([data, size, Object.keys(ways)])
  const records =
    known.get(key) ??
    hotpotRecords({
      data,
      size,
      ways,
      anchor: rememberingAnchor(),
      embedder: rememberedVectors(),
      folder: folderOfBanks(data, rememberedVectors().id),
      onProgress,
    })
  known.set(key, records)
  return await records
}

/** The ways that {@link routedStreams} tells of. */
export function routedWays(bench: Routing, size: (typeof STREAM_SIZES)[number]): readonly string[] {
  return Object.keys(waysOf(bench, size))
}

/** Of all benches of this process: those on streams want the same vectors again and again. */
export function rememberedVectors(): Embedder {
  embedder ??= rememberingEmbedder(cachedEmbedder(sharedLocalEmbedder()))
  return embedder
}

const LARGEST = 1600
const ROUTING = Object.keys(WAYS) as Routing[]
const known = new Map<string, Promise<readonly RoutedStream[]>>()
let embedder: Embedder | undefined

function waysOf(bench: Routing, size: (typeof STREAM_SIZES)[number]): Readonly<Record<string, Way>> {
  return size === LARGEST ? WAYS[bench] : { default: WAYS[bench].default }
}

function once(settings: RouteSettings): Way {
  return { settings, rounds: 1 }
}

function without(signal: keyof RouteSettings['weights']): RouteSettings {
  return { ...defaults, weights: { ...defaults.weights, [signal]: 0 } }
}
