import { expect, test } from 'vitest'
import { z } from 'zod'
import type { FinishReason } from '../model-client.ts'
import { readReply } from './read-reply.ts'

const item = z.object({
  text: z.string(),
  type: z.enum(['fact', 'other']).catch('other'),
  turn: z.string().optional(),
})
/** As the tasks read a list: the envelope may be left out. */
const memory = z
  .preprocess(
    (reply) => (Array.isArray(reply) ? { memory: reply } : reply),
    z.object({ memory: z.array(item) }),
  )
  .transform((reply) => reply.memory)
const read = (text: string, finishReason: FinishReason = 'stop') => readReply({ text, finishReason }, memory)
const texts = (text: string) => {
  const reply = read(text)
  return reply.success ? reply.value.map((item) => item.text) : reply.fault
}

test.each([
  ['under its key', '{"memory":[{"text":"a"},{"text":"b"}]}'],
  ['bare', '[{"text":"a"},{"text":"b"}]'],
  ['line by line', '{"text":"a"}\n{"text":"b"}'],
])('a list %s is read', (_, reply) => {
  expect(texts(reply)).toEqual(['a', 'b'])
})

test('a word outside a choice falls back where the schema says so, and a null key is absent', () => {
  const reply = read('{"memory":[{"text":"a","type":"goal","turn":null,"mood":"glad"}]}')
  expect(reply).toEqual({ success: true, value: [{ text: 'a', type: 'other' }], truncated: false })
})

test('an item that does not fit is named by its place', () => {
  expect(texts('{"memory":[{"text":"a"},{"text":5}]}')).toMatch(/^memory\[1\]\.text: /)
})

test('a cut list keeps its whole items and says that it was cut', () => {
  expect(read('```json\n{"memory":[{"text":"a"}', 'length')).toMatchObject({ truncated: true, success: true })
  expect(read('{"memory":[{"te', 'length')).toMatchObject({ truncated: true, success: false })
})

const answer = z.object({ text: z.string().nullable(), citations: z.array(z.string()) })
const readAnswer = (text: string, finishReason: FinishReason = 'stop') =>
  readReply({ text, finishReason }, answer)

test('a key that may be null may be missing, but not from a cut reply', () => {
  expect(readAnswer('{"citations":["t1"]}')).toMatchObject({ value: { text: null, citations: ['t1'] } })
  expect(readAnswer('{"citations":["t1"],"te', 'length')).toMatchObject({ success: false, truncated: true })
})

test('of several values the fitting one is taken, and two different ones are refused', () => {
  const [a, b] = ['{"text":"a","citations":["t1"]}', '{"text":"b","citations":["t2"]}']
  expect(readAnswer(`The form is {"text": "..."}, so: ${a}`)).toMatchObject({ value: { text: 'a' } })
  expect(readAnswer(`First ${a}, then ${a}`)).toMatchObject({ value: { text: 'a' } })
  expect(readAnswer(`First ${a}, then ${b}`)).toMatchObject({ success: false })
  expect(readAnswer(`First ${a}, then\n\`\`\`json\n${b}\n\`\`\``)).toMatchObject({ value: { text: 'b' } })
})
