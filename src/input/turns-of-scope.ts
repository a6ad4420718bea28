import { NotFoundError } from '../model/errors.ts'
import type { TurnId } from '../model/turn.ts'
import { EVERY_TURN, type Store } from '../store/store.ts'
import type { ResolvedForget } from './options.ts'

/** The turns that a scope names. @throws {NotFoundError} If it names a session or a speaker that the bank does not know. */
export async function turnsOf(store: Store, scope: ResolvedForget): Promise<readonly TurnId[]> {
  if (scope.type === 'turns') return scope.ids
  const filter =
    scope.type === 'session'
      ? { ...EVERY_TURN, session: scope.session }
      : scope.type === 'speaker'
        ? { ...EVERY_TURN, speaker: scope.speaker }
        : EVERY_TURN
  const ids: TurnId[] = []
  for await (const turn of store.turns(filter)) ids.push(turn.id)
  if (ids.length === 0 && scope.type !== 'everything') {
    const what =
      scope.type === 'session'
        ? `session ${JSON.stringify(scope.session)}`
        : `speaker ${JSON.stringify(scope.speaker)}`
    throw new NotFoundError(`Cannot forget ${what}: the bank ${store.facts.name} does not know it`)
  }
  return ids
}

/** How many units are drawn from the turns. @throws {NotFoundError} If a turn does not exist. */
export async function unitsOf(store: Store, ids: readonly TurnId[]): Promise<number> {
  const found = new Set<string>()
  for await (const turn of store.turns({ ...EVERY_TURN, ids })) found.add(turn.id)
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined)
    throw new NotFoundError(
      `Cannot forget turn ${JSON.stringify(missing)}: the bank ${store.facts.name} does not know it`,
    )
  let units = 0
  for await (const _ of store.units({ ...EVERY_TURN, ids, keys: undefined })) units += 1
  return units
}
