import { expect, it } from 'vitest'
import { episodeOf } from '../../test/trial-episode.ts'
import { citeQuotes, quotesWith } from './aggregate-citations.ts'
import { checkEvidence } from './quotes.ts'

const EPISODE = episodeOf([
  ['t1', 'Ana', 'I moved to Porto in March. The flat is small.'],
  ['t2', 'Ben', 'Rui owns the bakery.'],
])
const { evidence } = checkEvidence(
  [
    { statement: 's', quotes: [{ turn: 't1', text: 'I moved to Porto in March' }] },
    { statement: 's', quotes: [{ turn: 't1', text: 'The flat is small' }] },
    { statement: 's', quotes: [{ turn: 't2', text: 'Rui owns the bakery.' }] },
  ],
  EPISODE,
)
const cited = (turn: string, quote: string) => {
  const { citations, dropped } = citeQuotes([{ turn, quote }], evidence, 'UTC')
  return dropped === 1 ? 'dropped' : citations.map((each) => each.quote)
}

it.each([
  ['words of the quote', 't1', 'to Porto', ['I moved to Porto in March']],
  [
    'more than the quote',
    't1',
    'Ana said: I moved to Porto in March, I think',
    ['I moved to Porto in March'],
  ],
  ['a bare id', 't1', '', ['I moved to Porto in March', 'The flat is small']],
  ['an id as the evidence writes it', '["t2"]', '', ['Rui owns the bakery.']],
  ['words under another id', 't1', 'owns THE bakery', ['Rui owns the bakery.']],
  ['an id that was not shown', 't9', '', 'dropped'],
  ['words that were not shown', 't1', 'I moved to Lisbon', 'dropped'],
  ['part of a word', 't2', 'Rui own', 'dropped'],
])('resolves %s', (_, turn, quote, expected) => {
  expect(cited(turn, quote)).toEqual(expected)
})

it('cites each quote once, with the day in the zone of the bank', () => {
  const claims = [
    { turn: 't2', quote: '' },
    { turn: 't2', quote: 'Rui' },
  ]
  const { citations } = citeQuotes(claims, evidence, 'Pacific/Kiritimati')
  expect(citations).toEqual([
    { turn: 't2', speaker: 'Ben', day: '2023-05-02', quote: 'Rui owns the bakery.' },
  ])
})

it('finds what an answer without citations rests on', () => {
  expect(quotesWith('porto', evidence, 'UTC')).toMatchObject([{ quote: 'I moved to Porto in March' }])
  expect(quotesWith('Lisbon', evidence, 'UTC')).toEqual([])
  expect(quotesWith('Lisbon', evidence.slice(2), 'UTC')).toMatchObject([{ turn: 't2' }])
})
