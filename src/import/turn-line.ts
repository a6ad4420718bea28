import { ValidationError } from '../model/errors.ts'
import type { ConversationTurn } from './conversation-part.ts'

/** A turn and the bank that its line names. */
export type TurnLine = { readonly bank: string | undefined; readonly turn: ConversationTurn }

/** Each key of a line with the field that it fills. */
const FIELD_OF_KEY: { readonly [key: string]: keyof ConversationTurn | 'user' } = {
  id: 'id',
  session: 'session',
  session_started_at: 'sessionStart',
  sessionStart: 'sessionStart',
  speaker: 'speaker',
  text: 'text',
  content: 'text',
  time: 'time',
  timestamp: 'time',
  role: 'role',
  metadata: 'metadata',
  user: 'user',
}

/**
 * Reads one line of a JSONL file: `{"speaker": "Ana", "text": "Hi!", "time": "2024-05-01T09:00:00Z"}`.
 *
 * A message of a chat, `{"role": "user", "content": "Hi!", "time": …}`, is a turn whose speaker is its role.
 *
 * A key without value (`null`) counts as absent. A key that is not known is refused: a slip of the pen in
 * `sesion` would otherwise lose what it says.
 *
 * @param place Names the line in messages.
 * @throws {ValidationError} If the line is no JSON object, misses `speaker` or `text`, has an unknown key or one field twice.
 */
export function readTurnLine(line: string, place: string): TurnLine {
  const fields: { [field: string]: unknown } = {}
  for (const [key, value] of Object.entries(objectOf(line, place))) {
    const field = Object.hasOwn(FIELD_OF_KEY, key) ? FIELD_OF_KEY[key] : undefined
    if (field === undefined) throw refused(place, unknownKey(key, value))
    if (value === null) continue
    if (field in fields) throw refused(place, `“${key}” says again what another key has said`)
    fields[field] = value
  }
  // A message of a chat names nobody but the role.
  if (!('speaker' in fields) && 'role' in fields) fields.speaker = fields.role
  for (const needed of ['speaker', 'text']) {
    if (!(needed in fields)) throw refused(place, `a turn needs “${needed}”`)
  }
  const { user, ...turn } = fields
  return { bank: bankOf(user, place), turn: turn as ConversationTurn }
}

/** A whole chat in one line is the commonest stranger. */
function unknownKey(key: string, value: unknown): string {
  const known = `unknown key “${key}”; a turn has ${KNOWN_KEYS}`
  return Array.isArray(value)
    ? `${known}. A line is one turn: write each message of a chat on a line of its own`
    : known
}

const KNOWN_KEYS = Object.keys(FIELD_OF_KEY).join(', ')

function objectOf(line: string, place: string): object {
  let value: unknown
  try {
    // Files that were joined have byte order marks between their lines.
    value = JSON.parse(line.trim())
  } catch (cause) {
    throw refused(place, 'this is no JSON; a JSONL file has one complete JSON object a line', cause)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw refused(
    place,
    'a turn is a JSON object like {"speaker": "Ana", "text": "Hi!", "time": "2024-05-01T09:00:00Z"}',
  )
}

function bankOf(user: unknown, place: string): string | undefined {
  if (user === undefined) return undefined
  if (typeof user === 'string' && user !== '') return user
  throw refused(place, '“user” names a bank, so it is a text that is not empty')
}

function refused(place: string, why: string, cause?: unknown): ValidationError {
  return new ValidationError(place, `${place}: ${why}`, { cause })
}
