import { afterEach, describe, expect, it } from 'vitest'
import { faults, reply } from '../../test/model-server/answers.ts'
import { API_KEY, connectModel } from '../../test/model-server/connect-model.ts'
import { type ModelServer, startModelServer } from '../../test/model-server/model-server.ts'
import { ProviderError, ValidationError } from '../model/errors.ts'
import type { ModelChunk, ModelRequest } from './model-client.ts'
import { createOpenAICompatibleModel } from './openai-compatible.ts'

const request: ModelRequest = {
  task: 'answer',
  system: 'Answer from the records.',
  prompt: 'Where is the key?',
  schema: {
    type: 'object',
    properties: { answer: { type: 'string' } },
    required: ['answer'],
    additionalProperties: false,
  },
  maxOutputTokens: 64,
}
const freeText: ModelRequest = { ...request, task: 'summarise', schema: undefined }

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) await connection[Symbol.asyncDispose]()
})

async function connect(...parts: Parameters<typeof connectModel>) {
  const connection = await connectModel(...parts)
  open.push(connection)
  return connection
}

async function read(chunks: AsyncIterable<ModelChunk>): Promise<string[]> {
  const texts: string[] = []
  for await (const chunk of chunks) if (chunk.type === 'text') texts.push(chunk.text)
  return texts
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  )

describe('A model behind an endpoint', () => {
  it('is asked once with key, schema and limit, and its reply comes with tokens and finish reason', async () => {
    const usage = { inputTokens: 40, cachedInputTokens: 32, outputTokens: 7 }
    const { server, caller, calls } = await connect({ answer: reply('{"answer":"here"}', { usage }) })
    expect(await caller.generate(request)).toEqual({ text: '{"answer":"here"}', finishReason: 'stop', usage })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({
      task: 'answer',
      headers: { authorization: `Bearer ${API_KEY}` },
      body: {
        model: 'tiny',
        max_tokens: 64,
        messages: [
          { role: 'system', content: request.system },
          { role: 'user', content: request.prompt },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', strict: true, schema: request.schema },
        },
      },
    })
    expect(calls).toMatchObject([{ model: 'tiny', outcome: 'ok', attempts: 1, ...usage }])
  })

  it('streams its text as it comes, with the tokens at the end', async () => {
    const usage = { inputTokens: 4, cachedInputTokens: 0, outputTokens: 3 }
    const { caller, calls } = await connect({ text: reply('', { pieces: ['Under', ' the', ' mat'], usage }) })
    expect(await read(caller.stream(freeText))).toEqual(['Under', ' the', ' mat'])
    expect(calls).toMatchObject([{ task: 'summarise', outcome: 'ok', ...usage }])
  })

  it('says that the token limit cut the reply', async () => {
    const { caller } = await connect({ answer: faults.overLimit('{"answer":"he') })
    expect(await caller.generate(request)).toMatchObject({ text: '{"answer":"he', finishReason: 'length' })
  })

  it('takes no key, a query in its base URL, and headers of its own', async () => {
    const server = await startModelServer({ answer: 'yes' })
    open.push(server)
    const client = createOpenAICompatibleModel({
      baseURL: `${server.baseURL}/?api-version=1`,
      model: 'tiny',
      headers: { 'x-team': 'memory' },
    })
    await client.generate(request)
    expect(server.requests[0]?.headers).toMatchObject({ 'x-team': 'memory' })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })
})

describe('Structured output', () => {
  const formatsOf = (server: ModelServer) =>
    server.requests.map(({ body }) => body.response_format?.type ?? 'none')

  it('falls back to any JSON object and then to the prompt where it is refused, and remembers', async () => {
    const { server, caller, calls } = await connect({ answer: () => 'yes' }, { server: { formats: [] } })
    await caller.generate(request)
    await caller.generate(request)
    expect(formatsOf(server)).toEqual(['json_schema', 'json_object', 'none', 'none'])
    expect(server.requests.at(-1)?.body.messages[0]?.content).toContain(JSON.stringify(request.schema))
    expect(server.requests.at(-1)?.task).toBe('answer')
    expect(calls).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
  })

  it('stays with the object where that is known, also for calls that were sent at once and for streams', async () => {
    const { server, caller } = await connect(
      { answer: () => 'yes' },
      { server: { formats: ['json_object'] } },
    )
    await Promise.all([caller.generate(request), read(caller.stream(request)), caller.generate(request)])
    await caller.generate(request)
    // Those that were sent at once may come in after what the first of them has learnt.
    const formats = formatsOf(server)
    expect(formats.filter((format) => format === 'json_schema')).toHaveLength(3)
    expect(formats.filter((format) => format === 'json_object')).toHaveLength(4)
    expect(formats.at(-1)).toBe('json_object')
  })

  it('is asked for as set', async () => {
    const { server, caller } = await connect(
      { answer: () => 'yes' },
      { model: { structuredOutput: 'prompt' } },
    )
    await caller.generate(request)
    expect(formatsOf(server)).toEqual(['none'])
  })

  it('does not fall back for a refusal that is about something else', async () => {
    const { server, caller } = await connect({ answer: faults.badRequest('Bad temperature') })
    await failureOf(caller.generate(request))
    expect(formatsOf(server)).toEqual(['json_schema'])
  })
})

describe('The dialect of an endpoint', () => {
  it('is learnt: newer models take another name for the limit', async () => {
    const { server, caller } = await connect(({ body }) =>
      body.max_tokens === undefined
        ? 'yes'
        : faults.badRequest("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    )
    await Promise.all([caller.generate(request), caller.generate(request)])
    await caller.generate(request)
    expect(server.requests).toHaveLength(5)
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 64 })
  })

  it('is learnt: some count no tokens of a stream', async () => {
    const { server, caller, calls } = await connect(({ body }) =>
      body.stream_options === undefined
        ? 'yes'
        : faults.badRequest('stream_options: extra inputs not permitted'),
    )
    expect(await read(caller.stream(freeText))).toEqual(['yes'])
    expect(server.requests).toHaveLength(2)
    expect(calls).toMatchObject([{ outcome: 'ok', inputTokens: undefined }])
  })

  it('is not learnt for ever', async () => {
    const { server, caller } = await connect(() =>
      faults.badRequest("neither 'max_tokens' nor 'max_completion_tokens', and no response_format"),
    )
    expect(await failureOf(caller.generate(request))).toBeInstanceOf(ProviderError)
    expect(server.requests.length).toBeLessThanOrEqual(5)
  })
})

describe('createOpenAICompatibleModel', () => {
  it.each(['', 'localhost:1', 'ftp://host/v1', 'https://user:pa55word@host/v1'])(
    'refuses the base URL %j and does not repeat it',
    (baseURL) => {
      const create = () => createOpenAICompatibleModel({ baseURL, model: 'tiny' })
      expect(create).toThrow(ValidationError)
      expect(create).toThrow(/^(?!.*pa55word)/)
    },
  )

  it('refuses an empty name', () => {
    expect(() => createOpenAICompatibleModel({ baseURL: 'http://localhost/v1', model: ' ' })).toThrow(
      ValidationError,
    )
  })
})
