import { z } from 'zod'
import { ScopeRequiredError, ValidationError } from '../model/errors.ts'
import type { SessionId, TurnId } from '../model/turn.ts'
import type { ForgetTarget } from '../store/store.ts'
import { read } from './validation.ts'

const text = z.string().min(1)
const forgetScope = z.strictObject({
  turn: text.optional(),
  turns: z.array(text).optional(),
  session: text.optional(),
  speaker: text.optional(),
  everything: z.literal(true).optional(),
})

/**
 * Reads what to forget. Nothing given never means everything.
 *
 * @throws {ScopeRequiredError} If no scope is given, or an empty one.
 * @throws {ValidationError} If more than one is given, or one of the wrong type.
 */
export function resolveForget(scope: unknown): ForgetTarget {
  const entries = Object.entries(typeof scope === 'object' && scope !== null ? scope : {})
  const given = entries.filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  )
  if (given.length === 0 || given.some(([, value]) => Array.isArray(value) && value.length === 0)) {
    throw new ScopeRequiredError(
      'Cannot forget without a scope: give a turn, turns, a session, a speaker, or everything: true',
    )
  }
  if (given.length > 1) {
    const keys = given.map(([key]) => key).join(', ')
    throw new ValidationError('scope', `Cannot forget by more than one scope at once: got ${keys}`)
  }
  const one = read(forgetScope, Object.fromEntries(given), 'scope')
  if (one.turn !== undefined) return [one.turn as TurnId]
  if (one.turns !== undefined) return [...new Set(one.turns)] as TurnId[]
  if (one.session !== undefined) return { session: one.session as SessionId }
  if (one.speaker !== undefined) return { speaker: one.speaker }
  return 'everything'
}
