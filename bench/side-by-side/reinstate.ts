import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemory } from '../../src/memory.ts'
import type { Contestant, Provisions } from './contestant.ts'

/** Turns appended at once where many are imported. */
const PORTION = 1_000

/** Ourselves, as we come: no setting is given but the question's time. */
export const reinstate: Contestant = {
  name: 'reinstate',
  what: 'Reinstate’s fast path, as it comes',
  open: (turns, provisions) => open(turns, provisions, provisions.embedder),
}

/** The same without any vector: what time, persons and words do alone, for those to whom milliseconds count most. */
export const reinstateWords: Contestant = {
  name: 'reinstate-words',
  what: 'Reinstate’s fast path without an embedding model',
  open: (turns, provisions) => open(turns, provisions, 'none'),
}

async function open(
  turns: Parameters<Contestant['open']>[0],
  { kept, folder }: Provisions,
  embedder: Provisions['embedder'] | 'none',
): ReturnType<Contestant['open']> {
  const bank = kept === undefined ? ':memory:' : join(folder, 'bank.db')
  if (kept !== undefined) await copyFile(embedder === 'none' ? kept.words : kept.whole, bank)
  const memory = await openMemory(bank, { embedder })
  for (let from = 0; kept === undefined && from < turns.length; from += PORTION)
    await memory.append(turns.slice(from, from + PORTION))
  await memory.flush()
  return {
    madeBeforeMs: kept === undefined ? 0 : madeMs(kept, embedder !== 'none'),
    async search(question, { limit, referenceTime }) {
      const { evidence } = await memory.recall(question, { limit, referenceTime })
      return evidence.map(({ unit }) => unit.sources)
    },
    [Symbol.asyncDispose]: () => memory.close(),
  }
}

function madeMs({ figures }: NonNullable<Provisions['kept']>, withVectors: boolean): number {
  const { n, fillPerSecond, vectorsPerSecond } = figures
  return 1_000 * (n / fillPerSecond + (withVectors ? n / vectorsPerSecond : 0))
}
