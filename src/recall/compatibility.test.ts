import { expect, test } from 'vitest'
import type { Day } from '../model/day-range.ts'
import type { Candidate } from '../store/views/view-query.ts'
import { dayNumber } from '../time/day-range.ts'
import { compatibilityOf } from './compatibility.ts'
import type { PlannedContext } from './plan-recall.ts'

const range = { first: '2024-05-10' as Day, last: '2024-05-12' as Day }
const last = dayNumber(range.last)
const context: PlannedContext = { ranges: [range], bufferDays: 5, bySession: true, byEventTime: true }
const outside: PlannedContext = { ...context, bySession: false }

const unit = (session: number, event?: number) =>
  ({ sessionFirst: session, sessionLast: session, eventFirst: event, eventLast: event }) as Candidate

test('a unit is within by its session or its event, near by its session in the buffer, else elsewhere', () => {
  expect(compatibilityOf(unit(last), context)).toEqual({ tier: 'within', distanceDays: 0 })
  expect(compatibilityOf(unit(last + 90, last), context)).toEqual({ tier: 'within', distanceDays: 0 })
  expect(compatibilityOf(unit(last + 5), context)).toEqual({ tier: 'near', distanceDays: 5 })
  expect(compatibilityOf(unit(last + 6), context)).toEqual({ tier: 'elsewhere', distanceDays: 6 })
})

test('where no session can lie the event time alone decides', () => {
  expect(compatibilityOf(unit(last + 3, last), outside)).toEqual({ tier: 'within', distanceDays: 0 })
  expect(compatibilityOf(unit(last + 3), outside)).toEqual({ tier: 'elsewhere', distanceDays: undefined })
})

test('without a range everything is within', () => {
  expect(compatibilityOf(unit(0), undefined)).toEqual({ tier: 'within', distanceDays: undefined })
})
