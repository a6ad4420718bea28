import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phrasingsOf } from './phrasings.ts'

test.each([
  ['What did they paint on the boat?', 'I paint on the boat'],
  ['When did they paint their boat?', 'I paint my boat'],
  ['What kind of boat is it?', 'boat is it'],
  ['Does their uncle like boats?', 'my uncle like boats'],
])('%s is followed by what would be said: %s', (question, statement) => {
  expect(phrasingsOf(question)).toEqual([question, `${question} ${statement}`])
})

test('of a question word alone nothing can be said, and a statement is one already', () => {
  expect(phrasingsOf('Why?')).toEqual(['Why?'])
  expect(phrasingsOf('boats of Whitby')).toEqual(['boats of Whitby'])
  expect(phrasingsOf('')).toEqual([''])
})

test('any text is its own first phrasing, and stands at the head of every other', () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => phrasingsOf(text)[0] === text && phrasingsOf(text).every((each) => each.startsWith(text)),
    ),
  )
})
