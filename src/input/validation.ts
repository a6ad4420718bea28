import { z } from 'zod'
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
  const [path, message] = firstIssue(result.error.issues, schema)
  const field = path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`),
    at,
  )
  throw new ValidationError(field, `Cannot read ${field}: ${message}`)
}

/** A whole number that is not less. */
export const wholeFrom = (least: number) => {
  const is = `it is a whole number from ${least}`
  return z.number(is).int(is).min(least, is)
}

/** A union reports that no variant fits; its own innermost complaint says more. */
function firstIssue(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
): [readonly PropertyKey[], string] {
  const issue = issues[0]
  if (!issue) return [[], 'it has the wrong form']
  if (issue.code === 'unrecognized_keys' && issue.message.startsWith('Unrecognized'))
    return [issue.path, unknownKeys(issue.keys, knownKeys(schema, issue.path))]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const deepest = issue.errors.reduce((a, b) => (depth(b) > depth(a) ? b : a))
    if (depth(deepest) > 0) {
      const [path, message] = firstIssue(deepest, schema)
      return [[...issue.path, ...path], message]
    }
  }
  return [issue.path, issue.message]
}

const depth = (issues: readonly z.core.$ZodIssue[]) => issues[0]?.path.length ?? 0

const unknownKeys = (keys: readonly string[], known: readonly string[]): string =>
  `it has no ${keys.map((key) => JSON.stringify(key)).join(', ')}; its keys are ${known.join(', ')}`

/** The keys of the object that stands at a path of a schema. */
function knownKeys(schema: z.core.$ZodType, [key, ...rest]: readonly PropertyKey[]): readonly string[] {
  if (schema instanceof z.ZodOptional)
    return knownKeys(schema.unwrap(), key === undefined ? [] : [key, ...rest])
  if (!(schema instanceof z.ZodObject)) return []
  if (key === undefined) return Object.keys(schema.shape)
  const inner = schema.shape[String(key)] as z.core.$ZodType | undefined
  return inner === undefined ? [] : knownKeys(inner, rest)
}
