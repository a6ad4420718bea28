import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, faults } from '../../test/model-server/answers.ts'
import { API_KEY, connectModel } from '../../test/model-server/connect-model.ts'
import {
  ContextTooLongError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ProviderRefusedError,
  ProviderTimeoutError,
  ReinstateError,
} from '../model/errors.ts'
import type { ModelChunk, ModelRequest } from './model-client.ts'

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

/** Long enough for a warm request to reach a server on loopback, short enough to wait for. */
const LIMIT_MS = 400

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
    expect(calls).toMatchObject([{ attempts: expected.attempts, outcome: (failure as ReinstateError).code }])
    // A refusal is a reply: its tokens are paid for.
    expect(calls[0]?.inputTokens !== undefined).toBe(typeof answer === 'object' && answer.type === 'reply')
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
    const { server, caller, calls } = await connect((_, before) => (before === 0 ? 'yes' : faults.hang()), {
      limits: { timeoutMs: LIMIT_MS, attempts: 2 },
    })
    // The first call loads what the others need, which may take longer than the limit on a busy machine.
    await caller.generate(request).catch(() => {})
    expect(await failureOf(caller.generate(request))).toBeInstanceOf(ProviderTimeoutError)
    expect(calls.at(-1)).toMatchObject({ outcome: 'provider-timeout', attempts: 2 })
    const hung = server.requests.slice(1)
    await Promise.all(hung.map(({ ended }) => ended))
    expect(hung.length).toBeGreaterThan(0)
    expect(hung.every(({ hungUp }) => hungUp)).toBe(true)
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
    const { server, caller } = await connect(
      (_, before) => (before === 0 ? 'yes' : faults.silentStream('Under')),
      { limits: { timeoutMs: LIMIT_MS } },
    )
    await caller.generate(freeText).catch(() => {})
    expect(await failureOf(read(caller.stream(freeText)))).toBeInstanceOf(ProviderTimeoutError)
    const silent = server.requests.slice(1)
    await Promise.all(silent.map(({ ended }) => ended))
    expect(silent.length).toBeGreaterThan(0)
    expect(silent.every(({ hungUp }) => hungUp)).toBe(true)
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
    let release = () => {}
    let gate = new Promise<void>((open) => (release = open))
    // Answers once eight requests wait, and not before a ninth had the time to come.
    const { server, caller } = await connect(async (_, before) => {
      const wave = gate
      if (before % 8 === 7) {
        setTimeout(release, 20)
        gate = new Promise((open) => (release = open))
      }
      await wave
      return 'yes'
    })
    await Promise.all(Array.from({ length: 24 }, () => caller.generate(request)))
    expect(server.requests).toHaveLength(24)
    expect(server.mostAtOnce).toBe(8)
  })
})
