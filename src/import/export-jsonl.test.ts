import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Memory } from '../api.ts'
import type { Embedder } from '../embed/embedder.ts'
import { openMemory } from '../memory.ts'
import type { ConversationTurn } from './conversation-part.ts'
import { exportJsonl } from './export-jsonl.ts'
import { importConversations } from './import-conversations.ts'
import { readConversations } from './read-conversations.ts'

/** Vectors play no part here. */
const blind: Embedder = {
  id: 'blind',
  dimension: 4,
  embed: async (texts) => texts.map(() => new Float32Array(4)),
}

async function exported(memory: Memory): Promise<string> {
  let text = ''
  for await (const line of exportJsonl(memory)) text += line
  return text
}

async function imported(source: AsyncIterable<Uint8Array>): Promise<Memory> {
  const memory = await openMemory(':memory:', { embedder: blind })
  await importConversations(readConversations(source), async () => memory)
  return memory
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((text) => `.${text}`)
const anyTime = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const anyTurn: fc.Arbitrary<ConversationTurn> = fc.oneof(
  fc.record(
    {
      id: anyText,
      speaker: anyText.map((text) => text.trim()),
      text: anyText,
      time: anyTime,
      session: anyText,
      role: anyText,
      metadata: fc.dictionary(anyText, fc.jsonValue() as fc.Arbitrary<string>, { maxKeys: 3 }),
    },
    { requiredKeys: ['speaker', 'text', 'time'] },
  ),
  fc.record({
    speaker: anyText.map((text) => text.trim()),
    text: anyText,
    sessionStart: anyTime,
    session: fc.constantFrom('s1', 's2'),
  }),
)

describe('exportJsonl', () => {
  test('gives a file that an import turns into the same bank again, whatever was said', async () => {
    const anyBank = fc.uniqueArray(anyTurn, {
      minLength: 1,
      maxLength: 12,
      selector: ({ id }) => id ?? Symbol('none'),
    })
    await fc.assert(
      fc.asyncProperty(anyBank, async (turns) => {
        await using first = await openMemory(':memory:', { embedder: blind })
        await first.append(turns)
        const text = await exported(first)
        await using second = await imported(bytes(text))
        expect(await exported(second)).toBe(text)
        // Into the bank that it came from it brings nothing.
        const again = await importConversations(readConversations(bytes(text)), async () => first)
        expect(again.banks.reduce((total, bank) => total + bank.added, 0)).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  test('keeps whether a time was inferred, roles and metadata as they are', async () => {
    const lines = [
      '{"id":"1","session":"s","speaker":"A","text":"x","session_started_at":"2024-01-01T00:00:00.000Z"}\n',
      '{"id":"2","session":"s","speaker":"A","text":"y","time":"2024-01-01T00:00:00.123Z","role":"user","metadata":{"a":null}}\n',
    ]
    await using memory = await imported(bytes(lines.join('')))
    expect(await exported(memory)).toBe(lines.join(''))
    for await (const { id, timeInferred } of memory.turns())
      expect([id, timeInferred]).toEqual([id, id === '1'])
  })
})
