import { expect, test } from 'vitest'
import type { Evidence } from '../model/evidence.ts'
import { rankSessions } from './rank-sessions.ts'

let turns = 0
const piece = (session: string, score: number, turn = `t${turns++}`) =>
  ({ unit: { session, sources: [turn] }, score }) as unknown as Evidence
const order = (...evidence: Evidence[]) => rankSessions({ evidence }).map(({ session }) => session)

test('a second turn that says it lets a session pass one with a slightly better best turn, no other', () => {
  expect(order(piece('once', 0.6), piece('twice', 0.5), piece('twice', 0.5))).toEqual(['twice', 'once'])
  expect(order(piece('once', 0.9), piece('twice', 0.5), piece('twice', 0.4))).toEqual(['once', 'twice'])
})

test('many weak turns do not make a session pass one that says it', () => {
  const weak = Array.from({ length: 20 }, () => piece('long', 0.3))
  expect(order(piece('short', 0.6), ...weak)).toEqual(['short', 'long'])
})

test('passages of one turn count as one turn', () => {
  const split = [piece('split', 0.5, 'a'), piece('split', 0.5, 'a'), piece('split', 0.5, 'a')]
  expect(order(piece('once', 0.6), ...split)).toEqual(['once', 'split'])
})

test('sessions of one worth keep the order in which they were found, and nothing recalled ranks none', () => {
  expect(order(piece('b', 0), piece('a', 0))).toEqual(['b', 'a'])
  expect(order()).toEqual([])
})

test('a session is worth 1 at most', () => {
  expect(rankSessions({ evidence: [piece('a', 1), piece('a', 1), piece('a', 1)] })).toEqual([
    { session: 'a', score: 1 },
  ])
})
