import type { SourcePlace } from './unit-entry.ts'
import { ABSENT, type UnitTable } from './unit-table.ts'
import type { ContextWindow, ViewScope } from './view-query.ts'

/** Which slots take part in a query (1 takes part), and how many. */
export type Mask = { readonly bits: Uint8Array; readonly count: number }

/** Whether the scope lets every unit through. */
export const isUnbounded = (scope: ViewScope): boolean =>
  Object.values(scope).every((bound) => bound === undefined)

/** The units that the scope lets through. */
export function maskOfScope(table: UnitTable, scope: ViewScope): Mask {
  return isUnbounded(scope) ? maskOfAll(table) : maskWhere(table, scopeTest(table, scope))
}

/** A loop of its own: it runs over all units again whenever one has come. */
function maskOfAll({ slots, size, key: { values: keys } }: UnitTable): Mask {
  const bits = new Uint8Array(slots)
  for (let slot = 0; slot < slots; slot++) bits[slot] = keys[slot] === ABSENT ? 0 : 1
  return { bits, count: size }
}

/** The units of the mask whose session overlaps a widened range, or whose event time overlaps a range itself. */
export function maskOfContext(
  table: UnitTable,
  mask: Mask,
  { context: window, scope }: { readonly context: ContextWindow; readonly scope: ViewScope },
): Mask {
  const { ranges, bufferDays } = window
  const sessionFits = table.sessions.map(
    (row) =>
      window.bySession &&
      ranges.some(
        ({ first, last }) =>
          row.firstDay <= last + bufferDays && table.lastDayOf(row, scope.notAfter) >= first - bufferDays,
      ),
  )
  const eventFits = (slot: number) => {
    const eventFirst = table.eventFirst.values[slot]!
    if (!window.byEventTime || eventFirst === ABSENT) return false
    const eventLast = table.eventLast.values[slot]!
    return ranges.some(({ first, last }) => eventFirst <= last && eventLast >= first)
  }
  return maskWhere(
    table,
    (slot) => mask.bits[slot] === 1 && (sessionFits[table.session.values[slot]!] === true || eventFits(slot)),
  )
}

function maskWhere(table: UnitTable, passes: (slot: number) => boolean): Mask {
  const bits = new Uint8Array(table.slots)
  let count = 0
  for (let slot = 0; slot < table.slots; slot++) {
    if (table.key.values[slot] === ABSENT || !passes(slot)) continue
    bits[slot] = 1
    count++
  }
  return { bits, count }
}

function scopeTest(table: UnitTable, scope: ViewScope): (slot: number) => boolean {
  const { firstDay = -Infinity, lastDay = Infinity, notAfter = Infinity, keys } = scope
  const speakers = scope.speakers && new Set(scope.speakers)
  const wanted = scope.sessions && new Set(scope.sessions)
  const sessionFits = table.sessions.map((row) => wanted === undefined || wanted.has(row.number))
  /** All of a unit's source turns must fit: what is told of one that does not would come in through another. */
  const furtherFits = ({ day, time, session, speaker }: SourcePlace) =>
    day >= firstDay &&
    day <= lastDay &&
    time <= notAfter &&
    (wanted === undefined || wanted.has(session)) &&
    (speakers === undefined || speakers.has(speaker))
  return (slot) => {
    const day = table.day.values[slot]!
    return (
      day >= firstDay &&
      day <= lastDay &&
      table.time.values[slot]! <= notAfter &&
      sessionFits[table.session.values[slot]!] === true &&
      (speakers === undefined || speakers.has(table.speaker.values[slot]!)) &&
      (keys === undefined || keys.has(table.key.values[slot]!)) &&
      (table.further.get(slot)?.every(furtherFits) ?? true)
    )
  }
}
