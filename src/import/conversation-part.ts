import type { Json } from '../model/turn.ts'

export type ImportFormat = 'jsonl' | 'locomo' | 'longmemeval'

/** A turn as a file tells it, ready to be appended. */
export type ConversationTurn = {
  id?: string
  session?: string
  /** When its session began; dates a turn that has no time of its own. */
  sessionStart?: string
  speaker: string
  text: string | readonly ConversationContent[]
  /** ISO 8601; without offset where the file knows none. */
  time?: string
  role?: string
  metadata?: { readonly [key: string]: Json }
}

/** A content part of a chat message, where the text of a turn is a list of them. */
export type ConversationContent =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'image'; url?: string; caption?: string }

/** Some turns of one conversation, in the order of the file; a part never spans two banks. */
export type ConversationPart = {
  /** The bank that the file says the turns belong to; undefined where it does not say. */
  readonly bank: string | undefined
  /** Keys are checked; the values of a JSONL file are as they stand there, `append` checks them. */
  readonly turns: readonly ConversationTurn[]
  /** Where each turn stands, for messages: `chat.jsonl, line 12`. */
  readonly places: readonly string[]
  /** Turns without words that were left out; always 0 for JSONL, where such a turn is refused. */
  readonly blank: number
  /** How far the file is read; the total is unknown for a pipe. */
  readonly progress: FileProgress
}

export type FileProgress = { readonly bytes: number; readonly totalBytes: number | undefined }

/** A turn on its way into a part. */
export type PlacedTurn = { readonly turn: ConversationTurn; readonly place: string }
