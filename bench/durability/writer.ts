/** Appends turns to a bank until it is killed; prints the id of each turn once the bank has acknowledged it. */
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openMemory } from '../../src/index.ts'
import { trialEmbedder } from './trial-embedder.ts'
import { writerTurn } from './writer-turn.ts'

/** Mostly single turns, now and then a small batch, as an agent and an import would. */
const batchSizes = [1, 1, 1, 1, 3, 1, 1, 8]

await warmUp()
writeSync(1, 'ready\n')
const [file = '', name = ''] = (await firstLine()).split('\t')
const memory = await openMemory(file, { embedder: trialEmbedder })
for (let batch = 0; ; batch++) {
  const size = batchSizes[batch % batchSizes.length]!
  const turns = Array.from({ length: size }, (_, place) => writerTurn(name, { batch, place, size }))
  const { added } = await memory.append(turns)
  // Written at once, so that no acknowledgement is lost in a buffer of this process.
  writeSync(1, added.map((id) => `${id}\n`).join(''))
}

/** Loads all code that an append needs: the kill is to meet the store, not the loading. */
async function warmUp(): Promise<void> {
  await using memory = await openMemory(':memory:', { embedder: trialEmbedder })
  await memory.append(writerTurn('warm', { batch: 0, place: 0, size: 1 }))
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
