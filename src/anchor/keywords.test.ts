import { expect, it } from 'vitest'
import { names } from '../language/names.ts'
import { keywordsOf, topicOf } from './keywords.ts'

it('keywords are names as a whole, then content words, each once as written', () => {
  const text = 'I rowed to Whispering Falls with Jan Novak, in the canoe. The canoe leaks.'
  expect(keywordsOf(text, names(text))).toEqual(['Whispering Falls', 'Jan Novak', 'rowed', 'canoe', 'leaks'])
})

it('the topic is a named thing, else the longest noun, else nothing', () => {
  const topic = (text: string) => topicOf(keywordsOf(text, names(text)), names(text))
  expect(topic('Flat 1603 has the leak.')).toBe('Flat 1603')
  expect(topic('Jonas hates aubergine.')).toBe('aubergine')
  expect(topic('I did.')).toBeUndefined()
})
