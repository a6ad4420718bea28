import { describe, expect, it } from 'vitest'
import { isGuess } from './guess.ts'

describe('a guess', () => {
  it.each([
    'I might have left my keys at the gym.',
    'Jana may have taken your scarf.',
    'She must have missed the bus.',
    'The meeting could be moved to Friday.',
    'Maybe Tom has it.',
    'Probably my cousin broke it.',
    'She probably sold it.',
    "I'm not sure if he passed.",
    'As far as I know the shop is closed.',
    'I suspect the cat did it.',
    "The exam is on Monday, but I'm not sure.",
  ])('is “%s”', (sentence) => {
    expect(isGuess(sentence, sentence)).toBe(true)
  })
  it.each([
    'I left my keys at the gym.',
    "I couldn't be happier.",
    'You must have a ticket.',
    'I have seen it maybe three times.',
    'In May I was in Rome.',
    "I'm sure he passed.",
    'I know where it is.',
    'I might have a coffee.',
    'I could swim at four.',
  ])('is not “%s”', (sentence) => {
    expect(isGuess(sentence, sentence)).toBe(false)
  })
})
