import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModelRequest } from '../../src/llm/model-client.ts'
import { ProviderOverloadedError, ProviderTimeoutError } from '../../src/model/errors.ts'
import { type ScriptedReply, scriptedModel } from '../../test/scripted-model.ts'
import { openGate, RunStoppedError } from './gate.ts'
import { keepReplies } from './keep-replies.ts'
import { type KeptReply, openKeptFolder, requestHash } from './reply-folder.ts'
import { openTally, tallied } from './tally.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-replies-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const request = (prompt: string): ModelRequest => ({
  task: 'answer',
  system: 'Answer.',
  prompt,
  schema: undefined,
  maxOutputTokens: 100,
})

function keeping(reply: ScriptedReply | ((request: ModelRequest) => ScriptedReply), more = {}) {
  const model = scriptedModel({ answer: typeof reply === 'function' ? reply : () => reply })
  const gate = openGate()
  const options = { folder: openKeptFolder<KeptReply>(folder), gate, replay: false, ...more }
  return { model, gate, kept: keepReplies(model, options) }
}

test('a reply is asked for once and given again, also by another process of the same folder', async () => {
  const first = keeping('yes')
  const live = await first.kept.generate(request('Did she?'))
  const second = keeping('something else')
  expect(await second.kept.generate(request('Did she?'))).toEqual(live)
  expect([first.model.requests.length, second.model.requests.length]).toEqual([1, 0])
})

test('the hash tells apart models and everything that bears on a reply, not what a model keeps of a prompt', () => {
  const base = requestHash('m', request('a'))
  const others = [
    requestHash('n', request('a')),
    requestHash('m', request('b')),
    requestHash('m', { ...request('a'), system: 'x' }),
    requestHash('m', { ...request('a'), maxOutputTokens: 1 }),
    requestHash('m', { ...request('a'), schema: {} }),
    requestHash('m', { ...request('a'), task: 'plan' }),
  ]
  expect(new Set([base, ...others]).size).toBe(7)
  expect(requestHash('m', { ...request('a'), prefix: { length: 1, episode: 'e' } })).toBe(base)
})

test('equal requests under way at once are one call', async () => {
  const { model, kept } = keeping({ text: 'yes', delayMs: 5 })
  await Promise.all([kept.generate(request('a')), kept.generate(request('a'))])
  expect(model.requests).toHaveLength(1)
})

test('what fails is not kept, and is asked for again', async () => {
  let fails = true
  const { model, kept } = keeping(() => (fails ? new ProviderOverloadedError('full') : 'yes'))
  await expect(kept.generate(request('a'))).rejects.toThrow('full')
  fails = false
  expect((await kept.generate(request('a'))).text).toBe('yes')
  expect(model.requests).toHaveLength(2)
})

test('a replay asks nothing: what is not kept is refused', async () => {
  await keeping('yes').kept.generate(request('a'))
  const { model, kept } = keeping('no', { replay: true })
  expect((await kept.generate(request('a'))).text).toBe('yes')
  await expect(kept.generate(request('b'))).rejects.toBeInstanceOf(RunStoppedError)
  expect(model.requests).toHaveLength(0)
})

test('a call that its caller no longer waits for comes to its end and is kept', async () => {
  const { model, kept } = keeping({ text: 'yes', delayMs: 20 })
  const leaving = new AbortController()
  const call = kept.generate(request('a'), { signal: leaving.signal })
  setTimeout(() => leaving.abort(new Error('enough')), 2)
  await expect(call).rejects.toThrow('enough')
  await kept.settled()
  expect((await kept.generate(request('a'))).text).toBe('yes')
  expect(model.requests).toHaveLength(1)
})

test('a call that timed out is ended and not kept', async () => {
  const { kept } = keeping({ text: 'yes', delayMs: Infinity })
  const leaving = new AbortController()
  const call = kept.generate(request('a'), { signal: leaving.signal })
  setTimeout(() => leaving.abort(new ProviderTimeoutError('late')), 2)
  await expect(call).rejects.toThrow('late')
  await kept.settled()
  expect(await readdir(folder)).toEqual([])
})

test('a budget lets no call begin that it has no room for, however many begin at once', async () => {
  const gate = openGate(250)
  const { model, kept } = keeping({ text: 'yes', delayMs: 300 }, { gate })
  const calls = await Promise.allSettled(['a', 'b', 'c'].map((text) => kept.generate(request(text))))
  expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(model.requests).toHaveLength(2)
  expect(gate.stopped).toContain('250 tokens')
  expect(gate.spentTokens).toBeLessThan(250)
})

test('a stopped run still gives what is kept', async () => {
  const { gate, kept } = keeping('yes')
  await kept.generate(request('a'))
  gate.stop('interrupted')
  expect((await kept.generate(request('a'))).text).toBe('yes')
  await expect(kept.generate(request('b'))).rejects.toThrow('interrupted')
})

test('a kept reply at its pace takes as long as it took, and can be left', async () => {
  await keeping({ text: 'yes', delayMs: 30 }).kept.generate(request('a'))
  const { kept } = keeping('no', { pace: true })
  const tally = openTally()
  await tallied(tally, () => kept.generate(request('a')))
  expect(tally).toMatchObject({ live: 0, kept: 0, paced: 1 })
  const leaving = AbortSignal.abort(new Error('enough'))
  await expect(kept.generate(request('a'), { signal: leaving })).rejects.toThrow('enough')
})

test('replies are counted for the work that asked for them, not for what runs beside it', async () => {
  const { kept, gate } = keeping({ text: 'yes', delayMs: 2 })
  await kept.generate(request('a'))
  const [one, other] = [openTally(), openTally()]
  await Promise.all([
    tallied(one, async () => {
      await kept.generate(request('a'))
      await kept.generate(request('b'))
    }),
    tallied(other, () => kept.generate(request('c'))),
  ])
  expect([one, other]).toMatchObject([
    { live: 1, kept: 1, refused: 0 },
    { live: 1, kept: 0, refused: 0 },
  ])
  gate.stop('interrupted')
  await tallied(one, () => kept.generate(request('d')).catch(() => undefined))
  expect(one.refused).toBe(1)
})
