import { expect, it } from 'vitest'
import { unitsOf } from './anchor-window.ts'
import { withoutRepetitions } from './merge-units.ts'
import { readWindow } from './read-window.ts'
import { trialWindow, written } from './trial-window.ts'

const window = readWindow(
  trialWindow(
    'Ada: Fact number 1. Fact number 2. I like plums and I do not like plums from the tin.',
    'Ada: On Monday I sold the red canoe to Ben. I sold the blue canoe to Cleo.',
  ),
  { timeZone: 'UTC', dateOrder: undefined },
)
const kept = (...restatements: string[]) =>
  unitsOf(
    restatements.map((text) => written(text, [/canoe/.test(text) ? 't2' : 't1'])),
    window,
    40,
  ).units.map(({ unit }) => unit.restatement)

it('a unit with nearly the same words as an earlier one of its turns is left out', () => {
  expect(
    kept('Ada sold the red canoe to Ben on Monday.', 'On Monday Ada sold Ben the red canoe.'),
  ).toHaveLength(1)
})

it.each([
  ['Fact number 1.', 'Fact number 2.'],
  ['Ada likes plums.', 'Ada does not like plums.'],
  ['Ada sold the canoe to Ben.', 'Ada sold the canoe to Cleo.'],
])('two units that differ in what matters both stay: %s / %s', (first, second) => {
  expect(kept(first, second)).toEqual([first, second])
})

it('a unit that is stored already is left out of the next window', () => {
  const { units } = unitsOf([written('Ada sold the red canoe to Ben.', ['t2'])], window, 40)
  expect(
    withoutRepetitions(
      units,
      units.map(({ unit }) => unit),
    ),
  ).toEqual([])
})
