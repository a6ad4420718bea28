import { personTerms } from '../../src/language/persons.ts'
import type { MemoryUnit } from '../../src/model/memory-unit.ts'
import { EVERY_TURN, type Store, type StoredUnit } from '../../src/store/store.ts'
import type { Candidate, ContextWindow, ViewQuery } from '../../src/store/views/view-query.ts'
import { dayNumber } from '../../src/time/day-range.ts'
import { dayOfInstant } from '../../src/time/zone.ts'

/** What a unit of a store is taken to be: the context fields that a recall reads, and how the unit is shown. */
export type Coordinates = {
  readonly unit: MemoryUnit
  /** Days since 1970-01-01; undefined for what fits no range. */
  readonly session: Days | undefined
  readonly event: Days | undefined
  /** Terms by which its persons are asked for. */
  readonly persons: ReadonlySet<string>
}

type Days = { readonly first: number; readonly last: number }

/** A session that lies in no time: no range is ever as far away. */
const NEVER: Days = { first: -1e9, last: -1e9 }

/** Every unit is compatible with it, and so stands in its context list whatever its words. */
const ALWAYS: ContextWindow = {
  ranges: [{ first: -1e9, last: 1e9 }],
  bufferDays: 0,
  bySession: true,
  byEventTime: true,
}

/**
 * A store whose units have other context fields than they were stored with, whatever else is known of them (words,
 * vectors, neighbours, sessions) being what it was.
 *
 * It hands queries to the store and rewrites what comes back: the context list is drawn from all units of the bank by
 * their new coordinates, so it may hold more than the views' first `depth`. Letting go of it leaves the store open.
 *
 * @param coordinates By unit key; a unit without an entry is as it was.
 */
export function withCoordinates(store: Store, coordinates: ReadonlyMap<number, Coordinates>): Store {
  const shown = ({ key, unit }: StoredUnit): StoredUnit => ({ key, unit: coordinates.get(key)?.unit ?? unit })
  return {
    facts: store.facts,
    derived: store.derived,
    upkeep: store.upkeep,
    history: (notAfter) => store.history(notAfter),
    append: (turns, anchor) => store.append(turns, anchor),
    forget: (target, anchor) => store.forget(target, anchor),
    turns: (filter) => store.turns(filter),
    unitIds: (keys) => store.unitIds(keys),
    sessions: () => store.sessions(),
    async *units(filter) {
      for await (const stored of store.units(filter)) yield shown(stored)
    },
    async search(query, origin) {
      const rewritten = (list: readonly Candidate[]) =>
        list.map((candidate) => rewrite(candidate, coordinates.get(candidate.key), query))
      const found = await store.search({ ...query, context: undefined }, origin)
      if (query.context === undefined) return { ...found, content: rewritten(found.content) }
      const depth = Math.max(query.depth, found.searched)
      const everything = await store.search({ ...query, context: ALWAYS, depth }, origin)
      const { context } = query
      return {
        ...found,
        content: rewritten(found.content),
        context: rewritten(everything.context).filter((candidate) => fits(candidate, context)),
      }
    },
    // Whoever opened the store closes it.
    [Symbol.asyncDispose]: async () => {},
  }
}

/** The coordinates of every unit of a store as they are, by key, for others to be made of them. */
export async function coordinatesOf(store: Store): Promise<Map<number, Coordinates>> {
  const found = new Map<number, Coordinates>()
  for await (const { key, unit } of store.units({ ...EVERY_TURN, keys: undefined }))
    found.set(key, coordinatesOfUnit(unit, store.facts.timeZone))
  return found
}

/** What a recall reads of a unit's context. */
export function coordinatesOfUnit(unit: MemoryUnit, timeZone: string): Coordinates {
  const { sessionSpan, eventTime, persons } = unit.context
  return {
    unit,
    session: {
      first: dayNumber(dayOfInstant(sessionSpan.start, timeZone)),
      last: dayNumber(dayOfInstant(sessionSpan.end, timeZone)),
    },
    event: eventTime && { first: dayNumber(eventTime.first), last: dayNumber(eventTime.last) },
    persons: new Set(persons.flatMap(personTerms)),
  }
}

function rewrite(candidate: Candidate, coordinates: Coordinates | undefined, query: ViewQuery): Candidate {
  if (coordinates === undefined) return candidate
  const { session = NEVER, event, persons } = coordinates
  return {
    ...candidate,
    sessionFirst: session.first,
    sessionLast: session.last,
    eventFirst: event?.first,
    eventLast: event?.last,
    matchedPersons: query.persons.filter((person) => persons.has(person)).length,
  }
}

/** As the views have it: the session overlaps a widened range, or the event time a range itself. */
function fits(candidate: Candidate, { ranges, bufferDays, bySession, byEventTime }: ContextWindow): boolean {
  const { sessionFirst, sessionLast, eventFirst, eventLast } = candidate
  return ranges.some(
    ({ first, last }) =>
      (bySession && sessionFirst <= last + bufferDays && sessionLast >= first - bufferDays) ||
      (byEventTime &&
        eventFirst !== undefined &&
        eventLast !== undefined &&
        eventFirst <= last &&
        eventLast >= first),
  )
}
