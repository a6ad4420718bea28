import type { Turn } from '../model/turn.ts'
import type { TurnFilter } from '../store/store.ts'
import { dayOfInstant } from '../time/zone.ts'

/** Whether a turn passes hard filters, as the store would say. */
export function admits(filter: TurnFilter, turn: Turn, timeZone: string): boolean {
  const { ids, session, speaker, during, notAfter, metadata } = filter
  if (ids !== undefined && !ids.includes(turn.id)) return false
  if (session !== undefined && turn.session !== session) return false
  if (speaker !== undefined && turn.speaker !== speaker) return false
  if (notAfter !== undefined && turn.time > notAfter) return false
  if (during !== undefined) {
    const day = dayOfInstant(turn.time, timeZone)
    if (day < during.first || day > during.last) return false
  }
  return Object.entries(metadata ?? {}).every(
    ([key, value]) => canonical(turn.metadata?.[key]) === canonical(value),
  )
}

/** Equal values have equal text, whatever the order of their keys. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Whether a filter lets every turn pass. */
export function admitsAll(filter: TurnFilter): boolean {
  return Object.values(filter).every((condition) => condition === undefined)
}
