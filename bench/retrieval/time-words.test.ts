import { expect, test } from 'vitest'
import type { Day } from '../../src/model/day-range.ts'
import { vaguer, withTimeWords } from './time-words.ts'

test.each([
  ['day', 'Where did Ana sail on 2 May 2023?'],
  ['month', 'Where did Ana sail in May 2023?'],
  ['year', 'Where did Ana sail in 2023?'],
  ['amiss', 'Where did Ana sail on 29 April 2023?'],
] as const)('a question is given the %s of its evidence', (wording, expected) => {
  expect(withTimeWords('Where did Ana sail?', '2023-05-02' as Day, wording)).toBe(expected)
})

test('the vaguer question lacks the rarest word that the conversation knows, never a name', () => {
  const frequency = new Map([
    ['ana', 1],
    ['paint', 2],
    ['boat', 9],
  ])
  const names = new Set(['ana'])
  expect(vaguer('Which boat did Ana paint?', { frequency, names })).toBe('Which boat did Ana?')
  expect(vaguer('What did Ana paint?', { frequency, names })).toBeUndefined()
})
