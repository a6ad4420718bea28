import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findGguf } from '../../test/gguf.ts'
import { callerOf } from '../../test/scripted-model.ts'
import {
  ClosedError,
  ContextTooLongError,
  ModuleMissingError,
  NativeModuleError,
  NotFoundError,
  ValidationError,
} from '../model/errors.ts'
import { latentStateOf } from './latent-state.ts'
import { createLlamaCppModel, type LlamaCppModel } from './llama-cpp.ts'
import { type LlamaModule, llamaModuleFrom } from './llama-cpp-vendor.ts'
import type { ModelRequest } from './model-client.ts'
import { runTask } from './run-task.ts'
import type { Task } from './task.ts'

const folder = await mkdtemp(join(tmpdir(), 'gguf-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a file that is not there, or no GGUF, is refused before it is loaded, and a missing peer before that', async () => {
  const peer = { getLlama: () => Promise.reject(new Error('loaded')) } as unknown as LlamaModule
  const load = () => Promise.resolve(peer)
  const notes = join(folder, 'notes.gguf')
  await writeFile(notes, 'These are notes.')
  const failure = (path: string) => createLlamaCppModel({ path }, { load }).catch((error: unknown) => error)
  expect(await failure(join(folder, 'none.gguf'))).toBeInstanceOf(NotFoundError)
  expect(await failure(notes)).toBeInstanceOf(ValidationError)
  expect(await failure(folder)).toBeInstanceOf(ValidationError)
  const missing = () => Promise.reject(new ModuleMissingError('npm install'))
  await expect(
    createLlamaCppModel({ path: join(folder, 'none.gguf') }, { load: missing }),
  ).rejects.toBeInstanceOf(ModuleMissingError)
})

const { path, reason } = await findGguf()

/** The end of a stream, its texts gathered. */
async function lastOf(model: LlamaCppModel, texts: string[], request: ModelRequest) {
  for await (const chunk of model.stream(request)) {
    if (chunk.type === 'finish') return chunk
    texts.push(chunk.text)
  }
  throw new Error('The stream had no end')
}

describe.skipIf(path === undefined)(`SmolLM2 in process${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let model: LlamaCppModel
  const states = join(folder, 'states')
  // One thread: several wait for each other in loops, which is slow where others want the cores as well.
  const open = () =>
    createLlamaCppModel({ path: path!, contextTokens: 1024, threads: 1, states: { folder: states } })
  beforeAll(async () => {
    model = await open()
  }, 60_000)
  afterAll(() => model?.[Symbol.asyncDispose]())

  const request: ModelRequest = {
    task: 'answer',
    system: 'You answer in one short sentence.',
    prompt: 'Which colour is the sky on a clear day?',
    schema: undefined,
    maxOutputTokens: 12,
  }

  test('a task is answered in the form of its schema, by grammar', async () => {
    const task: Task<string, { colour: string; sure: boolean; shade: string | null }> = {
      name: 'answer',
      prompt: (question) => ({ system: 'You answer with one word a field.', prompt: question }),
      schema: z.object({
        sure: z.boolean(),
        shade: z.enum(['light', 'dark']).nullable(),
        colour: z.string(),
      }),
      maxOutputTokens: () => 48,
    }
    const texts: string[] = []
    const { reply } = await lastOf(model, texts, {
      ...request,
      schema: {
        type: 'object',
        properties: { sure: { type: 'boolean' }, shade: { type: 'string', enum: ['light', 'dark'] } },
        required: ['sure', 'shade'],
        additionalProperties: false,
      },
      maxOutputTokens: 48,
    })
    expect(reply.finishReason).toBe('stop')
    expect(texts.join('')).toBe(reply.text)
    expect(JSON.parse(reply.text)).toEqual({
      sure: expect.any(Boolean),
      shade: expect.stringMatching(/light|dark/),
    })
    const { value } = await runTask(task, 'Which colour is grass?', callerOf(model))
    expect(Object.keys(value)).toEqual(['sure', 'shade', 'colour'])
  }, 60_000)

  test('a stream yields the text in parts that make the whole, with the tokens counted', async () => {
    const texts: string[] = []
    const { reply } = await lastOf(model, texts, request)
    expect(texts.length).toBeGreaterThan(2)
    expect(reply.text).toBe(texts.join(''))
    expect(reply.finishReason).toBe('length')
    expect(reply.usage.outputTokens).toBe(12)
    expect(reply.usage.inputTokens).toBeGreaterThan(model.countTokens!(request.prompt))
    const again = await model.generate(request)
    expect(again.text).toBe(texts.join(''))
    expect(again.usage.cachedInputTokens).toBe(again.usage.inputTokens! - 1)
  }, 60_000)

  test('an abort ends a stream with its reason, and the next call is answered', async () => {
    const controller = new AbortController()
    const parts = (async () => {
      for await (const chunk of model.stream(
        { ...request, maxOutputTokens: 500 },
        { signal: controller.signal },
      )) {
        if (chunk.type === 'text') controller.abort(new Error('enough'))
      }
    })()
    const waiting = model.generate(request, { signal: controller.signal })
    const outcomes = await Promise.allSettled([parts, waiting])
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual([
      'Error: enough',
      'Error: enough',
    ])
    expect((await model.generate(request)).usage.outputTokens).toBe(12)
  }, 60_000)

  test('a consumer that leaves a stream leaves the model free', async () => {
    for await (const _ of model.stream({ ...request, maxOutputTokens: 500 })) break
    expect((await model.generate({ ...request, maxOutputTokens: 2 })).usage.outputTokens).toBe(2)
  }, 60_000)

  test('a prompt beyond the context is a typed error', async () => {
    const prompt = 'wind and rain '.repeat(600)
    await expect(model.generate({ ...request, prompt })).rejects.toBeInstanceOf(ContextTooLongError)
  })

  test('a closed model says so, however often it is closed', async () => {
    const other = await open()
    await other[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
    await expect(other.generate(request)).rejects.toBeInstanceOf(ClosedError)
  }, 60_000)

  test('marks of the chat template in a prompt stay text', () => {
    const injected = '<|im_end|>'
    expect(model.countTokens!(injected)).toBeGreaterThan(1)
  })

  const lines = ['Ann: the red kite is in the shed.', 'Ben: my boat has a new sail.', 'Ann: tea is at five.']
  const episode = (count: number) => `Transcript:\n${lines.slice(0, count).join('\n')}`
  const asks = (question: string, count = 2): ModelRequest => {
    const prefix = episode(count)
    return {
      ...request,
      prompt: `${prefix}\nQuestion: ${question}`,
      prefix: { length: prefix.length, episode: `e${count}` },
    }
  }

  test('a reply after a saved state has the tokens of a cold one, and evaluates the question alone', async () => {
    const questions = ['Where is the kite?', 'What is new?']
    const cold = []
    for (const question of questions) {
      const { prefix: _, ...bare } = asks(question)
      await model.generate({ ...request, system: 'Something else.', maxOutputTokens: 1 })
      cold.push(await model.generate(bare))
    }
    await model.generate({ ...request, system: 'Something else.', maxOutputTokens: 1 })
    const prepared = await model.prepare(asks(questions[0]!))
    expect(prepared).toEqual({ tokens: expect.any(Number), made: true })
    expect(await model.prepare(asks(questions[1]!))).toEqual({ ...prepared, made: false })

    await using other = await open()
    for (const [place, question] of questions.entries()) {
      await other.generate({ ...request, system: 'Something else.', maxOutputTokens: 1 })
      const warm = await other.generate(asks(question))
      expect(warm.text).toBe(cold[place]!.text)
      expect(warm.usage.inputTokens).toBe(cold[place]!.usage.inputTokens)
      expect(warm.usage.cachedInputTokens).toBeGreaterThanOrEqual(prepared.tokens - 2)
      expect(cold[place]!.usage.cachedInputTokens).toBeLessThan(10)
    }
  }, 60_000)

  test('the model shows that it keeps states', () => {
    expect(latentStateOf(model)).toBe(model)
  })

  test('an episode that grew extends the state of its beginning, which is then gone', async () => {
    await model.prepare(asks('Where is the kite?', 2))
    await model.generate({ ...request, system: 'Something else.', maxOutputTokens: 1 })
    const grown = await model.generate(asks('When is tea?', 3))
    expect(grown.usage.cachedInputTokens).toBeGreaterThan(30)
    expect(await readdir(states)).toHaveLength(1)
  }, 60_000)

  test('forgetting an episode removes its states, and a damaged one is none', async () => {
    await model.prepare(asks('Where is the kite?', 3))
    const [name] = await readdir(states)
    await writeFile(join(states, name!), 'damaged')
    await model.generate({ ...request, system: 'Something else.', maxOutputTokens: 1 })
    expect(await model.prepare(asks('Where is the kite?', 3))).toMatchObject({ made: true })
    expect(await model.forgetStates('e9')).toBe(0)
    expect(await model.forgetStates('e3')).toBe(1)
    expect(await readdir(states)).toEqual([])
  }, 60_000)
})

test('without the peer the error has the install line', async () => {
  const model = join(folder, 'empty.gguf')
  await writeFile(model, 'GGUF')
  const cause = Object.assign(new Error("Cannot find package 'node-llama-cpp' imported from x"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  const load = () => llamaModuleFrom(() => Promise.reject(cause))
  const error = await createLlamaCppModel({ path: model }, { load }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ModuleMissingError)
  expect(String(error)).toContain('npm install node-llama-cpp')
})

test('a platform without a binary is told apart from a missing peer', async () => {
  const model = join(folder, 'small.gguf')
  await writeFile(model, 'GGUF')
  const load = async () =>
    ({ getLlama: () => Promise.reject(new Error('no binary')) }) as unknown as LlamaModule
  const error = await createLlamaCppModel({ path: model }, { load }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(NativeModuleError)
  expect(String(error)).toContain('npm install node-llama-cpp')
})
