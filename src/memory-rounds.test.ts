import { expect, test } from 'vitest'
import { wordEmbedder } from '../test/models/shed.ts'
import type { Embedder } from './embed/embedder.ts'
import { openMemory } from './memory.ts'

/** The texts of questions that an answer embeds; one passage names Quillon Vask, another tells of him. */
async function askedIn(mode: 'fast' | 'deep', question: string): Promise<readonly string[]> {
  const asked: string[] = []
  const embedder: Embedder = {
    ...wordEmbedder,
    embed(texts, kind, options) {
      if (kind === 'question') asked.push(...texts)
      return wordEmbedder.embed(texts, kind, options)
    },
  }
  await using memory = await openMemory(':memory:', { embedder })
  await memory.append([
    {
      speaker: 'Mara',
      text: 'The lighthouse mural was painted by Quillon Vask.',
      time: '2024-01-01T10:00:00Z',
    },
    { speaker: 'Joost', text: 'Quillon Vask was born on a barge.', time: '2024-01-02T10:00:00Z' },
  ])
  await memory.flush()
  await memory.ask(question, { mode })
  return asked
}

const QUESTION = 'Where was the painter of the lighthouse mural born?'

test('the deep mode lets the names that its best passages bring up lead the question once more', async () => {
  expect(await askedIn('deep', QUESTION)).toContain(`Quillon Vask: ${QUESTION}`)
})

test('the fast mode searches for the question alone', async () => {
  expect((await askedIn('fast', QUESTION)).filter((text) => text.includes(': '))).toEqual([])
})
