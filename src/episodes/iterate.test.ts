import { expect, it } from 'vitest'
import { episodeOf, framesOf } from '../../test/trial-episode.ts'
import type { Day } from '../model/day-range.ts'
import { isAsked, planProbe } from './iterate.ts'
import { checkEvidence } from './quotes.ts'

const EPISODE = episodeOf([
  ['t1', 'Ana', 'The film Ember Coast was directed by Ida Brandt in 2004.'],
  ['t2', 'Ana', 'Ember Coast was a success.'],
])
const frame = framesOf([EPISODE], '2023-06-01' as Day)('Where was the director of Ember Coast born?')
const evidenceOf = (...ids: string[]) =>
  checkEvidence(
    ids.map((id) => {
      const text = EPISODE.turns.find(({ turn }) => turn.id === id)!.turn.text
      return { statement: text, quotes: [{ turn: id, text }] }
    }),
    EPISODE,
  ).evidence

it('leads the question by the names that the evidence brought up', () => {
  expect(planProbe(frame, evidenceOf('t1'), [])).toBe(
    'Ida Brandt: Where was the director of Ember Coast born?',
  )
})

it('is none where the evidence brings up no name, or none that was not asked', () => {
  expect(planProbe(frame, evidenceOf('t2'), [])).toBeUndefined()
  expect(planProbe(frame, [], [])).toBeUndefined()
  expect(planProbe(frame, evidenceOf('t1'), [planProbe(frame, evidenceOf('t1'), [])!])).toBeUndefined()
})

it('knows a question again in another case and punctuation', () => {
  expect(isAsked('who is bo', ['Who is Bo?'])).toBe(true)
  expect(isAsked('Who is Bo’s dog?', ['Who is Bo?'])).toBe(false)
})
