import { expect, test } from 'vitest'
import type { Alias, History } from '../model/history.ts'
import type { TurnId } from '../model/turn.ts'
import { withoutSpeakers } from './without-speakers.ts'

const source = 't1' as TurnId
const aliases: readonly Alias[] = [
  { alias: 'Bas', person: 'Bartholomew', source },
  { alias: 'Tilly', person: 'Ottilie Brandt', source },
]
const history: History = { days: undefined, speakers: ['Ottilie Brandt', 'Jo'], persons: [], aliases }

test.each([
  ['When did Ottilie Brandt paint?', ['Ottilie Brandt'], 'When did they paint?'],
  ['When did Ottilie paint?', ['Ottilie Brandt'], 'When did they paint?'],
  ["What is tilly's favourite tune?", ['Ottilie Brandt'], 'What is they favourite tune?'],
  ['What did Jo and Ottilie buy?', ['Jo', 'Ottilie Brandt'], 'What did they and they buy?'],
  ['Did Jo meet Joanna?', ['Jo'], 'Did they meet Joanna?'],
  ['What did Bas order?', ['Bartholomew'], 'What did Bartholomew order?'],
  ['What did Bartholomew order?', ['Bartholomew'], 'What did Bartholomew order?'],
  ['Where is the ladder?', [], 'Where is the ladder?'],
])('“%s”, asking of %j, is searched by meaning as “%s”', (question, persons, meaning) => {
  expect(withoutSpeakers(question, { persons, history })).toBe(meaning)
})

test('names with signs that mean something to patterns are literal', () => {
  const odd: History = { ...history, speakers: ['R2 (D2)'] }
  expect(withoutSpeakers('Was R2 (D2) late?', { persons: ['R2 (D2)'], history: odd })).toBe('Was they late?')
})
