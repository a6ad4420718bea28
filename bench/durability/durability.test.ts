import { expect, test } from 'vitest'
import { durability } from './durability.ts'

test('writers that are killed lose no acknowledged turn', async () => {
  const { kills } = await durability({ kills: 6, seed: 20_240_301 })
  expect(kills).toMatchObject({ n: 6, lostTurns: 0, corruptBanks: 0, recallable: 1 })
  expect(kills?.acknowledged).toBeGreaterThan(0)
})
