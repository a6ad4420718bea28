import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../model/turn.ts'
import { canonicalJson } from './canonical-json.ts'

/** The same value with the keys of its objects in another order. */
function turned(value: Json): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((inner) => turned(inner as Json))
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner as Json)]),
  )
}

test('equal values give equal texts that read back as the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (raw) => {
      const value = JSON.parse(JSON.stringify(raw)) as Json
      expect(canonicalJson(turned(value))).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(value)
    }),
  )
})

test('different values give different texts', () => {
  const values = [
    '1',
    1,
    null,
    'null',
    [],
    {},
    [1],
    { a: [] },
    { a: {} },
    { __proto__: null },
    JSON.parse('{"__proto__":1}'),
  ]
  expect(new Set(values.map(canonicalJson)).size).toBe(values.length - 1)
})
