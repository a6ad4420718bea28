import { expect, test } from 'vitest'
import { createAnchor } from '../../../src/anchor/anchor.ts'
import { readTurns } from '../../../src/input/turn-input.ts'
import { openMemory } from '../../../src/memory.ts'
import type { MemoryUnit, UnitId } from '../../../src/model/memory-unit.ts'
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts'
import { EVERY_TURN } from '../../../src/store/store.ts'
import { createUnitViews } from '../../../src/store/views/create-unit-views.ts'
import { simpleMem } from './simplemem.ts'

const turn = (id: string, speaker: string, text: string, minute: number) => ({
  id,
  speaker,
  text,
  time: `2024-03-01T10:0${minute}:00Z`,
})
/** Words give five units: those that speak of the kayak. */
const TURNS = [
  turn('filed', 'Ana', 'The weather is grey.', 0),
  turn('neither', 'Bo', 'My train was late.', 1),
  ...[2, 3, 4, 5, 6].map((minute) => turn(`worded${minute}`, 'Ana', 'The kayak is red.', minute)),
]

test('what words find stands before what is only filed under a person of the question, and nothing comes twice', async () => {
  const store = await openSqliteStore(':memory:', {
    timeZone: 'UTC',
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'trial',
  })
  await store.append(
    readTurns(TURNS, { timeZone: 'UTC' }),
    createAnchor({ timeZone: 'UTC', dateOrder: undefined }),
  )
  await using memory = await openMemory(store, { embedder: 'none' })
  const units = new Map<UnitId, MemoryUnit>()
  for await (const { unit } of store.units({ ...EVERY_TURN, keys: undefined })) units.set(unit.id, unit)
  const asked = { text: 'Did Ana buy the kayak?', referenceTime: '2024-06-01T00:00:00Z' }
  const ranked = await simpleMem(asked, { memory, store, units })
  const worded = ['worded2#0', 'worded3#0', 'worded4#0', 'worded5#0', 'worded6#0']
  expect([...ranked.units].slice(0, 5).sort()).toEqual(worded)
  expect(ranked.units.slice(5)).toEqual(['filed#0'])
})
