import { expect, test } from 'vitest'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { Candidate } from '../store/views/view-query.ts'
import { linksOf, namesToFollow } from './follow-names.ts'

const naming = (context: { persons?: string[]; entities?: string[]; location?: string }) =>
  ({ context: { persons: [], entities: [], location: undefined, ...context } }) as unknown as MemoryUnit

test('names are followed that the question does not know', () => {
  const unit = naming({ persons: ['Quillon Vask', 'Mara'], entities: ['Ember Coast'], location: 'Dordrecht' })
  expect(namesToFollow(unit, new Set(['mara', 'ember']))).toEqual([
    ['ember', 'coast'],
    ['quillon', 'vask'],
    ['dordrecht'],
  ])
})

test('names are followed as long as their words fit one search', () => {
  const entities = Array.from(
    { length: 40 },
    (_, i) => `Harbour${String.fromCharCode(97 + (i % 26))}${i} Zedd`,
  )
  expect(new Set(namesToFollow(naming({ entities }), new Set()).flat()).size).toBe(31)
})

const candidate = (key: number, rest: Partial<Candidate>): Candidate =>
  ({ key, turn: key, lexical: 1, matched: 0, ...rest }) as Candidate

test('a passage is linked by a whole name that few know, never by a part or by everybody’s', () => {
  const names = [['quillon', 'vask'], ['mara']]
  const content = [
    candidate(5, { matched: 0b011, lexical: 4 }),
    candidate(6, { matched: 0b001 }),
    candidate(7, { matched: 0b100 }),
    candidate(8, { matched: 0b011, lexical: 1 }),
  ]
  const links = linksOf(names, ['quillon', 'vask', 'mara'], { content, unitsWithTerm: [1, 3, 500] })
  expect([...links]).toEqual([
    [5, 1],
    [8, 0.5],
  ])
})
