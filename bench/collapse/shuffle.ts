import type { Embedder } from '../../src/embed/embedder.ts'
import { openMemory } from '../../src/memory.ts'
import type { UnitId } from '../../src/model/memory-unit.ts'
import type { FigureSets } from '../figures.ts'
import { seededRandom } from '../speed/seeded.ts'
import { coordinatesOf, withCoordinates } from './coordinates-store.ts'
import { differenceSets } from './differences.ts'
import { collapseMeasure, figureSets, PLACES } from './figures.ts'
import type { Observation, VariantsOf } from './observe.ts'
import { SHUFFLED, type ShuffledFields, shuffleFields } from './shuffle-fields.ts'
import { SUBSETS } from './subsets.ts'
import { lastKept } from './variants/last-kept.ts'
import { recalled, reinstated } from './variants/reinstated.ts'
import type { Ranked, RecalledBank, Variant } from './variants/variant.ts'

/** Every group of fields that is shuffled. */
export const ALL_FIELDS = Object.keys(SHUFFLED) as ShuffledFields[]

/**
 * The full system on banks whose context fields were shuffled between units, their words and vectors left alone:
 * `locomo/subset/shuffle-time`. Distractors are told by the true context; in `…/shuffled-labels` by the shuffled one,
 * as RaMem told them.
 * @see RaMem, section 4.4
 */
export function shuffleFigures(
  observations: readonly Observation[],
  { fields = ALL_FIELDS, seed }: { fields?: readonly ShuffledFields[] | undefined; seed: number },
): FigureSets {
  const names = fields.map((each) => `shuffle-${each}`)
  const layout = { subsets: SUBSETS, measure: collapseMeasure }
  return {
    ...figureSets(observations, {
      ...layout,
      seed,
      variants: ['reinstated', ...names, ...names.map((name) => `${name}/shuffled-labels`)],
    }),
    ...Object.assign(
      {},
      ...names.map((one) => differenceSets(observations, layout, { one, other: 'reinstated', seed })),
    ),
  }
}

/** The ways to recall that the shuffle compares. */
export function shuffleWays(
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
