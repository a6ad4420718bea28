import { expect, test } from 'vitest'
import type { Instant } from '../model/day-range.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'
import { repliesWithPastTime } from './asked-of-past.ts'

const turn = (speaker: string, text: string): Turn => ({
  id: 't1' as TurnId,
  session: 's1' as SessionId,
  speaker,
  text,
  time: '2024-03-20T19:00:00.000Z' as Instant,
  timeInferred: false,
  role: undefined,
  metadata: undefined,
  position: 1,
})

test.each([
  ['When did you start?', 'In June.', true],
  ['When was that?', 'On Tuesday, I think.', true],
  ['So, when did your mother visit?', 'Back in November.', true],
  ['When will you start?', 'In June.', false],
  ['When did you start?', 'In June I shall start all over again, I swear.', false],
  ['I started late.', 'In June.', false],
  ['When did you start?', 'She starts in June.', false],
])('a bare time after “%s”: “%s”', (asked, reply, isPast) => {
  expect(repliesWithPastTime(turn('Bea', reply), turn('Ann', asked))).toBe(isPast)
  expect(repliesWithPastTime(turn('Ann', reply), turn('Ann', asked))).toBe(false)
})
