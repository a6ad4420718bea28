import { expect, test } from 'vitest'
import { ANSWER_METRICS, ememF1, locomoF1, squadF1, tokenSetF1 } from './answers.ts'
import { bleu1 } from './bleu.ts'
import { porterStem } from './porter.ts'
import { treebankTokens } from './treebank-tokens.ts'

test('an answer that is the expected one scores 1 by every metric, an empty one 0', () => {
  const expected = { answer: 'a red kite', category: 4 } as const
  for (const metric of Object.values(ANSWER_METRICS)) {
    expect(metric('a red kite', expected)).toBe(1)
    expect(metric('', expected)).toBe(0)
  }
})

test('the metrics differ on the same answer, as they split and count words differently', () => {
  const [prediction, answer] = ['The kites, the kites', 'kite and the kites']
  expect(locomoF1(prediction, { answer, category: 4 })).toBe(1)
  expect(ememF1(prediction, answer)).toBeCloseTo(0.5)
  expect(squadF1(prediction, answer)).toBeCloseTo(0.4)
  expect(tokenSetF1(prediction, answer)).toBeCloseTo(2 / 3)
})

test('multi-hop is scored by part: each part of the answer by the best part of the prediction', () => {
  expect(locomoF1('kites, dogs', { answer: 'dog, kite, boat', category: 1 })).toBeCloseTo(2 / 3)
  expect(locomoF1('dogs kites', { answer: 'dog, kite', category: 1 })).toBeCloseTo(2 / 3)
})

test('open-domain is scored against what stands before the first semicolon', () => {
  expect(locomoF1('yes', { answer: 'Yes; she said so', category: 3 })).toBe(1)
  expect(locomoF1('yes', { answer: 'Yes; she said so', category: 4 })).toBeLessThan(1)
})

test('adversarial wants to be told that the information is not there', () => {
  const expected = { answer: '', category: 5 } as const
  expect(locomoF1('That is not mentioned.', expected)).toBe(1)
  expect(locomoF1('No information available', expected)).toBe(1)
  expect(locomoF1('a kite', expected)).toBe(0)
})

test('a yes or no of HotpotQA matches only itself', () => {
  expect(squadF1('yes', 'Yes.')).toBe(1)
  expect(squadF1('yes it is', 'yes')).toBe(0)
  expect(squadF1('An apple', 'the apple pie')).toBeCloseTo(2 / 3)
})

test('bleu1 clips repeated tokens and punishes brevity', () => {
  expect(bleu1('the the the', 'the cat')).toBeCloseTo(1 / 3)
  expect(bleu1('the', 'the cat sat')).toBeCloseTo(Math.exp(-2))
})

test('tokens part contractions, quotation marks and final punctuation, not numbers', () => {
  expect(treebankTokens('she\'s "here", can\'t pay $1,500.')).toEqual([
    'she',
    "'s",
    '``',
    'here',
    "''",
    ',',
    'ca',
    "n't",
    'pay',
    '$',
    '1,500',
    '.',
  ])
})

test('stems agree with NLTK where its additions decide which words are one', () => {
  expect(['dies', 'die', 'dying'].map(porterStem)).toEqual(['die', 'die', 'die'])
  expect(porterStem('skies')).toBe(porterStem('sky'))
  expect(porterStem('played')).toBe(porterStem('playing'))
})
