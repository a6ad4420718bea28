import { expect, test } from 'vitest'
import type { MemoryUnit } from '../../src/model/memory-unit.ts'
import { rankSessions } from './recalled-sessions.ts'

const unit = (session: string, score: number) => ({ unit: { session } as MemoryUnit, score })

test('a session that keeps speaking of it passes one with a slightly better best unit, no other', () => {
  expect(rankSessions([unit('once', 0.6), unit('often', 0.5), unit('often', 0.5)])).toEqual(['often', 'once'])
  expect(rankSessions([unit('once', 0.9), unit('often', 0.5), unit('often', 0.5)])).toEqual(['once', 'often'])
})

test('sessions of one worth keep the order in which they were found', () => {
  expect(rankSessions([unit('b', 0), unit('a', 0)])).toEqual(['b', 'a'])
})
