import { expect, it } from 'vitest'
import { episodeOf, framesOf } from '../../test/trial-episode.ts'
import type { Day } from '../model/day-range.ts'
import { enoughForOneHop } from './assist-enough.ts'
import { checkEvidence } from './quotes.ts'

const MAY = episodeOf([['m1', 'Ana', 'We picked the venue: the old mill by the river.']], {
  day: '2023-05-08' as Day,
})
const JULY = episodeOf([['j1', 'Ana', 'We picked another venue for the autumn.']], {
  number: 2,
  day: '2023-07-02' as Day,
})
const frameOf = framesOf([MAY, JULY], '2023-12-01' as Day)
const found = (episode: typeof MAY, statement: string) =>
  checkEvidence(
    [{ statement, quotes: [{ turn: episode.turns[0]!.turn.id, text: episode.turns[0]!.turn.text }] }],
    episode,
  ).evidence

it('is enough when one assistant found what is asked in the time asked about', () => {
  const enough = enoughForOneHop(frameOf('Which venue did Ana pick in May 2023?'), 'UTC')
  expect(enough?.(found(MAY, 'Ana picked the old mill as venue.'))).toBe(true)
  expect(enough?.(found(JULY, 'Ana picked another venue.'))).toBe(false)
  expect(enough?.(found(MAY, 'x').map((each) => ({ ...each, by: 'extract' as const })))).toBe(false)
  expect(enough?.([])).toBe(false)
})

it.each([
  'Which venue did Ana pick?',
  'Which venues and which mills did Ana pick in May 2023?',
  'What in May 2023?',
])('waits for all assistants: %s', (question) => {
  const enough = enoughForOneHop(frameOf(question), 'UTC')
  expect(enough?.(found(JULY, 'Ana picked another venue.')) ?? false).toBe(false)
})
