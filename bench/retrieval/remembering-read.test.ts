import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnchor } from '../../src/anchor/anchor.ts'
import type { Day, Instant } from '../../src/model/day-range.ts'
import type { SessionId, Turn, TurnId } from '../../src/model/turn.ts'
import type { AnchorContext } from '../../src/store/store.ts'
import { rememberingRead } from './remembering-read.ts'

const OPTIONS = { timeZone: 'UTC', dateOrder: undefined }
const TEXTS = [
  'I met Robin in Ghent yesterday, and everyone calls her “Bo”.',
  'Robin said: the week after the last session we go to Lyon!',
  'Imagine we live on a ship. '.repeat(40),
  'ok',
  '',
]

const turns = fc.record({
  text: fc.constantFrom(...TEXTS),
  speaker: fc.constantFrom('Ana', 'Robin'),
  role: fc.constantFrom('user', 'assistant', undefined),
  day: fc.integer({ min: 1, max: 28 }),
  before: fc.constantFrom(undefined, 'Ana', 'Robin'),
})

test('what was read before is anchored as what is read anew, on whatever day and after whomever it was said', () => {
  const remembering = createAnchor(OPTIONS, rememberingRead())
  fc.assert(
    fc.property(fc.array(turns, { minLength: 1, maxLength: 8 }), (list) => {
      const contexts = list.map(({ before, ...said }, i) => contextOf(said, { before, id: `t${i}` }))
      expect(remembering(contexts)).toEqual(createAnchor(OPTIONS)(contexts))
    }),
    { numRuns: 40 },
  )
})

function contextOf(
  said: { text: string; speaker: string; role: Turn['role']; day: number },
  { before, id }: { before: string | undefined; id: string },
): AnchorContext {
  const { text, speaker, role, day } = said
  const time = `2031-03-${String(day).padStart(2, '0')}T10:00:00.000Z` as Instant
  const turn: Turn = {
    id: id as TurnId,
    session: 's' as SessionId,
    speaker,
    text,
    time,
    timeInferred: false,
    role,
    metadata: undefined,
    position: 1,
  }
  return {
    turn,
    before: before === undefined ? [] : [{ ...turn, speaker: before }],
    previousSessionDay: day > 14 ? ('2031-03-01' as Day) : undefined,
    sessionSpan: { start: time, end: time },
  }
}
