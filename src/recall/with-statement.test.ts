import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withStatement } from './with-statement.ts'

test.each([
  ['What did they paint on the boat?', 'I paint on the boat'],
  ['When did they paint their boat?', 'I paint my boat'],
  ['What kind of boat is it?', 'boat is it'],
  ['Does their uncle like boats?', 'my uncle like boats'],
])('%s is followed by what would be said: %s', (question, statement) => {
  expect(withStatement(question)).toBe(`${question} ${statement}`)
})

test('of a question word alone nothing can be said, and a statement is one already', () => {
  expect(withStatement('Why?')).toBe('Why?')
  expect(withStatement('boats of Whitby')).toBe('boats of Whitby')
  expect(withStatement('')).toBe('')
})

test('any text keeps its own words at the head', () => {
  fc.assert(fc.property(fc.string(), (text) => withStatement(text).startsWith(text)))
})
