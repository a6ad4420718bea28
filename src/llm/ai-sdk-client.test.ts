import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { APICallError } from '@ai-sdk/provider'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import {
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ValidationError,
} from '../model/errors.ts'
import { fromLanguageModel } from './ai-sdk-client.ts'
import type { ModelChunk, ModelRequest } from './model-client.ts'
import type { ModelOption } from './models-option.ts'

const request: ModelRequest = {
  task: 'answer',
  system: 'Answer.',
  prompt: 'Where is the key?',
  schema: { type: 'object' },
  maxOutputTokens: 64,
}

type Generated = Awaited<ReturnType<LanguageModelV3['doGenerate']>>

const usage: Generated['usage'] = {
  inputTokens: { total: 12, noCache: 4, cacheRead: 8, cacheWrite: undefined },
  outputTokens: { total: 3, text: 3, reasoning: undefined },
}
const generated = (facts: Partial<Generated> = {}): Generated => ({
  content: [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Under ' },
    { type: 'text', text: 'the mat' },
  ],
  finishReason: { unified: 'stop', raw: 'stop' },
  usage,
  warnings: [],
  ...facts,
})
const tokens = { inputTokens: 12, cachedInputTokens: 8, outputTokens: 3 }

const streamOf = (...parts: LanguageModelV3StreamPart[]) =>
  new MockLanguageModelV3({ doStream: { stream: convertArrayToReadableStream(parts) } })

async function all(chunks: AsyncIterable<ModelChunk>): Promise<ModelChunk[]> {
  const list: ModelChunk[] = []
  for await (const chunk of chunks) list.push(chunk)
  return list
}

const rejecting = (error: unknown) =>
  fromLanguageModel(
    new MockLanguageModelV3({
      doGenerate: async () => {
        throw error
      },
    }),
  ).generate(request)

const callError = (statusCode: number | undefined, facts: Partial<APICallError> = {}) =>
  new APICallError({
    message: 'Failed',
    url: 'https://host/v1',
    requestBodyValues: { prompt: 'private words' },
    statusCode: statusCode as number,
    ...(facts as object),
  })

describe('An AI SDK model of specification 3', () => {
  it('is asked once, with system, prompt, limit, schema and its name', async () => {
    const model = new MockLanguageModelV3({ modelId: 'mock', doGenerate: generated() })
    const client = fromLanguageModel(model, { contextTokens: 4096 })
    const { signal } = new AbortController()
    expect(await client.generate(request, { signal })).toEqual({
      text: 'Under the mat',
      finishReason: 'stop',
      usage: tokens,
    })
    expect(client).toMatchObject({ id: 'mock', contextTokens: 4096, countTokens: undefined })
    expect(model.doGenerateCalls).toEqual([
      {
        prompt: [
          { role: 'system', content: 'Answer.' },
          { role: 'user', content: [{ type: 'text', text: 'Where is the key?' }] },
        ],
        maxOutputTokens: 64,
        responseFormat: { type: 'json', schema: { type: 'object' }, name: 'answer' },
        abortSignal: signal,
      },
    ])
  })

  it('gets no form where none is asked for', async () => {
    const model = new MockLanguageModelV3({ doGenerate: generated() })
    await fromLanguageModel(model).generate({ ...request, schema: undefined })
    expect(model.doGenerateCalls[0]).not.toHaveProperty('responseFormat')
    expect(model.doGenerateCalls[0]?.prompt[0]).toEqual({ role: 'system', content: 'Answer.' })
  })

  it.each([
    ['length', 'length'],
    ['content-filter', 'content-filter'],
    ['tool-calls', 'other'],
    ['other', 'other'],
  ] as const)('that ends by %s has the finish reason %s', async (unified, finishReason) => {
    const model = new MockLanguageModelV3({
      doGenerate: generated({ finishReason: { unified, raw: undefined } }),
    })
    expect(await fromLanguageModel(model).generate(request)).toMatchObject({ finishReason })
  })

  it('that ends by an error fails', async () => {
    const model = new MockLanguageModelV3({
      doGenerate: generated({ finishReason: { unified: 'error', raw: undefined } }),
    })
    await expect(fromLanguageModel(model).generate(request)).rejects.toBeInstanceOf(ProviderError)
  })

  it('streams text, and shows by empty text that it reasons', async () => {
    const model = streamOf(
      { type: 'stream-start', warnings: [] },
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Hm.' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Under ' },
      { type: 'text-delta', id: '1', delta: 'the mat' },
      { type: 'finish', finishReason: { unified: 'length', raw: 'length' }, usage },
    )
    expect(await all(fromLanguageModel(model).stream(request))).toEqual([
      { type: 'text', text: '' },
      { type: 'text', text: 'Under ' },
      { type: 'text', text: 'the mat' },
      { type: 'finish', reply: { text: 'Under the mat', finishReason: 'length', usage: tokens } },
    ])
  })

  it('whose stream has an error or no end fails', async () => {
    const failing = streamOf({ type: 'error', error: { message: 'Busy', code: 429 } })
    await expect(all(fromLanguageModel(failing).stream(request))).rejects.toBeInstanceOf(
      ProviderOverloadedError,
    )
    await expect(all(fromLanguageModel(streamOf()).stream(request))).rejects.toThrow(/ended before its end/)
  })

  it('that warns that it heeds no schema has it in the prompt from then on', async () => {
    const warnings: Generated['warnings'] = [{ type: 'unsupported', feature: 'responseFormat' }]
    const model = new MockLanguageModelV3({ doGenerate: async () => generated({ warnings }) })
    const client = fromLanguageModel(model)
    await client.generate(request)
    await client.generate(request)
    expect(model.doGenerateCalls.map(({ responseFormat }) => responseFormat?.type)).toEqual([
      'json',
      undefined,
    ])
    expect(model.doGenerateCalls[1]?.prompt[0]).toMatchObject({
      content: expect.stringContaining('JSON Schema "answer":\n{"type":"object"}'),
    })
  })

  it('that says beforehand that it takes no schema gets it in the prompt', async () => {
    const model = Object.assign(new MockLanguageModelV3({ doGenerate: generated() }), {
      supportsStructuredOutputs: false,
    })
    await fromLanguageModel(model).generate(request)
    expect(model.doGenerateCalls[0]?.responseFormat).toEqual({ type: 'json' })
    expect(model.doGenerateCalls[0]?.prompt[0]).toMatchObject({ content: expect.stringContaining('Schema') })
  })

  it('that is aborted rejects with the reason of the signal', async () => {
    const stop = new AbortController()
    const model = new MockLanguageModelV3({
      doGenerate: async () => {
        stop.abort(new Error('Enough'))
        throw new DOMException('Aborted', 'AbortError')
      },
    })
    await expect(fromLanguageModel(model).generate(request, { signal: stop.signal })).rejects.toThrow(
      'Enough',
    )
  })
})

describe('An AI SDK model of specification 2', () => {
  const model: Exclude<ModelOption, LanguageModelV3> & { specificationVersion: 'v2' } = {
    specificationVersion: 'v2',
    provider: 'mock',
    modelId: 'mock-2',
    supportedUrls: {},
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'Here' }],
      finishReason: 'length',
      usage: { inputTokens: 5, outputTokens: Number.NaN, totalTokens: 6, cachedInputTokens: 2 },
      warnings: [],
    }),
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: 'stream-start', warnings: [] },
        { type: 'text-delta', id: '0', delta: 'Here' },
        {
          type: 'finish',
          finishReason: 'unknown',
          usage: { inputTokens: undefined, outputTokens: 1, totalTokens: undefined },
        },
      ]),
    }),
  }

  it('gives text, finish reason and tokens', async () => {
    expect(await fromLanguageModel(model).generate(request)).toEqual({
      text: 'Here',
      finishReason: 'length',
      usage: { inputTokens: 5, cachedInputTokens: 2, outputTokens: undefined },
    })
  })

  it('streams', async () => {
    expect(await all(fromLanguageModel(model).stream(request))).toEqual([
      { type: 'text', text: 'Here' },
      {
        type: 'finish',
        reply: {
          text: 'Here',
          finishReason: 'other',
          usage: { inputTokens: undefined, cachedInputTokens: undefined, outputTokens: 1 },
        },
      },
    ])
  })
})

describe('What is no model', () => {
  it('is refused: a bare name, with what to do instead', () => {
    const bareName = 'gpt-5' as unknown as LanguageModelV3
    expect(() => fromLanguageModel(bareName)).toThrow(ValidationError)
    expect(() => fromLanguageModel(bareName)).toThrow(/hosted gateway.*createOpenAICompatibleModel/)
  })

  it('is refused: another specification', () => {
    const older = { ...new MockLanguageModelV3(), doGenerate() {}, specificationVersion: 'v1' }
    expect(() => fromLanguageModel(older as unknown as LanguageModelV3)).toThrow(/follows 'v1'/)
  })
})

describe('An error of the SDK', () => {
  it('carries neither key nor prompt, and keeps its cause', async () => {
    const responseBody = JSON.stringify({ error: { message: 'Bad key sk-proj-abcdef123456' } })
    const failure = await rejecting(callError(401, { responseBody })).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProviderAuthError)
    expect(failure).toMatchObject({
      message: expect.stringMatching(/Bad key \[secret\]/),
      cause: { name: 'AI_APICallError' },
    })
    expect(JSON.stringify(failure) + JSON.stringify((failure as Error).cause)).not.toMatch(
      /private words|sk-proj/,
    )
  })

  it('of a missing key is one of authentication', async () => {
    const missing = Object.assign(new Error('OpenAI API key is missing.'), { name: 'AI_LoadAPIKeyError' })
    await expect(rejecting(missing)).rejects.toBeInstanceOf(ProviderAuthError)
  })

  it('says how long the provider asks to wait', async () => {
    const responseHeaders = { 'Retry-After': '12' }
    await expect(rejecting(callError(429, { responseHeaders }))).rejects.toMatchObject({
      code: 'provider-overloaded',
      retryAfterMs: 12_000,
    })
  })
})
