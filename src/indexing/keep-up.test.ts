import { expect, test } from 'vitest'
import { scriptedModel } from '../../test/scripted-model.ts'
import { openMemory } from '../memory.ts'
import { ClosedError } from '../model/errors.ts'

test('closing ends a summary that a model is writing, and says so to whoever waits', async () => {
  let asked = () => {}
  const asking = new Promise<void>((resolve) => {
    asked = resolve
  })
  const writer = scriptedModel({
    anchor: '{"units":[]}',
    summarise: () => {
      asked()
      return { text: '', delayMs: Number.POSITIVE_INFINITY }
    },
  })
  const memory = await openMemory(':memory:', {
    models: { writer },
    embedder: 'none',
    anchoring: { inBackground: false },
    episodes: { tokens: 256 },
  })
  await memory.append(
    Array.from({ length: 30 }, (_, i) => ({
      speaker: 'Ada',
      text: `I keep ${i} bees in the shed behind the house, and some more in the garden of my sister.`,
      time: `2031-05-14T10:${i + 10}:00Z`,
    })),
  )
  const flushed = expect(memory.flush()).rejects.toThrow(ClosedError)
  await asking
  await memory.close()
  await flushed
})
