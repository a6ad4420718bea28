import { describe, expect, test } from 'vitest'
import { ConflictError, ValidationError } from '../model/errors.ts'
import type { ConversationPart, ConversationTurn } from './conversation-part.ts'
import { importConversations } from './import-conversations.ts'

/** A bank that keeps the promises of append: all or nothing, known ids, conflicts. */
function bank() {
  const stored = new Map<string, string>()
  return {
    stored,
    async append(turns: readonly ConversationTurn[]) {
      const next = new Map(stored)
      for (const [index, turn] of turns.entries()) {
        if (turn.text === '')
          throw new ValidationError(`turns[${index}].text`, `Cannot read turns[${index}].text: blank`)
        const id = turn.id ?? ''
        if ((next.get(id) ?? turn.text) !== turn.text)
          throw new ConflictError(id, `turn ${id} has other content`)
        next.set(id, turn.text as string)
      }
      const ids = turns.map(({ id }) => id ?? '')
      const added = ids.filter((id) => !stored.has(id))
      for (const [id, text] of next) stored.set(id, text)
      return { added, known: ids.filter((id) => !added.includes(id)) }
    },
  }
}

const part = (name: string | undefined, texts: readonly [string, string][]): ConversationPart => ({
  bank: name,
  turns: texts.map(([id, text]) => ({ id, speaker: 'A', text })),
  places: texts.map(([id]) => `file, line ${id}`),
  blank: 1,
  progress: { bytes: 10, totalBytes: 20 },
})
async function* parts(...list: readonly ConversationPart[]) {
  yield* list
}

describe('importConversations', () => {
  test('appends each part to its bank, and a second run adds nothing', async () => {
    const banks = new Map([
      ['a', bank()],
      ['b', bank()],
    ])
    const open = async (name: string | undefined) => banks.get(name ?? 'a')!
    const file = () =>
      parts(
        part('a', [['1', 'x']]),
        part('b', [
          ['1', 'y'],
          ['2', 'z'],
        ]),
        part('a', [['3', 'w']]),
      )
    expect(await importConversations(file(), open)).toEqual({
      banks: [
        { bank: 'a', added: 2, known: 0, blank: 2 },
        { bank: 'b', added: 2, known: 0, blank: 1 },
      ],
      stopped: false,
    })
    expect((await importConversations(file(), open)).banks.map(({ added, known }) => [added, known])).toEqual(
      [
        [0, 2],
        [0, 2],
      ],
    )
  })

  test('keeps what stands before a refused turn and names its place', async () => {
    const target = bank()
    const seen: number[] = []
    const run = importConversations(
      parts(
        part('a', [
          ['1', 'x'],
          ['2', ''],
          ['3', 'z'],
        ]),
      ),
      async () => target,
      {
        onProgress: ({ banks }) => seen.push(banks[0]?.added ?? 0),
      },
    )
    await expect(run).rejects.toThrow(
      new ValidationError('file, line 2', 'file, line 2: Cannot read text: blank'),
    )
    expect([...target.stored.keys()]).toEqual(['1'])
    expect(seen).toEqual([1])
  })

  test('names the later of two turns with one id, or the first where the bank already has another', async () => {
    const twice = part('a', [
      ['1', 'x'],
      ['2', 'y'],
      ['2', 'other'],
      ['4', 'z'],
    ])
    const target = bank()
    await expect(
      importConversations(parts({ ...twice, places: ['l1', 'l2', 'l3', 'l4'] }), async () => target),
    ).rejects.toThrow('l3: turn 2 has other content')
    expect([...target.stored.keys()]).toEqual(['1', '2'])

    const taken = bank()
    taken.stored.set('2', 'third')
    await expect(
      importConversations(parts({ ...twice, places: ['l1', 'l2', 'l3', 'l4'] }), async () => taken),
    ).rejects.toThrow('l2: turn 2 has other content')
    expect([...taken.stored.keys()]).toEqual(['2', '1'])
  })

  test('stops after the part during which the signal came', async () => {
    const target = bank()
    const controller = new AbortController()
    const imported = await importConversations(
      parts(part('a', [['1', 'x']]), part('a', [['2', 'y']])),
      async () => target,
      {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      },
    )
    expect(imported).toEqual({ banks: [{ bank: 'a', added: 1, known: 0, blank: 1 }], stopped: true })
    expect([...target.stored.keys()]).toEqual(['1'])
  })
})
