import { describe, expect, it } from 'vitest'
import type { MemoryUnit } from '../../src/model/memory-unit.ts'
import { contentOfUnit, isDistractor, judgeOf, rangeOf, type TrueContext } from './distractor.ts'
import { trialUnit } from './trial-unit.ts'

const MARCH = rangeOf(['2024-03-01', '2024-03-31'])
const context: TrueContext = { turns: new Set(['t1']), sessions: new Set(['S1']), ranges: [MARCH] }
const evidence = trialUnit('t1', { keywords: ['kayak'], persons: ['Ana'] })

function rules(unit: MemoryUnit, where: TrueContext = context) {
  const judge = judgeOf({ context: where, contents: [contentOfUnit(evidence)], timeZone: 'UTC' })
  const judged = judge(unit)
  return [isDistractor(judged, 'either'), isDistractor(judged, 'both')]
}

describe('a strict context distractor', () => {
  it('is related and told in another session outside the gold range', () => {
    expect(rules(trialUnit('t2', { keywords: ['kayaks'], session: 'S2', day: '2024-05-01' }))).toEqual([
      true,
      true,
    ])
  })

  it('by RaMem’s rule needs only one of session and time to differ', () => {
    const otherSession = trialUnit('t2', { keywords: ['kayak'], session: 'S2', day: '2024-03-20' })
    const otherTime = trialUnit('t3', { keywords: ['kayak'], session: 'S1', day: '2024-05-01' })
    expect(rules(otherSession)).toEqual([true, false])
    expect(rules(otherTime)).toEqual([true, false])
  })

  it('is none that covers an evidence turn, wherever it was told', () => {
    expect(rules(trialUnit('t1', { keywords: ['kayak'], session: 'S2', day: '2024-05-01' }))).toEqual([
      false,
      false,
    ])
  })

  it('is none that shares no person, entity, topic word or keyword', () => {
    const far = { session: 'S2', day: '2024-05-01' }
    expect(rules(trialUnit('t2', { ...far, keywords: ['piano'], persons: ['Bo'] }))).toEqual([false, false])
    expect(rules(trialUnit('t2', { ...far, keywords: ['piano'], persons: ['Ana'] }))).toEqual([true, true])
    expect(rules(trialUnit('t2', { ...far, topic: 'kayak trips' }))).toEqual([true, true])
    expect(rules(trialUnit('t2', { ...far, entities: ['Kayak Club'] }))).toEqual([true, true])
  })

  it('is of the right time where what happened lies in the range, whenever it was told', () => {
    const told = trialUnit('t2', {
      keywords: ['kayak'],
      session: 'S2',
      day: '2024-05-01',
      event: '2024-03-31',
    })
    expect(rules(told)).toEqual([true, false])
  })

  it('is told by its session alone where the gold has no range', () => {
    const open = { ...context, ranges: [] }
    const same = trialUnit('t2', { keywords: ['kayak'], session: 'S1', day: '2024-05-01' })
    const other = trialUnit('t2', { keywords: ['kayak'], session: 'S2', day: '2024-03-01' })
    expect(rules(same, open)).toEqual([false, false])
    expect(rules(other, open)).toEqual([true, true])
  })
})
