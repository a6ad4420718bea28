import type { Instant, Span } from './day-range.ts'

declare const turnBrand: unique symbol
declare const sessionBrand: unique symbol

/** Names one turn within its bank; 1 to 512 characters, any text. */
export type TurnId = string & { readonly [turnBrand]: true }

/** Names one session within its bank; 1 to 512 characters, any text. */
export type SessionId = string & { readonly [sessionBrand]: true }

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** One utterance as it came in, never edited. */
export type Turn = {
  readonly id: TurnId
  readonly session: SessionId
  readonly speaker: string
  /** Verbatim, but for NUL characters, which become U+FFFD. */
  readonly text: string
  /** When it was said. */
  readonly time: Instant
  /** True where the turn came without a time and took the start of its session. */
  readonly timeInferred: boolean
  /** The role in a chat protocol ('user', 'assistant', 'system', 'tool'), as given. */
  readonly role: string | undefined
  /** As given: types and nulls kept. */
  readonly metadata: { readonly [key: string]: Json } | undefined
  /** Place in the order of arrival within the bank, from 1; breaks ties of time. */
  readonly position: number
}

/** One sitting; its span reaches from its first to its last turn. */
export type Session = {
  readonly id: SessionId
  readonly span: Span
  readonly turns: number
  readonly speakers: readonly string[]
}
