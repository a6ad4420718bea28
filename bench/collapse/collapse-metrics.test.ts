import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distractorAt, distractorsWithin, rankGap } from './collapse-metrics.ts'
import { isDistractor, type JudgedUnit, type MismatchRule } from './distractor.ts'
import { trialPlace } from './trial-unit.ts'

const list = (...kinds: Parameters<typeof trialPlace>[0][]) => kinds.map(trialPlace)

test('D@K is 1 once a distractor stands within K, and counts by the rule', () => {
  const places = list('harmless', 'session', 'evidence', 'both')
  expect([1, 2, 3].map((k) => distractorAt(places, k, 'either'))).toEqual([0, 1, 1])
  expect([1, 2, 3, 4].map((k) => distractorAt(places, k, 'both'))).toEqual([0, 0, 0, 1])
  expect([distractorsWithin(places, 5, 'either'), distractorsWithin(places, 5, 'both')]).toEqual([2, 1])
})

test('the rank gap is below 0 where the evidence stands first, and what is missed stands at K + 1', () => {
  expect(rankGap(list('evidence', 'harmless', 'both'), 5, 'either')).toBe(-2)
  expect(rankGap(list('both', 'harmless', 'evidence'), 5, 'either')).toBe(2)
  expect(rankGap(list('both'), 5, 'either')).toBe(5)
  expect(rankGap(list('evidence'), 5, 'either')).toBe(-5)
  expect(rankGap(list('harmless'), 5, 'either')).toBe(0)
  expect(rankGap(list('both', 'harmless', 'evidence'), 2, 'either')).toBe(2)
})

const kinds = fc.constantFrom('evidence', 'both', 'session', 'time', 'harmless', 'unrelated' as const)
const rule = fc.constantFrom<MismatchRule>('either', 'both')

/** Goes place by place, as the definitions are put. */
function slowly(places: readonly JudgedUnit[], k: number, by: MismatchRule) {
  let [count, evidence, best] = [0, k + 1, k + 1]
  for (let rank = k; rank >= 1; rank--) {
    const place = places[rank - 1]
    if (place === undefined) continue
    if (place.covers) evidence = rank
    if (!isDistractor(place, by)) continue
    count++
    best = rank
  }
  return { at: count > 0 ? 1 : 0, count, gap: evidence - best }
}

test('all three agree with a twin that goes place by place', () => {
  fc.assert(
    fc.property(fc.array(kinds, { maxLength: 12 }), fc.integer({ min: 1, max: 10 }), rule, (drawn, k, by) => {
      const places = drawn.map((kind) => trialPlace(kind as Parameters<typeof trialPlace>[0]))
      expect({
        at: distractorAt(places, k, by),
        count: distractorsWithin(places, k, by),
        gap: rankGap(places, k, by),
      }).toEqual(slowly(places, k, by))
    }),
  )
})

test('the stricter rule never finds a distractor that RaMem’s does not', () => {
  fc.assert(
    fc.property(kinds, (kind) => {
      const place = trialPlace(kind as Parameters<typeof trialPlace>[0])
      expect(isDistractor(place, 'both') && !isDistractor(place, 'either')).toBe(false)
    }),
  )
})
