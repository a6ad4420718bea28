import { existsSync } from 'node:fs'
import { type Memory, openMemory } from '../../src/index.ts'
import { trialEmbedder } from './trial-embedder.ts'

export type BankCheck = { readonly lost: number; readonly corrupt: boolean; readonly recallable: number }

/**
 * Opens a bank whose writer was killed and looks for all that was acknowledged.
 *
 * @param acknowledged Ids of all turns that any writer of the bank was told to be stored.
 * @param recent Those among them that are asked for, each by its own word.
 */
export async function checkBank(
  file: string,
  { acknowledged, recent }: { readonly acknowledged: readonly string[]; readonly recent: readonly string[] },
): Promise<BankCheck> {
  // The writer may have been killed before it made the file.
  if (!existsSync(file)) return { lost: acknowledged.length, corrupt: false, recallable: 0 }
  try {
    await using memory = await openMemory(file, { embedder: trialEmbedder })
    const { ids, torn } = await readTurns(memory)
    const { healthy } = await memory.verify()
    let recallable = 0
    for (const id of recent) if (await isRecalled(memory, id)) recallable++
    return { lost: acknowledged.filter((id) => !ids.has(id)).length, corrupt: !healthy || torn, recallable }
  } catch {
    return { lost: acknowledged.length, corrupt: true, recallable: 0 }
  }
}

/** A batch of which only some turns are there is torn. */
async function readTurns(memory: Memory): Promise<{ ids: ReadonlySet<string>; torn: boolean }> {
  const ids = new Set<string>()
  const missing = new Map<unknown, number>()
  for await (const { id, metadata } of memory.turns()) {
    ids.add(id)
    const { batch, size } = metadata ?? {}
    missing.set(batch, (missing.get(batch) ?? Number(size)) - 1)
  }
  return { ids, torn: [...missing.values()].some((count) => count !== 0) }
}

async function isRecalled(memory: Memory, id: string): Promise<boolean> {
  const { evidence } = await memory.recall(`When did the parcel ${id} come?`, { limit: 5 })
  return evidence.some(({ turns }) => turns.some((turn) => turn.id === id))
}
