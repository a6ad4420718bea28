import type { Name } from './names.ts'
import { uniqueNames } from './persons.ts'

/** What is named and is no person: places, organisations, works, things; each once, as written. */
export function entityNames(found: readonly Name[]): readonly string[] {
  return uniqueNames(found.filter((name) => name.kind !== 'person').map((name) => name.text))
}

/** The first place that is named; undefined where none is. */
export function firstPlace(found: readonly Name[]): string | undefined {
  return found.find((name) => name.kind === 'place')?.text
}
