import { type CountTokens, estimateTokens } from './estimate-tokens.ts'
import type { ModelCaller } from './model-caller.ts'
import { replySchema } from './replies/reply-schema.ts'
import type { Task } from './task.ts'

/** Tokens that a reply may have: `most`, less where the model's context is small. */
export function replyTokensOf({ contextTokens = Infinity }: ModelCaller['model'], most: number): number {
  return Math.min(most, Math.floor(contextTokens * REPLY_SHARE))
}

/** What of a model's context a prompt leaves. */
export type PromptRoom = {
  /** `Infinity` where the model has no known bound; below 0 where the prompt alone is too long. */
  readonly tokens: number
  readonly count: CountTokens
}

/**
 * How much more text fits into a prompt beside the task, its schema, the reply, and a word about a reply that could not
 * be read.
 */
export function promptRoom<Input extends { readonly replyTokens: number }>(
  { prompt, schema }: Pick<Task<Input, unknown>, 'prompt' | 'schema'>,
  bare: Input,
  { contextTokens = Infinity, countTokens: count = estimateTokens }: ModelCaller['model'],
): PromptRoom {
  if (contextTokens === Infinity) return { tokens: Infinity, count }
  const asked = prompt(bare)
  const around = count(asked.system) + count(asked.prompt) + count(JSON.stringify(replySchema(schema)))
  return { tokens: contextTokens - around - bare.replyTokens - REASK_TOKENS, count }
}

/** Of a small context, what the reply may take. */
const REPLY_SHARE = 0.2
/** The start of an unreadable reply and what was wrong with it; the frame that a chat template puts around a prompt. */
const REASK_TOKENS = 300
