import type { Json } from '../../model/turn.ts'

/** JSON in which equal values are equal texts: keys sorted by code unit at every depth, no white space. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: Json): Json {
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map(sorted)
  // Not assigned key by key: `__proto__` is a key like any other.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
