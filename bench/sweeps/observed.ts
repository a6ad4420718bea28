import type { Embedder } from '../../src/embed/embedder.ts'
import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { ANSWERS, COMPARED, type CollapseOptions } from '../collapse/collapse.ts'
import { type Observation, observe, type VariantsOf } from '../collapse/observe.ts'
import { loadExams } from '../collapse/questions.ts'
import { ALL_FIELDS, shuffleWays } from '../collapse/shuffle.ts'
import type { ShuffledFields } from '../collapse/shuffle-fields.ts'
import type { Variant } from '../collapse/variants/variant.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import { rememberingEmbedder } from '../routing/episode-bank.ts'
import { ablationWays, bufferWays } from './sweeps.ts'

export type ObservedOptions = CollapseOptions & {
  /** Benches that run in the same process, itself among them or not: what they ask is asked along with it. */
  readonly beside?: readonly string[] | undefined
  /** Of the shuffle; default: each of them. */
  readonly fields?: readonly ShuffledFields[] | undefined
}

type Surroundings = { readonly embedder: Embedder; readonly seed: number } & Pick<ObservedOptions, 'fields'>

/** The ways to recall that each bench compares. */
const WAYS = {
  diagnostics: () => async () => COMPARED,
  'context-collapse': () => async () => COMPARED,
  'budget-sweep': () => async () => COMPARED,
  'context-shuffle': ({ fields = ALL_FIELDS, ...given }) => shuffleWays(fields, given),
  'buffer-sweep': () => bufferWays,
  ablations: ({ embedder }) => ablationWays(embedder),
} as const satisfies Readonly<Record<string, (given: Surroundings) => VariantsOf>>

export type Observing = keyof typeof WAYS

/**
 * What is observed of LoCoMo in the ways that a bench compares.
 *
 * Benches that run in one process are observed in one go: banks are made once, and what several compare is searched once.
 */
export async function observed(bench: Observing, options: ObservedOptions): Promise<readonly Observation[]> {
  const together = OBSERVING.filter((name) => name === bench || options.beside?.includes(name))
  const { data, seed, conversations, fields } = options
  const key = JSON.stringify([data, seed, conversations, fields, together])
  const whole = known.get(key) ?? observeTogether(together, options)
  known.set(key, whole)
  return (await whole).map((observation) => ({ ...observation, seen: ownOf(bench, observation.seen) }))
}

const OBSERVING = Object.keys(WAYS) as Observing[]
const known = new Map<string, Promise<readonly Observation[]>>()

function observeTogether(benches: readonly Observing[], options: ObservedOptions) {
  const { data, seed, conversations, fields, onProgress } = options
  const embedder = rememberingEmbedder(cachedEmbedder(createLocalEmbedder()))
  const variantsOf: VariantsOf = async (...opened) => {
    const all: Record<string, Variant> = {}
    for (const bench of benches)
      for (const [name, variant] of Object.entries(await WAYS[bench]({ embedder, seed, fields })(...opened)))
        all[`${bench}:${name}`] = variant
    return all
  }
  const answers = benches.includes('context-collapse') ? ANSWERS : {}
  return observe(loadExams(data, conversations), variantsOf, { embedder, onProgress, answers })
}

function ownOf(bench: Observing, seen: Observation['seen']): Observation['seen'] {
  const own = Object.entries(seen).filter(([name]) => name.startsWith(`${bench}:`))
  return Object.fromEntries(own.map(([name, each]) => [name.slice(bench.length + 1), each]))
}
