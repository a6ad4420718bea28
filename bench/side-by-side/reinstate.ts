import { openMemory } from '../../src/memory.ts'
import type { Contestant } from './contestant.ts'

/** Turns appended at once where many are imported. */
const PORTION = 1_000

/** Ourselves, as we come: no setting is given but the question's time. */
export const reinstate: Contestant = {
  name: 'reinstate',
  what: 'Reinstate’s fast path, as it comes',
  open: (turns, { embedder }) => open(turns, embedder),
}

/** The same without any vector: what time, persons and words do alone, for those to whom milliseconds count most. */
export const reinstateWords: Contestant = {
  name: 'reinstate-words',
  what: 'Reinstate’s fast path without an embedding model',
  open: (turns) => open(turns, 'none'),
}

async function open(
  turns: Parameters<Contestant['open']>[0],
  embedder: Parameters<Contestant['open']>[1]['embedder'] | 'none',
): ReturnType<Contestant['open']> {
  const memory = await openMemory(':memory:', { embedder })
  for (let from = 0; from < turns.length; from += PORTION)
    await memory.append(turns.slice(from, from + PORTION))
  await memory.flush()
  return {
    async search(question, { limit, referenceTime }) {
      const { evidence } = await memory.recall(question, { limit, referenceTime })
      return evidence.map(({ unit }) => unit.sources)
    },
    [Symbol.asyncDispose]: () => memory.close(),
  }
}
