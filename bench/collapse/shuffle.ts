import type { Embedder } from '../../src/embed/embedder.ts'
import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { openMemory } from '../../src/memory.ts'
import type { UnitId } from '../../src/model/memory-unit.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import type { FigureSets } from '../figures.ts'
import { seededRandom } from '../speed/seeded.ts'
import type { CollapseOptions } from './collapse.ts'
import { coordinatesOf, withCoordinates } from './coordinates-store.ts'
import { differenceSets } from './differences.ts'
import { collapseMeasure, figureSets, PLACES } from './figures.ts'
import { observe, type VariantsOf } from './observe.ts'
import { loadExams } from './questions.ts'
import { SHUFFLED, type ShuffledFields, shuffleFields } from './shuffle-fields.ts'
import { SUBSETS } from './subsets.ts'
import { lastKept } from './variants/last-kept.ts'
import { recalled, reinstated } from './variants/reinstated.ts'
import type { Ranked, RecalledBank, Variant } from './variants/variant.ts'

export type ShuffleOptions = CollapseOptions & {
  /** Default: each of them. */
  readonly fields?: readonly ShuffledFields[] | undefined
}

/**
 * The full system on banks whose context fields were shuffled between units, their words and vectors left alone:
 * `locomo/subset/shuffle-time`. Distractors are told by the true context; in `…/shuffled-labels` by the shuffled one,
 * as RaMem told them.
 * @see RaMem, section 4.4
 */
export async function shuffleFigures(options: ShuffleOptions): Promise<FigureSets> {
  const embedder = cachedEmbedder(createLocalEmbedder())
  const fields = options.fields ?? (Object.keys(SHUFFLED) as ShuffledFields[])
  const variants = variantsOf(fields, { embedder, seed: options.seed })
  const exams = loadExams(options.data, options.conversations)
  const observations = await observe(exams, variants, { embedder, onProgress: options.onProgress })
  const names = fields.map((each) => `shuffle-${each}`)
  const layout = { subsets: SUBSETS, measure: collapseMeasure }
  return {
    ...figureSets(observations, {
      ...layout,
      seed: options.seed,
      variants: ['reinstated', ...names, ...names.map((name) => `${name}/shuffled-labels`)],
    }),
    ...Object.assign(
      {},
      ...names.map((one) =>
        differenceSets(observations, layout, { one, other: 'reinstated', seed: options.seed }),
      ),
    ),
  }
}

function variantsOf(
  fields: readonly ShuffledFields[],
  { embedder, seed }: { embedder: Embedder; seed: number },
): VariantsOf {
  return async (bank, closeLater) => {
    const variants: Record<string, Variant> = { reinstated }
    for (const each of fields) {
      const shuffled = await shuffledBank(bank, each, { embedder, seed })
      closeLater(shuffled.memory)
      const variant = lastKept(async (asked) => ({
        ...(await recalled({ limit: PLACES })(asked, shuffled)),
        takenFor: (id: UnitId) => shuffled.units.get(id)!,
      }))
      variants[`shuffle-${each}`] = async (asked) => truly(await variant(asked, bank))
      variants[`shuffle-${each}/shuffled-labels`] = variant
    }
    return variants
  }
}

async function shuffledBank(
  { store }: RecalledBank,
  fields: ShuffledFields,
  { embedder, seed }: { embedder: Embedder; seed: number },
): Promise<RecalledBank> {
  const random = seededRandom(seed)
  const shuffled = shuffleFields(await coordinatesOf(store), fields, {
    random,
    timeZone: store.facts.timeZone,
  })
  const other = withCoordinates(store, shuffled)
  return {
    memory: await openMemory(other, { embedder }),
    store: other,
    units: new Map([...shuffled.values()].map(({ unit }) => [unit.id, unit])),
  }
}

function truly({ units, recollection }: Ranked): Ranked {
  return { units, recollection }
}
