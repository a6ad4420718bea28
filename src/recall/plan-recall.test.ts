import { expect, test } from 'vitest'
import { induceFrame } from '../frame/induce-frame.ts'
import type { Day } from '../model/day-range.ts'
import type { History } from '../model/history.ts'
import { EVERY_TURN } from '../store/store.ts'
import { planRecall } from './plan-recall.ts'
import { presets } from './presets.ts'

const history: History = {
  days: { first: '2024-05-10' as Day, last: '2024-08-10' as Day },
  speakers: ['Ana', 'Ben'],
  persons: [],
  aliases: [],
}

function planOf(question: string, settings = presets.defaults) {
  const frame = induceFrame(question, {
    history,
    referenceDay: '2024-08-10' as Day,
    dateOrder: undefined,
    asker: undefined,
  })
  return planRecall(
    frame,
    { limit: 10, views: 'hybrid', reinstate: true, filter: EVERY_TURN, queries: [], units: 'turns' },
    { history, settings },
  )
}

test('a session makes compatible as far as the buffer reaches beyond the history, event time always', () => {
  expect(planOf('What did Ana paint on 20 May 2024?')?.context).toMatchObject({ bySession: true })
  expect(planOf('What did Ana paint on 6 May 2024?')?.context).toMatchObject({ bySession: true })
  expect(planOf('What did Ana paint in March 2024?')?.context).toMatchObject({
    bySession: false,
    byEventTime: true,
  })
})

test('in the published order the event time counts only where no session lies in the range', () => {
  const context = (question: string) => planOf(question, presets.ramem)?.context
  expect(context('What did Ana paint on 20 May 2024?')).toMatchObject({ byEventTime: false })
  expect(context('What did Ana paint on 6 May 2024?')).toMatchObject({ bySession: true, byEventTime: true })
})

test('the meaning searched for is the question without speakers, of a grounded time with what would be said in reply', () => {
  expect(planOf('What did Ana paint?')?.meanings).toEqual(['What did they paint?'])
  expect(planOf('What did Ana paint on 6 May 2024?')?.meanings).toEqual(['What did they paint? I paint'])
  expect(planOf('What did Ana paint?', presets.ramem)?.meanings).toEqual(['What did Ana paint?'])
})
