import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ConversationPart } from './conversation-part.ts'
import { readConversations } from './read-conversations.ts'

const data = process.env.REINSTATE_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

describe.skipIf(!existsSync(data))('the benchmark files (skipped where the data is absent)', () => {
  const read = async (file: string) => {
    const parts: ConversationPart[] = []
    for await (const part of readConversations(`${data}/${file}`)) parts.push(part)
    const turns = parts.flatMap((part) => part.turns)
    return {
      banks: new Set(parts.map(({ bank }) => bank)).size,
      turns,
      blank: parts.reduce((total, { blank }) => total + blank, 0),
    }
  }

  test('of LoCoMo hold 10 conversations, 5,882 turns and 272 sessions, and no image query', async () => {
    const { banks, turns, blank } = await read('locomo10.json')
    expect([banks, turns.length, blank]).toEqual([10, 5882, 0])
    const keys = new Set(turns.flatMap((turn) => Object.keys(turn)))
    expect([...keys].sort()).toEqual(['id', 'session', 'speaker', 'text', 'time'])
    const first = turns.filter(({ id }) => id === 'D1:1')
    expect(first[0]?.time).toBe('2023-05-08T13:56:00')
  })

  test.each([
    ['longmemeval/longmemeval_s_full_haystacks.json', 7, 3331],
    ['longmemeval/longmemeval_oracle_subset.json', 90, 1723],
  ])('%s holds %i histories', async (file, banks, count) => {
    const history = await read(file)
    expect([history.banks, history.turns.length, history.blank]).toEqual([banks, count, 0])
  })
})
