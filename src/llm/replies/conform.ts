import type { z } from 'zod'

export type Conformity<Output> =
  | { readonly success: true; readonly value: Output }
  | { readonly success: false; readonly fault: string }

/**
 * Checks a value against a schema, in which null and an absent key mean the same: strict structured output must name
 * every key, and models leave out what they do not know.
 *
 * @param options.whole Whether nothing was cut off the value; a key that is missing in a cut one is never filled in.
 */
export function conform<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  { whole }: { readonly whole: boolean },
): Conformity<Output> {
  const first = schema.safeParse(value)
  if (first.success) return { success: true, value: first.data }
  const mended = first.error.issues.reduce(
    (current, issue) => exchangeAbsence(current, issue.path, whole),
    value,
  )
  const second = schema.safeParse(mended)
  return second.success
    ? { success: true, value: second.data }
    : { success: false, fault: describe(first.error.issues) }
}

/** The value with null at `path` left out, or with null put where the key is missing. */
function exchangeAbsence(value: unknown, path: readonly PropertyKey[], whole: boolean): unknown {
  const [key, ...rest] = path
  if (key === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map((element, place) => (place === key ? exchangeAbsence(element, rest, whole) : element))
  }
  const pairs = Object.entries(value)
  const there = Object.hasOwn(value, key)
  if (rest.length > 0) {
    return Object.fromEntries(pairs.map(([k, v]) => [k, k === key ? exchangeAbsence(v, rest, whole) : v]))
  }
  if (!there) return whole ? Object.fromEntries([...pairs, [key, null]]) : value
  return Object.fromEntries(pairs.filter(([k, v]) => k !== key || v !== null))
}

/** The first faults, by the path of their fields, short enough to be said in a prompt. */
function describe(issues: readonly z.core.$ZodIssue[]): string {
  const shown = issues.slice(0, MAX_FAULTS).map((issue) => {
    const place = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
    return `${place.replace(/^\./, '') || 'the reply'}: ${issue.message}`
  })
  const more = issues.length - shown.length
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '')
}

const MAX_FAULTS = 3
