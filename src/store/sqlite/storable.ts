import type { NewTurn } from '../store.ts'

/**
 * Text as SQLite gives it back: NUL characters, at which the driver stops reading, and halves of surrogate pairs, which
 * UTF-8 cannot hold, become U+FFFD. Done before anything is compared, so that a retry finds what was stored.
 */
export const storable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\uFFFD')

export function storableTurn(turn: NewTurn): NewTurn {
  return {
    ...turn,
    id: storable(turn.id) as NewTurn['id'],
    session: storable(turn.session) as NewTurn['session'],
    speaker: storable(turn.speaker),
    text: storable(turn.text),
    role: turn.role === undefined ? undefined : storable(turn.role),
  }
}
