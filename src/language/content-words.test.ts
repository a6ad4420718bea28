import { expect, it } from 'vitest'
import { contentWords } from './content-words.ts'

it('content words stand as written, each once, without stop words', () => {
  expect(contentWords("Did the Canoe leak? The canoe's bow did, in Ghent; we'll see.")).toEqual([
    'Canoe',
    'leak',
    'bow',
    'Ghent',
    'see',
  ])
})

it('content words of scripts without spaces are the words of a dictionary', () => {
  expect(contentWords('放风筝').length).toBeGreaterThan(0)
  expect(contentWords('放风筝').join('')).toBe('放风筝')
})

it('content words of punctuation are none', () => {
  expect(contentWords('?! * ( ) --')).toEqual([])
})
