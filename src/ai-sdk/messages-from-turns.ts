import type { ModelMessage } from 'ai'
import type { Json } from '../index.ts'

/** What of a turn a message is made of: a turn as it is read, or as `turnsFromMessages` makes it. */
export type TurnLike = {
  readonly text: unknown
  readonly role?: string | undefined
  readonly metadata?: { readonly [key: string]: Json } | undefined
}

/**
 * Makes the messages of a conversation out of turns, one each, in order.
 *
 * A turn with `metadata.parts` as `turnsFromMessages` leaves them gives the parts again. Every other gives its text: as
 * the user's words, unless its role is `assistant` or `system`; a tool result needs its call, so a turn of a tool without
 * its parts is the user's words as well.
 */
export function messagesFromTurns(turns: Iterable<TurnLike>): ModelMessage[] {
  return Array.from(turns, ({ text, role, metadata }) => {
    const parts = partsIn(metadata)
    if (role === 'assistant') return { role, content: parts ?? textOf(text) } as ModelMessage
    if (role === 'tool' && parts !== undefined) return { role, content: parts } as ModelMessage
    return { role: role === 'system' ? 'system' : 'user', content: textOf(text) }
  })
}

function textOf(text: unknown): string {
  return typeof text === 'string' ? text : JSON.stringify(text)
}

/** Parts of a shape that this release writes; anything else in that place is the application's own. */
function partsIn(metadata: TurnLike['metadata']): readonly Json[] | undefined {
  const parts = metadata?.parts
  return Array.isArray(parts) && parts.length > 0 && parts.every(isPart) ? parts : undefined
}

function isPart(part: Json): boolean {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return false
  const { type, text, toolCallId, toolName, input, output } = part as Readonly<Record<string, Json>>
  if (type === 'text') return typeof text === 'string'
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return false
  return (
    (type === 'tool-call' && input !== undefined) ||
    (type === 'tool-result' && typeof output === 'object' && output !== null)
  )
}
