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

test('a call that is refused for what is kept for a later one is no budget that ran out', async () => {
  const model = scriptedModel({ answer: 'said' })
  const purse = openPurse({ ...UNBOUNDED, calls: 2 }, clock)
  const searching = purse.bounded(callerOf(model), { calls: 1, tokens: 0 })
  await searching.generate(request)
  await expect(searching.generate(request)).rejects.toThrow(BudgetError)
  expect([purse.keptBack(), purse.ranOut()]).toEqual([true, false])
  await purse.bounded(callerOf(model)).generate(request)
  expect(purse.ranOut()).toBe(false)
  await expect(purse.bounded(callerOf(model)).generate(request)).rejects.toThrow(BudgetError)
  expect(purse.ranOut()).toBe(true)
})

test('tokens that are kept for a later call are no budget that ran out either', async () => {
  const purse = openPurse({ ...UNBOUNDED, tokens: 600 }, clock)
  const searching = purse.bounded(callerOf(scriptedModel({})), { calls: 0, tokens: 550 })
  await expect(searching.generate(request)).rejects.toThrow(BudgetError)
  expect([purse.keptBack(), purse.ranOut()]).toEqual([true, false])
})

test('the time is up when the clock says so, though the timer was not heard yet', () => {
  let now = 0
  const purse = openPurse(
    { ...UNBOUNDED, milliseconds: 100 },
    { now: () => now, sleep: () => new Promise(() => undefined) },
  )
  expect(purse.timeIsUp()).toBe(false)
  now = 100
  expect([purse.timeIsUp(), purse.ranOut(), purse.deadline.aborted]).toEqual([true, true, true])
})
