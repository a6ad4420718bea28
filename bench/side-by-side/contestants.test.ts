import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Embedder } from '../../src/embed/embedder.ts'
import type { GivenTurn } from './contestant.ts'
import { CONTESTANTS } from './contestants.ts'

// Read once, when the binary is loaded.
process.env.LANCEDB_LOG = 'error'
const lanceIsThere = await import('@lancedb/lancedb').then(
  () => true,
  () => false,
)

const said = (id: string, speaker: string, text: string): GivenTurn => ({
  id,
  session: 's',
  speaker,
  text,
  time: '2031-05-01T09:00:00Z',
})
const TURNS = [
  said('bees', 'Ada', 'I keep bees behind the shed.'),
  said('wine', 'Ben', 'My cellar is full of wine.'),
  said('kite', 'Ada', 'The kite flew over the harbour.'),
]

/** A coordinate a word of some; equal texts have equal vectors. */
const WORDS = ['bees', 'wine', 'kite', 'ada', 'ben', 'shed', 'cellar', 'harbour']
const embedder: Embedder = {
  id: 'words',
  dimension: WORDS.length,
  async embed(texts) {
    return texts.map((text) => {
      const vector = Float32Array.from(WORDS, (word) => (text.toLowerCase().includes(word) ? 1 : 0.01))
      const length = Math.hypot(...vector)
      return vector.map((x) => x / length)
    })
  },
}

describe.each(CONTESTANTS)('$name', (contestant) => {
  const skipped = contestant.name.startsWith('lancedb') && !lanceIsThere
  test.skipIf(skipped)(
    `finds the turn that is asked for first, and at most as many as wanted${skipped ? ' (skipped: LanceDB has no binary here)' : ''}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'reinstate-contestant-'))
      try {
        await using opened = await contestant.open(TURNS, { embedder, folder })
        for (const [question, id] of [
          ['Who keeps "bees" AND why?', 'bees'],
          ['What is in the cellar, wine?', 'wine'],
        ] as const) {
          const found = await opened.search(question, { limit: 2, referenceTime: '2031-06-01' })
          expect(found.length).toBeLessThanOrEqual(2)
          expect(found[0]).toEqual([id])
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
})
