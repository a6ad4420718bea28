import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findQuote, fittingSentence } from './find-quote.ts'

const TURN = 'We said: “It’s  late”.\nThe ferry leaves at SIX, so we ran.'

test('a verbatim quote is found as it is', () => {
  expect(findQuote(TURN, 'The ferry leaves')).toEqual({ text: 'The ferry leaves', mended: false })
})

test('white space, quotation marks and case are mended to the original', () => {
  expect(findQuote(TURN, '"it\'s late".')).toEqual({ text: '“It’s  late”.', mended: true })
  expect(findQuote(TURN, 'late”. the FERRY leaves at six')).toEqual({
    text: 'late”.\nThe ferry leaves at SIX',
    mended: true,
  })
  expect(findQuote(TURN, '…ferry leaves at SIX, so…')).toEqual({
    text: 'ferry leaves at SIX, so',
    mended: false,
  })
})

test('other words, and no words, are no quote', () => {
  expect(findQuote(TURN, 'The ferry leaves at seven')).toBeUndefined()
  expect(findQuote(TURN, 'ferry left')).toBeUndefined()
  expect(findQuote(TURN, '…')).toBeUndefined()
  expect(findQuote(TURN, '')).toBeUndefined()
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
      if (found !== undefined) expect(whole).toContain(found.text)
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
