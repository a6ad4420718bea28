import type { ModelMessage } from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMemory, type Turn, ValidationError } from '../index.ts'
import { messagesFromTurns, turnsFromMessages } from './index.ts'

const words = fc
  .string({ minLength: 1, maxLength: 20 })
  .filter((text) => text.trim() !== '' && !text.includes('\0'))
const name = fc.stringMatching(/^[a-z]\w{0,8}$/u)
const call = fc.record({ toolCallId: name, toolName: name })
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)))

const textPart = words.map((text) => ({ type: 'text' as const, text }))
const callPart = fc
  .record({ call, input: json })
  .map((it) => ({ type: 'tool-call' as const, ...it.call, input: it.input }))
const output = fc.oneof(
  fc.record({ type: fc.constantFrom('text' as const, 'error-text' as const), value: words }),
  fc.record({ type: fc.constantFrom('json' as const, 'error-json' as const), value: json }),
  fc.record({ type: fc.constant('execution-denied' as const), reason: words }),
)
const resultPart = fc
  .record({ call, output })
  .map((it) => ({ type: 'tool-result' as const, ...it.call, output: it.output }))

/** Messages in the form in which they come back: words alone as a string, all else as parts. */
const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
    content: words,
  }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: fc
      .tuple(fc.array(textPart, { maxLength: 2 }), callPart)
      .map(([texts, last]) => [...texts, last]),
  }),
  fc.record({
    role: fc.constant('tool' as const),
    content: fc.array(resultPart, { minLength: 1, maxLength: 3 }),
  }),
)

test('messages become turns and come back as they were', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
      const turns = turnsFromMessages(messages)
      expect(turns).toHaveLength(messages.length)
      expect(messagesFromTurns(turns)).toEqual(messages)
      expect(turnsFromMessages(messagesFromTurns(turns))).toEqual(turns)
    }),
  )
})

test('they come back from a bank as well', async () => {
  const [messages] = fc.sample(fc.array(message, { minLength: 20, maxLength: 20 }), { numRuns: 1, seed: 7 })
  await using memory = await openMemory(':memory:', { embedder: 'none' })
  const time = (_: ModelMessage, index: number) => new Date(Date.UTC(2024, 4, 6, 10, index))
  await memory.append(turnsFromMessages(messages!, { time, session: 's1' }))
  const turns: Turn[] = []
  for await (const turn of memory.turns()) turns.push(turn)
  expect(messagesFromTurns(turns)).toEqual(messages)
})

test('an image is remembered by its caption, never by its bytes', () => {
  const content = [
    { type: 'text' as const, text: 'Look:' },
    { type: 'image' as const, image: new Uint8Array([1, 2, 3]) },
    { type: 'image' as const, image: new URL('https://example.org/boat.png') },
    { type: 'file' as const, data: 'AAAA', mediaType: 'application/pdf', filename: 'plan.pdf' },
    { type: 'image' as const, image: 'data:image/png;base64,AAAA' },
  ]
  const [plain] = turnsFromMessages([{ role: 'user', content }])
  expect(plain?.text).toBe(
    'Look:\n[image: no description]\n[image: https://example.org/boat.png]\n[file: plan.pdf]\n[image: no description]',
  )
  expect(JSON.stringify(plain)).not.toContain('AAAA')
  const [told] = turnsFromMessages([{ role: 'user', content }], { caption: ({ type }) => `a ${type}` })
  expect(told?.text).toBe('Look:\n[image: a image]\n[image: a image]\n[file: a file]\n[image: a image]')
  expect(messagesFromTurns([told!])).toEqual([{ role: 'user', content: told?.text }])
})

test('reasoning and messages without words are left out', () => {
  const turns = turnsFromMessages([
    { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    },
    { role: 'user', content: ' ' },
  ])
  expect(turns).toEqual([{ role: 'assistant', speaker: 'assistant', text: 'Yes.' }])
})

test('roles have the names that they are given, a tool its own', () => {
  const result = {
    type: 'tool-result' as const,
    toolCallId: 'c1',
    toolName: 'tides',
    output: {
      type: 'content' as const,
      value: [
        { type: 'text' as const, text: 'High at six.' },
        { type: 'image-url' as const, url: 'https://example.org/t.png' },
      ],
    },
  }
  const turns = turnsFromMessages(
    [
      { role: 'user', content: 'When?' },
      { role: 'tool', content: [result] },
    ],
    { speakers: { user: 'Ines' }, session: 's1', sessionStart: '2024-05-06T10:00:00Z' },
  )
  expect(turns.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['Ines', 'When?'],
    ['tides', 'High at six.\n[image: https://example.org/t.png]'],
  ])
  expect(turns[0]).toMatchObject({ session: 's1', sessionStart: '2024-05-06T10:00:00Z' })
})

test('a turn whose metadata only looks alike gives its text', () => {
  expect(
    messagesFromTurns([{ text: 'Hi', role: 'assistant', metadata: { parts: ['left', 'right'] } }]),
  ).toEqual([{ role: 'assistant', content: 'Hi' }])
  expect(messagesFromTurns([{ text: 'Hi', role: 'tool' }, { text: 'Ho' }])).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'user', content: 'Ho' },
  ])
})

test('one time, as text or a Date, dates every message, and a function each by itself', () => {
  const messages: ModelMessage[] = [
    { role: 'user', content: 'I keep bees.' },
    { role: 'assistant', content: 'How many hives?' },
  ]
  const day = '2024-05-01T09:00:00Z'
  expect(turnsFromMessages(messages, { time: day }).map(({ time }) => time)).toEqual([day, day])
  expect(turnsFromMessages(messages, { time: new Date(day) })[1]?.time).toEqual(new Date(day))
  const each = (_: ModelMessage, index: number) => `2024-05-0${index + 1}`
  expect(turnsFromMessages(messages, { time: each })[1]?.time).toBe('2024-05-02')
})

test.each([[1714554000], [null], [{}]])('%j for a time of messages is refused by name', (time) => {
  const messages: ModelMessage[] = [{ role: 'user', content: 'I keep bees.' }]
  expect(() => turnsFromMessages(messages, { time: time as never })).toThrow(ValidationError)
  expect(() => turnsFromMessages(messages, { time: time as never })).toThrow('options.time')
})
