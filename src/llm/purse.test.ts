import { expect, test } from 'vitest'
import { callerOf, type Script, scriptedModel } from '../../test/scripted-model.ts'
import { BudgetError } from '../model/errors.ts'
import type { ModelRequest } from './model-client.ts'
import { openPurse, UNBOUNDED } from './purse.ts'

const request: ModelRequest = {
  task: 'answer',
  system: '',
  prompt: 'p'.repeat(400),
  schema: undefined,
  maxOutputTokens: 400,
}
const clock = { now: () => 0, sleep: async () => undefined }
const within = (tokens: number, script: Script) => {
  const model = scriptedModel(script)
  return { model, caller: openPurse({ ...UNBOUNDED, tokens }, clock).bounded(callerOf(model)) }
}
const silent = { inputTokens: undefined, outputTokens: undefined, cachedInputTokens: undefined }

test('the reply of a provider that does not say what it cost is counted by its text', async () => {
  const { caller } = within(600, { answer: { text: 'r'.repeat(1_200), usage: silent } })
  await caller.generate(request)
  // 100 of the prompt and 300 of the reply: what is left holds the prompt again and 100 tokens of a reply.
  await caller.generate({ ...request, maxOutputTokens: 50 })
  await expect(caller.generate(request)).rejects.toThrow(BudgetError)
})

test('a stream that breaks off costs what came of it, not all that it might have been', async () => {
  const broken = { text: 'half an answer', usage: silent, thenThrow: new Error('cut') }
  const { caller, model } = within(600, { answer: [broken, 'whole'] })
  const read = async () => {
    for await (const _ of caller.stream(request));
  }
  await expect(read()).rejects.toThrow('cut')
  await read()
  expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([400, 396])
})

test('a call that fails before a word came costs its prompt', async () => {
  const { caller, model } = within(600, { answer: [new Error('down'), 'whole'] })
  await expect(caller.generate(request)).rejects.toThrow('down')
  await caller.generate({ ...request, maxOutputTokens: 900 })
  expect(model.requests[1]!.maxOutputTokens).toBe(400)
})
