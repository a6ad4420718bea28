import { expect, test } from 'vitest'
import { z } from 'zod'
import { callerOf, type Script, scriptedModel } from '../../test/scripted-model.ts'
import { MalformedModelOutputError, ProviderRefusedError } from '../model/errors.ts'
import { runTask } from './run-task.ts'
import type { Task } from './task.ts'

const task: Task<string, readonly { text: string }[]> = {
  name: 'anchor',
  prompt: (turns) => ({ system: 'Draw memory units from the turns.', prompt: turns }),
  schema: z
    .preprocess(
      (reply) => (Array.isArray(reply) ? { memory: reply } : reply),
      z.object({ memory: z.array(z.object({ text: z.string() })) }),
    )
    .transform((reply) => reply.memory),
  maxOutputTokens: () => 100,
}
const run = (replies: Script, facts: Parameters<typeof scriptedModel>[1] = {}, signal?: AbortSignal) => {
  const model = scriptedModel(replies, facts)
  return { model, result: runTask(task, 'Ann: I own a canoe.', callerOf(model), { signal }) }
}

test('a readable reply is asked for once', async () => {
  const { model, result } = run({ anchor: ['Sure:\n{"memory":[{"text":"Owns a canoe"}]}'] })
  expect(await result).toEqual({
    value: [{ text: 'Owns a canoe' }],
    truncated: false,
    reasked: false,
    text: 'Sure:\n{"memory":[{"text":"Owns a canoe"}]}',
  })
  expect(model.requests).toMatchObject([
    { task: 'anchor', prompt: 'Ann: I own a canoe.', maxOutputTokens: 100, schema: { required: ['memory'] } },
  ])
})

test('an unreadable reply is asked for again with what was wrong, behind the same beginning', async () => {
  const { model, result } = run({
    anchor: ['{"memory":[{"text":5}]}', '{"memory":[{"text":"Owns a canoe"}]}'],
  })
  expect(await result).toMatchObject({ value: [{ text: 'Owns a canoe' }], reasked: true })
  const [first, second] = model.requests
  expect(second!.system).toBe(first!.system)
  expect(second!.prompt.startsWith(first!.prompt)).toBe(true)
  expect(second!.prompt).toContain('memory[0].text')
  expect(second!.maxOutputTokens).toBe(100)
})

test('a reply that cannot be read twice is an error with its text and why it ended', async () => {
  const { model, result } = run({ anchor: ['no', 'still no'] })
  const error = await result.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(MalformedModelOutputError)
  expect(error).toMatchObject({ rawText: 'still no', finishReason: 'stop' })
  expect(model.requests).toHaveLength(2)
})

test('a long unreadable reply is quoted by its ends', async () => {
  const { model, result } = run({ anchor: [`BEGIN ${'x'.repeat(50_000)} END`, '[]'] })
  await result
  expect(model.requests[1]!.prompt).toContain('BEGIN')
  expect(model.requests[1]!.prompt).toContain('END')
  expect(model.requests[1]!.prompt.length).toBeLessThan(2000)
})

test('a reply that was cut before anything was complete is asked for shorter, with more room', async () => {
  const cut = { text: '{"memory":[{"te', finishReason: 'length' } as const
  const { model, result } = run({ anchor: [cut, cut] })
  const error = await result.catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'malformed-model-output', rawText: cut.text, finishReason: 'length' })
  expect(model.requests.map((request) => request.maxOutputTokens)).toEqual([100, 200])
  expect(model.requests[1]!.prompt).toContain('cut off at 100 tokens')
})

test('more room is asked for only as far as the context reaches', async () => {
  const cut = { text: '{', finishReason: 'length' } as const
  const { model, result } = run({ anchor: [cut, '[]'] }, { contextTokens: 650, countTokens: () => 500 })
  await result
  expect(model.requests[1]!.maxOutputTokens).toBe(150)
})

test('a cut list keeps what is whole and is not asked for again', async () => {
  const { result } = run({ anchor: [{ text: '{"memory":[{"text":"a"},{"text":"b', finishReason: 'length' }] })
  expect(await result).toMatchObject({ value: [{ text: 'a' }], truncated: true, reasked: false })
})

test('a sentence with unescaped quotation marks comes out whole or is asked for again', async () => {
  const whole = 'Named the cat "Biscuit", then left'
  const raw = `{"memory":[{"text":"${whole}"}]}`
  const { result } = run({ anchor: [raw, JSON.stringify({ memory: [{ text: whole }] })] })
  expect((await result).value).toEqual([{ text: whole }])
})

test.each(['', 'I cannot help with that.'])('a refusal is not asked for again: “%s”', async (text) => {
  const { model, result } = run({ anchor: [{ text, finishReason: 'content-filter' }] })
  await expect(result).rejects.toBeInstanceOf(ProviderRefusedError)
  expect(model.requests).toHaveLength(1)
})

test('an aborted signal ends the call with its reason', async () => {
  const { result } = run({ anchor: [{ text: '[]', delayMs: 60_000 }] }, {}, AbortSignal.timeout(10))
  await expect(result).rejects.toThrow(/timeout/)
})
