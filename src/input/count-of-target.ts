import { NotFoundError } from '../model/errors.ts'
import type { TurnId } from '../model/turn.ts'
import { EVERY_TURN, type ForgetTarget, type Store, type TurnFilter } from '../store/store.ts'

/**
 * How much a target names, for those who want to know before they forget it.
 *
 * @throws {NotFoundError} If the bank does not know a turn, the session or the speaker.
 */
export async function countOf(store: Store, target: ForgetTarget): Promise<{ turns: number; units: number }> {
  const filter = filterOf(target)
  const found = new Set<TurnId>()
  for await (const turn of store.turns(filter)) found.add(turn.id)
  const missing = filter.ids?.find((id) => !found.has(id))
  if (missing !== undefined || (found.size === 0 && target !== 'everything')) {
    const what = JSON.stringify(missing ?? filter.session ?? filter.speaker)
    throw new NotFoundError(`Cannot forget ${what}: the bank ${store.facts.name} does not know it`)
  }
  let units = 0
  // A unit goes with any of its turns; a filter by session or speaker gives only those that lie wholly in it.
  const drawn = target === 'everything' ? EVERY_TURN : { ...EVERY_TURN, ids: [...found] }
  for await (const _ of store.units({ ...drawn, keys: undefined })) units += 1
  return { turns: found.size, units }
}

function filterOf(target: ForgetTarget): TurnFilter {
  if (target === 'everything') return EVERY_TURN
  if ('session' in target || 'speaker' in target) return { ...EVERY_TURN, ...target }
  return { ...EVERY_TURN, ids: [...new Set(target)] }
}
