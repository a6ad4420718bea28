import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, faults, reply } from '../../test/model-server/answers.ts'
import {
  type ModelServer,
  type ModelServerOptions,
  type ServerScript,
  startModelServer,
} from '../../test/model-server/model-server.ts'
import {
  ContextTooLongError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ProviderRefusedError,
  ProviderTimeoutError,
  ReinstateError,
  ValidationError,
} from '../model/errors.ts'
import type { ModelCall } from '../model/usage.ts'
import { type CallLimitOptions, callLimits } from './call-limits.ts'
import { createModelCaller } from './create-model-caller.ts'
import type { ModelChunk, ModelRequest } from './model-client.ts'
import { createOpenAICompatibleModel, type OpenAICompatibleOptions } from './openai-compatible.ts'

const API_KEY = 'very-private-0123456789'

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

const open: ModelServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

type Setting = {
  model?: Partial<OpenAICompatibleOptions>
  server?: ModelServerOptions
  limits?: CallLimitOptions
}

/** A caller of a model behind a server; pauses take no time. */
async function connect(script: ServerScript, { model, server: options, limits }: Setting = {}) {
  const server = await startModelServer(script, options)
  open.push(server)
  const client = createOpenAICompatibleModel({
    baseURL: server.baseURL,
    apiKey: API_KEY,
    model: 'tiny',
    ...model,
  })
  const calls: ModelCall[] = []
  const pauses: number[] = []
  const caller = createModelCaller(client, {
    role: 'reader',
    limits: callLimits(limits, { sleep: async (pause) => void pauses.push(pause), random: () => 0 }),
    record: (call) => calls.push(call),
  })
  return { server, client, caller, calls, pauses }
}

async function read(chunks: AsyncIterable<ModelChunk>): Promise<string[]> {
  const texts: string[] = []
  for await (const chunk of chunks) if (chunk.type === 'text') texts.push(chunk.text)
  return texts
}

/** Everything that would be seen of an error in a log. */
function seenOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [error.name, error.message, error.stack, JSON.stringify(error), seenOf(error.cause)].join('\n')
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

describe('A fault of the provider', () => {
  type Expectation = {
    kind: new (...args: never[]) => Error
    attempts: number
    facts?: Record<string, unknown>
  }
  const once = (kind: Expectation['kind'], facts = {}): Expectation => ({ kind, attempts: 1, facts })
  const thrice = (kind: Expectation['kind'], facts = {}): Expectation => ({ kind, attempts: 3, facts })
  const cases: [string, Answer, Expectation][] = [
    ['401', faults.unauthorised(API_KEY), once(ProviderAuthError, { status: 401 })],
    ['403', faults.forbidden(), once(ProviderAuthError, { status: 403 })],
    ['429', faults.tooManyRequests('2'), thrice(ProviderOverloadedError, { status: 429 })],
    ['429 for want of quota', faults.noQuota(), once(ProviderError, { status: 429, retryable: false })],
    ['500', faults.serverError(), thrice(ProviderError, { status: 500, retryable: true })],
    ['503', faults.unavailable(), thrice(ProviderOverloadedError, { status: 503 })],
    ['a cut connection', faults.cutConnection(), thrice(ProviderError, { retryable: true })],
    ['a cut answer', faults.cutConnection('{"id":'), thrice(ProviderError, { retryable: true })],
    ['a refusal', faults.refusal('I cannot help.'), once(ProviderRefusedError)],
    ['a content filter', faults.contentFilter(), once(ProviderRefusedError)],
    ['a filter of prompts', faults.promptFiltered(), once(ProviderRefusedError, { status: 400 })],
    ['garbage', faults.garbage(), once(ProviderError, { status: 200, retryable: false })],
    ['a context too small', faults.contextTooLong(), once(ContextTooLongError, { status: 400 })],
    ['a model it does not know', faults.unknownModel(), once(ProviderError, { status: 404 })],
    ['a bad request', faults.badRequest('Bad temperature'), once(ProviderError, { status: 400 })],
  ]

  it.each(cases)('%s is typed, tried a bounded number of times and recorded', async (_, answer, expected) => {
    const { server, caller, calls } = await connect(() => answer)
    const failure = await failureOf(caller.generate(request))
    expect(failure).toBeInstanceOf(expected.kind)
    expect(failure).toMatchObject({ attempts: expected.attempts, ...expected.facts })
    expect(server.requests).toHaveLength(expected.attempts)
    expect(calls).toMatchObject([
      { attempts: expected.attempts, outcome: (failure as ReinstateError).code, inputTokens: undefined },
    ])
    expect(server.mostAtOnce).toBe(1)
    expect(seenOf(failure) + JSON.stringify(calls)).not.toContain(API_KEY)
    expect(seenOf(failure)).not.toContain(request.prompt)
  })

  it.each(cases)('%s is typed in a stream as well', async (_, answer, expected) => {
    const { server, caller, calls } = await connect(() => answer)
    const failure = await failureOf(read(caller.stream(request)))
    expect(failure).toBeInstanceOf(ReinstateError)
    // A refusal is text before it is known to be one; garbage and a cut answer are a stream without an end.
    if (!/refusal|garbage|cut answer/.test(_)) {
      expect(failure).toBeInstanceOf(expected.kind)
      expect(server.requests).toHaveLength(expected.attempts)
    }
    expect(server.requests.length).toBeLessThanOrEqual(3)
    expect(calls).toMatchObject([{ outcome: (failure as ReinstateError).code }])
    expect(seenOf(failure)).not.toContain(API_KEY)
  })

  it('that passes is not seen by the caller', async () => {
    const { server, caller, calls, pauses } = await connect({
      answer: [faults.tooManyRequests('7'), faults.serverError(), 'yes'],
    })
    expect((await caller.generate(request)).text).toBe('yes')
    expect(pauses).toEqual([7000, 500])
    expect(server.requests).toHaveLength(3)
    expect(calls).toMatchObject([{ attempts: 3, outcome: 'ok' }])
  })

  it.each(['3600', new Date(Date.now() + 3_600_000).toUTCString()])(
    'that is to last for an hour (Retry-After: %s) ends the call at once and says so',
    async (wish) => {
      const { server, caller } = await connect({ answer: faults.tooManyRequests(wish) })
      const failure = await failureOf(caller.generate(request))
      expect(failure).toBeInstanceOf(ProviderOverloadedError)
      expect(failure).toMatchObject({ message: expect.stringMatching(/asks to wait 3[56]\d\d s/) })
      expect(server.requests).toHaveLength(1)
    },
  )

  it('of a provider that never answers ends by the time limit and closes each connection', async () => {
    const { server, caller, calls } = await connect(() => faults.hang(), {
      limits: { timeoutMs: 60, attempts: 2 },
    })
    expect(await failureOf(caller.generate(request))).toBeInstanceOf(ProviderTimeoutError)
    await Promise.all(server.requests.map(({ ended }) => ended))
    expect(server.requests.map(({ hungUp }) => hungUp)).toEqual([true, true])
    expect(calls).toMatchObject([{ outcome: 'provider-timeout', attempts: 2 }])
  })

  it('of an address where nobody listens says so', async () => {
    const { server, caller } = await connect({})
    await server.close()
    open.splice(0)
    const failure = await failureOf(caller.generate(request))
    expect(failure).toMatchObject({
      code: 'provider',
      attempts: 3,
      message: expect.stringMatching(/connection to the provider failed.*ECONNREFUSED/),
    })
  })
})

describe('A stream that breaks', () => {
  it.each([
    ['is cut', faults.cutStream('Under', ' the')],
    ['ends without an end', faults.unfinishedStream('Under', ' the')],
    ['names an error', faults.failingStream('Under', ' the')],
  ])('and %s after its first text is an error, and is not begun anew', async (_, answer) => {
    const { server, caller, calls } = await connect(() => answer)
    const texts: string[] = []
    const reading = async () => {
      for await (const chunk of caller.stream(freeText)) if (chunk.type === 'text') texts.push(chunk.text)
    }
    const failure = await failureOf(reading())
    expect(failure).toBeInstanceOf(ProviderError)
    expect(texts).toEqual(['Under', ' the'])
    expect(server.requests).toHaveLength(1)
    expect(calls).toMatchObject([{ attempts: 1, outcome: (failure as ReinstateError).code }])
  })

  it.each([
    ['is cut', faults.cutStream()],
    ['ends without an end', faults.unfinishedStream()],
    ['names an error', faults.failingStream()],
  ])('and %s before its first text is begun anew', async (_, answer) => {
    const { caller, calls } = await connect({ text: [answer, answer, 'Here'] })
    expect(await read(caller.stream(freeText))).toEqual(['Here'])
    expect(calls).toMatchObject([{ attempts: 3, outcome: 'ok' }])
  })

  it('and falls silent ends by the time limit and closes the connection', async () => {
    const { server, caller } = await connect(() => faults.silentStream('Under'), {
      limits: { timeoutMs: 60 },
    })
    expect(await failureOf(read(caller.stream(freeText)))).toBeInstanceOf(ProviderTimeoutError)
    await server.requests[0]?.ended
    expect(server.requests.map(({ hungUp }) => hungUp)).toEqual([true])
  })
})

describe('An abort', () => {
  it('closes the connection of a request under way', async () => {
    const { server, caller, calls } = await connect(() => faults.hang())
    const stop = new AbortController()
    const call = failureOf(caller.generate(request, { signal: stop.signal }))
    while (server.requests.length === 0) await new Promise((soon) => setTimeout(soon, 1))
    stop.abort(new Error('Enough'))
    expect(await call).toMatchObject({ message: 'Enough' })
    await server.requests[0]?.ended
    expect(server.requests.map(({ hungUp }) => hungUp)).toEqual([true])
    expect(calls).toMatchObject([{ outcome: 'aborted', attempts: 1 }])
  })

  it('closes the connection of a stream in the middle', async () => {
    const { server, caller, calls } = await connect(() => faults.silentStream('Under'))
    const stop = new AbortController()
    const reading = async () => {
      for await (const chunk of caller.stream(freeText, { signal: stop.signal })) {
        if (chunk.type === 'text') stop.abort(new Error('Enough'))
      }
    }
    expect(await failureOf(reading())).toMatchObject({ message: 'Enough' })
    await server.requests[0]?.ended
    expect(server.requests.map(({ hungUp }) => hungUp)).toEqual([true])
    expect(calls).toMatchObject([{ outcome: 'aborted' }])
  })

  it('is not needed by who leaves a stream: that closes the connection too', async () => {
    const { server, caller } = await connect(() => faults.silentStream('Under'))
    for await (const chunk of caller.stream(freeText)) if (chunk.type === 'text') break
    await server.requests[0]?.ended
    expect(server.requests.map(({ hungUp }) => hungUp)).toEqual([true])
  })
})

describe('Concurrency', () => {
  it('is bounded as the server sees it, and used', async () => {
    const { server, caller } = await connect({ answer: 'yes' }, { server: { latencyMs: 20 } })
    await Promise.all(Array.from({ length: 24 }, () => caller.generate(request)))
    expect(server.requests).toHaveLength(24)
    expect(server.mostAtOnce).toBe(8)
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
    expect(formatsOf(server).slice(3)).toEqual(Array(4).fill('json_object'))
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
