import type { z } from 'zod'
import type { ModelReply } from '../model-client.ts'
import { conform } from './conform.ts'
import { type Found, recoverJson } from './recover-json.ts'

export type ReadReply<Output> =
  | { readonly success: true; readonly value: Output; readonly truncated: boolean }
  /** `truncated`: the reply was cut, and what came of it is of no use. */
  | { readonly success: false; readonly fault: string; readonly truncated: boolean }

/**
 * Reads a reply: finds its JSON, whatever stands around it, and checks it against the schema.
 *
 * Of several values the one that fits is taken; where two different ones fit the reply is refused, as nothing tells
 * which was meant, unless one alone is fenced. An empty one never stands against one that says something.
 */
export function readReply<Output>(
  { text, finishReason }: Pick<ModelReply, 'text' | 'finishReason'>,
  schema: z.ZodType<Output>,
): ReadReply<Output> {
  const recovery = recoverJson(text, { ended: finishReason === 'stop' })
  if (!recovery.success) return { ...recovery, truncated: recovery.truncated || finishReason === 'length' }
  const read = recovery.found.map((found) => ({
    found,
    result: conform(schema, found.value, { whole: !found.truncated }),
  }))
  const fitting = read.flatMap(({ found, result }) =>
    result.success ? [{ found, value: result.value }] : [],
  )
  const [first, ...others] = chosen(fitting)
  if (first && others.length === 0) {
    return { success: true, value: first.value, truncated: first.found.truncated }
  }
  if (first) return { success: false, fault: 'several different values in it', truncated: false }
  const largest = read.reduce((a, b) => (size(b.found) > size(a.found) ? b : a))
  const fault = largest.result.success ? 'no fitting value in it' : largest.result.fault
  return { success: false, fault, truncated: largest.found.truncated }
}

/** What remains to choose from: one where the choice is clear. */
function chosen<One extends { readonly found: Found }>(fitting: readonly One[]): readonly One[] {
  if (fitting.length < 2) return fitting
  const saying = fitting.filter(({ found }) => size(found) > 2)
  const fenced = saying.filter(({ found }) => found.fenced)
  const rest = saying.length === 0 ? fitting.slice(0, 1) : fenced.length === 1 ? fenced : saying
  const different = new Map(rest.map((one) => [JSON.stringify(one.found.value), one]))
  return [...different.values()]
}

/** Length as JSON; `{}` and `[]` have 2. */
function size(found: Found): number {
  return JSON.stringify(found.value).length
}
