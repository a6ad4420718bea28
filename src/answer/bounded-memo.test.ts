import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedMemo } from './bounded-memo.ts'

test('whatever was asked before, a text gives what it would give anew', () => {
  const asked = fc.array(fc.tuple(fc.string({ maxLength: 8 }), fc.constantFrom('a', 'b')), { maxLength: 60 })
  fc.assert(
    fc.property(asked, fc.integer({ min: 0, max: 40 }), (queries, characters) => {
      const memo = boundedMemo<string>(characters)
      for (const [text, key] of queries)
        expect(memo(text, key, () => `${key}:${text}`)).toBe(`${key}:${text}`)
    }),
  )
})

test('what was used last is remembered, what was not gives way', () => {
  const made: string[] = []
  const memo = boundedMemo<string>(9)
  const ask = (text: string) =>
    memo(text, '', () => {
      made.push(text)
      return text
    })
  for (const text of ['one', 'two', 'one', 'six', 'one', 'two', 'longer than all']) ask(text)
  expect(made).toEqual(['one', 'two', 'six', 'two', 'longer than all'])
  ask('longer than all')
  expect(made.at(-2)).toBe('longer than all')
})
