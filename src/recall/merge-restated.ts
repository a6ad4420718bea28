import type { MemoryUnit } from '../model/memory-unit.ts'
import type { Listed } from './select-evidence.ts'

/** A place in the evidence, with the keys of the units that say the same. */
export type Place = Listed & { readonly restatedBy: readonly number[] }

/**
 * Lets a unit whose source turns are all among those of a better one of the other origin take no place of its own: it
 * restates what stands there. Two units of one origin say two things, be they drawn from the same turn.
 *
 * @param list Best first; what it restates already stays with a place. Units without an entry in `units` are passed over.
 */
export function mergeRestated(
  list: readonly (Listed & Partial<Place>)[],
  units: ReadonlyMap<number, Pick<MemoryUnit, 'origin' | 'sources'>>,
): Place[] {
  const places: { item: Listed; restatedBy: number[] }[] = []
  const covering = new Map<string, number[]>()
  for (const item of list) {
    const unit = units.get(item.candidate.key)
    if (unit === undefined) continue
    const restated = item.restatedBy ?? []
    const place = coveringPlace(unit, covering)
    if (place !== undefined) {
      places[place]!.restatedBy.push(item.candidate.key, ...restated)
      continue
    }
    for (const source of unit.sources) {
      const key = coverKey(unit.origin, source)
      covering.set(key, [...(covering.get(key) ?? []), places.length])
    }
    places.push({ item, restatedBy: [...restated] })
  }
  return places.map(({ item, restatedBy }) => ({ ...item, restatedBy }))
}

/** The best place of the other origin that has every source of the unit. */
function coveringPlace(
  { origin, sources }: Pick<MemoryUnit, 'origin' | 'sources'>,
  covering: ReadonlyMap<string, readonly number[]>,
): number | undefined {
  const other = origin === 'turn' ? 'model' : 'turn'
  const [first, ...others] = sources.map((source) => covering.get(coverKey(other, source)) ?? [])
  return first?.find((place) => others.every((places) => places.includes(place)))
}

function coverKey(origin: MemoryUnit['origin'], source: string): string {
  return `${origin} ${source}`
}
