import { expect, test } from 'vitest'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { Candidate } from '../store/views/view-query.ts'
import { linksOf, namesToFollow } from './follow-names.ts'

const naming = (turn: number, context: { persons?: string[]; entities?: string[]; location?: string }) => ({
  turn,
  unit: {
    context: { persons: [], entities: [], location: undefined, ...context },
  } as unknown as MemoryUnit,
})

test('names are followed that the question does not know, in the order of the passages', () => {
  const passages = [
    naming(4, { persons: ['Quillon Vask', 'Mara'], entities: ['Ember Coast'] }),
    naming(9, { location: 'Dordrecht' }),
  ]
  expect(namesToFollow(passages, new Set(['mara', 'ember']))).toEqual([
    { terms: ['ember', 'coast'], turn: 4 },
    { terms: ['quillon', 'vask'], turn: 4 },
    { terms: ['dordrecht'], turn: 9 },
  ])
})

test('names are followed as long as their words fit one search', () => {
  const entities = Array.from(
    { length: 40 },
    (_, i) => `Harbour${String.fromCharCode(97 + (i % 26))}${i} Zedd`,
  )
  const terms = new Set(namesToFollow([naming(1, { entities })], new Set()).flatMap((name) => name.terms))
  expect(terms.size).toBe(31)
})

const candidate = (key: number, rest: Partial<Candidate>): Candidate =>
  ({ key, turn: key, lexical: 1, matched: 0, ...rest }) as Candidate

test('a passage is linked by a whole name that few know, never by its own, by a part or by everybody’s', () => {
  const names = [
    { terms: ['quillon', 'vask'], turn: 4 },
    { terms: ['mara'], turn: 4 },
  ]
  const content = [
    candidate(4, { matched: 0b111, lexical: 4 }),
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
