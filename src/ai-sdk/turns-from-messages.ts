import type { ModelMessage } from 'ai'
import { type Json, type TurnInput, ValidationError } from '../index.ts'
import { type FileLike, keptParts } from './kept-parts.ts'

export type TurnsFromMessagesOptions = {
  /** When the messages were said, or when each was; undefined: its session's start. */
  time?: Date | string | ((message: ModelMessage, index: number) => Date | string | undefined) | undefined
  /** When the session began; dates messages without a time of their own. */
  sessionStart?: Date | string | undefined
  /** Default: the local day. */
  session?: string | undefined
  /** By what names the roles are remembered. Default: the role, and for a tool its name. */
  speakers?: Partial<Record<ModelMessage['role'], string>> | undefined
  /** What an image or a file shows. Default: its file name or address. */
  caption?: ((file: FileLike) => string | undefined) | undefined
}

/**
 * Makes turns of the messages of a conversation, one each, in order, for `memory.append`.
 *
 * The turn's text is what can be searched: the words, `[image: caption]` for images and files, tool calls and results as
 * text. What else a message needs to be made again stands in `metadata.parts`; reasoning, approvals, provider options and
 * the bytes of files are left out. A message without any words is no turn.
 *
 * @throws {ValidationError} If `time` is neither a time nor a function.
 * @see messagesFromTurns The way back: what it makes of these turns gives the same turns.
 */
export function turnsFromMessages(
  messages: readonly ModelMessage[],
  { time, sessionStart, session, speakers = {}, caption }: TurnsFromMessagesOptions = {},
): TurnInput[] {
  if (!['undefined', 'string', 'function'].includes(typeof time) && !(time instanceof Date)) {
    throw new ValidationError(
      'options.time',
      `Cannot read options.time: it is a Date, ISO 8601 text like 2024-05-31T18:30:00Z, or a function that gives them, got a ${typeof time}`,
    )
  }
  return messages.flatMap((message, index) => {
    const parts = keptParts(message, caption)
    const text = parts.map(({ words }) => words).join('\n')
    if (text.trim() === '') return []
    const said = typeof time === 'function' ? time(message, index) : time
    return {
      speaker: speakers[message.role] ?? toolNameOf(message) ?? message.role,
      role: message.role,
      text,
      ...(said === undefined ? {} : { time: said }),
      ...(sessionStart === undefined ? {} : { sessionStart }),
      ...(session === undefined ? {} : { session }),
      ...(parts.every(({ part }) => part.type === 'text') && message.role !== 'tool'
        ? {}
        : { metadata: { parts: parts.map(({ part }) => part as Json) } }),
    }
  })
}

/** The tool that a message comes from, where it is one. */
function toolNameOf({ role, content }: ModelMessage): string | undefined {
  if (role !== 'tool') return undefined
  const names = new Set(content.flatMap((part) => (part.type === 'tool-result' ? [part.toolName] : [])))
  return names.size === 1 ? [...names][0] : undefined
}
