import type { EpisodicContext, MemoryUnit } from '../../src/model/memory-unit.ts'
import { type Coordinates, coordinatesOfUnit } from './coordinates-store.ts'

/** Which context fields leave their units together. @see RaMem, appendix D.4 */
export const SHUFFLED = {
  /** Event, mention and session time. */
  time: ['eventTime', 'mentionTime', 'recurrence', 'sessionSpan'],
  /** Who is named and what; who speaks is part of the text and stays. */
  people: ['persons', 'entities'],
  topic: ['topic'],
  all: ['eventTime', 'mentionTime', 'recurrence', 'sessionSpan', 'persons', 'entities', 'topic', 'location'],
} as const satisfies Readonly<Record<string, readonly (keyof EpisodicContext)[]>>

export type ShuffledFields = keyof typeof SHUFFLED

/**
 * Gives each unit of a bank the fields of another one, as one permutation of the units says; whatever else a unit is
 * stays. Where time is among them the session goes with its span.
 */
export function shuffleFields(
  bank: ReadonlyMap<number, Coordinates>,
  fields: ShuffledFields,
  { random, timeZone }: { random: () => number; timeZone: string },
): Map<number, Coordinates> {
  const keys = [...bank.keys()]
  const from = permutation(keys.length, random)
  const shuffled = keys.map((key, i) => {
    const unit = withFields(bank.get(key)!.unit, bank.get(keys[from[i]!]!)!.unit, SHUFFLED[fields])
    return [key, coordinatesOfUnit(unit, timeZone)] as const
  })
  return new Map(shuffled)
}

/** The numbers from 0 below `size` in an order of which each is as likely. @see Fisher and Yates; Durstenfeld, 1964 */
export function permutation(size: number, random: () => number): number[] {
  const order = Array.from({ length: size }, (_, i) => i)
  for (let last = size - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = order[last]!
    order[last] = order[other]!
    order[other] = moved
  }
  return order
}

function withFields(
  unit: MemoryUnit,
  other: MemoryUnit,
  fields: readonly (keyof EpisodicContext)[],
): MemoryUnit {
  const taken = Object.fromEntries(fields.map((field) => [field, other.context[field]]))
  const session = fields.includes('sessionSpan') ? other.session : unit.session
  return { ...unit, session, context: { ...unit.context, ...taken } }
}
