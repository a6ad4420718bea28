import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findQuote, fittingSentence } from './find-quote.ts'

const TURN = 'We said: “It’s  late”.\nThe ferry leaves at SIX, so we ran.'

test('a verbatim quote is found as it is', () => {
  expect(findQuote(TURN, 'The ferry leaves')).toBe('The ferry leaves')
})

test('white space, quotation marks and case are mended to the original', () => {
  expect(findQuote(TURN, '"it\'s late".')).toBe('“It’s  late”.')
  expect(findQuote(TURN, 'late”. the FERRY leaves at six')).toBe('late”.\nThe ferry leaves at SIX')
  expect(findQuote(TURN, '…ferry leaves at SIX, so…')).toBe('ferry leaves at SIX, so')
})

test('other words, and no words, are no quote', () => {
  expect(findQuote(TURN, 'The ferry leaves at seven')).toBeUndefined()
  expect(findQuote(TURN, 'ferry left')).toBeUndefined()
  expect(findQuote(TURN, '…')).toBeUndefined()
  expect(findQuote(TURN, '')).toBeUndefined()
})

test('part of a word or of a number is no quote', () => {
  expect(findQuote('I was sure that she can’t come.', 'he can')).toBeUndefined()
  expect(findQuote('We met in 2005, not before.', '200')).toBeUndefined()
  expect(findQuote('It fell to -5 degrees.', '5 degrees')).toBeUndefined()
})

test('what is found always stands in the text character by character', () => {
  const text = fc.array(fc.constantFrom('Ab', 'İ', '’', '"', ' ', '\n', 'ß', '👍', 'c', '…', '”'), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(12), fc.boolean(), (parts, at, length, upper) => {
      const whole = parts.join('')
      const start = whole.length === 0 ? 0 : at % whole.length
      const part = whole.slice(start, start + length)
      const found = findQuote(whole, (upper ? part.toUpperCase() : part).replace(/\s+/gu, '  '))
      if (found === undefined) return
      expect(found).not.toBe('')
      expect(whole).toContain(found)
    }),
  )
})

test('the sentence with most of the terms is the fitting one, the first of equals', () => {
  expect(fittingSentence('We ran. The ferry leaves at six.', new Set(['ferri']))).toBe(
    'The ferry leaves at six.',
  )
  expect(fittingSentence('We ran. We swam.', new Set(['boat']))).toBe('We ran.')
  expect(fittingSentence('…', new Set())).toBe('…')
})
