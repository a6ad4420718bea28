import { dayNumber } from '../time/day-range.ts'
import type { Store, TurnFilter } from './store.ts'
import type { ViewScope } from './views/view-query.ts'

/** A filter as the views know it: names become the store's numbers; what the bank does not know matches nothing. */
export async function scopeOf(filter: TurnFilter, store: Pick<Store, 'facts' | 'units'>): Promise<ViewScope> {
  const { session, speaker, during, notAfter } = filter
  const numbered = (number: number | undefined) => (number === undefined ? [] : [number])
  return {
    firstDay: during && dayNumber(during.first),
    lastDay: during && dayNumber(during.last),
    notAfter: notAfter === undefined ? undefined : Date.parse(notAfter),
    sessions: session === undefined ? undefined : numbered(store.facts.sessionNumber(session)),
    speakers: speaker === undefined ? undefined : numbered(store.facts.speakerNumber(speaker)),
    keys: await keysOf(filter, store),
  }
}

/** Metadata and ids stand in the rows alone, so the rows are asked which units pass. */
async function keysOf(
  filter: TurnFilter,
  store: Pick<Store, 'units'>,
): Promise<ReadonlySet<number> | undefined> {
  if (filter.metadata === undefined && filter.ids === undefined) return undefined
  const keys = new Set<number>()
  for await (const { key } of store.units({ ...filter, keys: undefined })) keys.add(key)
  return keys
}
