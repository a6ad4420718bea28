import type { z } from 'zod'
import { ValidationError } from '../model/errors.ts'

/**
 * Reads a value by a schema.
 *
 * @param at Names the value in messages: `turns[3]`, `options`.
 * @throws {ValidationError} With the path of the first field that does not hold.
 */
export function read<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [path, message] = firstIssue(result.error.issues)
  const field = path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`),
    at,
  )
  throw new ValidationError(field, `Cannot read ${field}: ${message}`)
}

/** A union reports that no variant fits; its own innermost complaint says more. */
function firstIssue(issues: readonly z.core.$ZodIssue[]): [readonly PropertyKey[], string] {
  const issue = issues[0]
  if (!issue) return [[], 'it has the wrong form']
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const deepest = issue.errors.reduce((a, b) => (depth(b) > depth(a) ? b : a))
    if (depth(deepest) > 0) {
      const [path, message] = firstIssue(deepest)
      return [[...issue.path, ...path], message]
    }
  }
  return [issue.path, issue.message]
}

const depth = (issues: readonly z.core.$ZodIssue[]) => issues[0]?.path.length ?? 0
