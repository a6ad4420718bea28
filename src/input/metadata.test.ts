import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../model/errors.ts'
import { resolveReadFilter } from './filters.ts'
import { readTurns } from './turn-input.ts'

const stored = (metadata: unknown) =>
  readTurns({ speaker: 'Ida', text: 'Hello.', time: '2025-03-01', metadata }, { timeZone: 'UTC' })[0]!
    .metadata
const filtered = (metadata: unknown) => resolveReadFilter({ metadata }).metadata

function nested(depth: number, wrap: (inner: unknown) => unknown): { value: unknown } {
  let value: unknown = 1
  for (let level = 1; level < depth; level++) value = wrap(value)
  return { value }
}

const ring: { self?: unknown } = {}
ring.self = { list: [ring] }

describe.each([
  ['of a turn', stored],
  ['of a filter', filtered],
])('metadata %s', (_, read) => {
  it('comes out as JSON tells it, whatever its keys are', () => {
    const keys = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', ''))
    const record = fc.dictionary(keys, fc.jsonValue({ maxDepth: 4 }), { noNullPrototype: true })
    fc.assert(fc.property(record, (value) => JSON.stringify(read(value)) === JSON.stringify(value)))
    const own = JSON.parse('{"__proto__": 1, "deep": {"__proto__": {"x": 2}}}')
    expect(JSON.stringify(read(own))).toBe('{"__proto__":1,"deep":{"__proto__":{"x":2}}}')
  })

  it('may be nested 100 levels deep', () => {
    const deep = nested(100, (inner) => ({ inner }))
    expect(JSON.stringify(read(deep))).toBe(JSON.stringify(deep))
  })

  it.each([
    ['a ring', ring],
    ['objects without end', nested(50_000, (inner) => ({ inner }))],
    ['lists without end', nested(50_000, (inner) => [inner])],
    ['a list', []],
    ['a Map', new Map([['a', 1]])],
    ['a Date inside', { at: [new Date(0)] }],
    ['NaN inside', { size: Number.NaN }],
    ['undefined inside', { a: { b: undefined } }],
    ['a bigint inside', { a: 1n }],
    ['a function inside', { a: () => 1 }],
    ['nothing', null],
  ])('that is or has %s is refused, with its field', (_, value) => {
    expect(() => read(value)).toThrow(ValidationError)
    expect(() => read(value)).toThrow(/metadata/)
  })
})
