import { existsSync } from 'node:fs'
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shedTurns, wordEmbedder } from '../test/models/shed.ts'
import type { MemoryOptions } from './api.ts'
import type { Embedder } from './embed/embedder.ts'
import { stateName } from './episodes/latent.ts'
import { openStateFiles } from './llm/llama-cpp-states.ts'
import { openMemory } from './memory.ts'

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'reinstate-memory-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const enough = new Error('enough')

/** Makes no vector until it is told to end; tells when somebody waits for one. */
function idleEmbedder() {
  let begun: () => void
  const waiting = new Promise<void>((resolve) => {
    begun = resolve
  })
  const embedder: Embedder = {
    ...wordEmbedder,
    embed: (_, __, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
        begun()
      }),
  }
  return { embedder, waiting }
}

it('a freeze that waits for vectors ends with its signal, and leaves no file', async () => {
  const { embedder, waiting } = idleEmbedder()
  const memory = await openMemory(join(folder, 'bank.db'), { embedder })
  await memory.append(shedTurns(3))
  const calling = new AbortController()
  const frozen = memory.freeze(join(folder, 'copy.db'), { signal: calling.signal })
  await waiting
  calling.abort(enough)
  await expect(frozen).rejects.toBe(enough)
  expect(existsSync(join(folder, 'copy.db'))).toBe(false)
  await memory.close()
})

it('a check that was called off before it began does nothing', async () => {
  const memory = await openMemory(':memory:', { embedder: 'none' })
  await expect(memory.verify({ signal: AbortSignal.abort(enough) })).rejects.toBe(enough)
  expect((await memory.verify()).healthy).toBe(true)
  await memory.close()
})

it('an opening that waits for the dimension of an embedding model ends with its signal', async () => {
  const calling = new AbortController()
  const opening = openMemory(':memory:', {
    signal: calling.signal,
    embedder: {
      provider: 'trial',
      modelId: 'slow',
      maxEmbeddingsPerCall: 8,
      supportsParallelCalls: false,
      doEmbed: ({ abortSignal }) =>
        new Promise((_, reject) => {
          abortSignal?.addEventListener('abort', () => reject(abortSignal.reason))
          calling.abort(enough)
        }),
    },
  })
  await expect(opening).rejects.toBe(enough)
})

it('what models have kept of forgotten episodes goes without them, and what is kept of others stays', async () => {
  const path = join(folder, 'bank.db')
  const states = join(folder, 'states')
  const episodes = { tokens: 256, overlap: 0 }
  const memory = await openMemory(path, { embedder: 'none', episodes })
  await memory.append(shedTurns(60))
  await memory.ask('What does Ada keep in the shed?', { mode: 'deep' })
  await memory.close()
  const files = openStateFiles(states, { maxBytes: 1e6, now: () => new Date() })
  const read = [1, 2].map((number) => stateName(path, { number }))
  for (const episode of [...read, stateName(join(folder, 'another.db'), { number: 1 })])
    await files.add({ model: 'm', system: 's', text: episode, episode }, 1, (to) => writeFile(to, 'x'))

  // The same bank by another path.
  const again = await openMemory(relative(process.cwd(), path), { embedder: 'none', states })
  await again.forget({ turn: 't60' })
  expect(await readdir(states)).toHaveLength(3)
  await again.forget({ turn: 't1' })
  expect(await readdir(states)).toHaveLength(2)
  await again.forget({ everything: true })
  expect(await readdir(states)).toHaveLength(1)
  await again.close()
})

it('what a model kept of turns that nobody has cut for good goes with them', async () => {
  const path = join(folder, 'bank.db')
  const states = join(folder, 'states')
  const options: MemoryOptions = { embedder: 'none', states, episodes: { tokens: 256, overlap: 0 } }
  await using memory = await openMemory(path, options)
  await memory.append(shedTurns(60))
  const reading = await openMemory(path, { ...options, readOnly: true })
  const { deep } = await reading.ask('What does Ada keep in the shed?', { mode: 'deep' })
  await reading.close()
  const files = openStateFiles(states, { maxBytes: 1e6, now: () => new Date() })
  for (const { episode: number } of deep!.readings) {
    const episode = stateName(path, { number })
    await files.add({ model: 'm', system: 's', text: episode, episode }, 1, (to) => writeFile(to, 'x'))
  }
  expect(await readdir(states)).not.toEqual([])
  await memory.forget({ everything: true })
  expect(await readdir(states)).toEqual([])
})
