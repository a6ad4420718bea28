import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shedTurns } from '../test/models/shed.ts'
import type { Memory, MemoryOptions } from './api.ts'
import { openMemory } from './memory.ts'

let path: string
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'reinstate-memory-')), 'bank.db')
})
afterEach(() => rm(join(path, '..'), { recursive: true, force: true }))

const OPTIONS = { embedder: 'none', episodes: { tokens: 256, overlap: 0 } } as const satisfies MemoryOptions

async function on(options: MemoryOptions, work: (memory: Memory) => Promise<unknown>): Promise<void> {
  await using memory = await openMemory(path, { ...OPTIONS, ...options })
  await work(memory)
}

const NEWEST = {
  id: 'newest',
  session: 'last',
  speaker: 'Ada',
  text: 'The greenhouse has a turquoise door.',
  time: '2031-12-01T10:00:00Z',
}

async function turnsReadFor(question: string): Promise<readonly string[]> {
  const read: string[] = []
  await on({ readOnly: true }, async (memory) => {
    const answer = await memory.ask(question, { mode: 'deep' })
    expect(answer.mode).toBe('deep')
    for (const { evidence } of answer.deep?.readings ?? [])
      read.push(...evidence.flatMap(({ quotes }) => quotes.map(({ turn }) => turn)))
  })
  return read
}

it('a bank that is only read is read to its newest turn, though nobody has cut it so far', async () => {
  await on({}, async (memory) => {
    await memory.append(shedTurns(30))
    await memory.ask('What does Ada keep in the shed?', { mode: 'deep' })
    await memory.append(NEWEST)
  })
  expect(await turnsReadFor('What door does the greenhouse have?')).toContain('newest')
})

it('a bank that is only read and was never cut is read all the same', async () => {
  await on({}, (memory) => memory.append([...shedTurns(30), NEWEST]))
  expect(await turnsReadFor('What door does the greenhouse have?')).toContain('newest')
  expect(await turnsReadFor('Does Ada keep ducklings in the shed?')).toContain('t2')
})

it('what is left of an episode that lost turns is read in a bank that is only read', async () => {
  await on({}, async (memory) => {
    await memory.append(shedTurns(30))
    await memory.ask('What does Ada keep in the shed?', { mode: 'deep' })
    await memory.forget({ turn: 't1' })
  })
  expect(await turnsReadFor('Does Ada keep ducklings in the shed?')).toContain('t2')
})
