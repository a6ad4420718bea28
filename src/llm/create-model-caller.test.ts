import { describe, expect, it } from 'vitest'
import { callerOf, type ScriptedReply, scriptedModel } from '../../test/scripted-model.ts'
import {
  ContextTooLongError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ProviderRefusedError,
  ProviderTimeoutError,
} from '../model/errors.ts'
import type { ModelCall } from '../model/usage.ts'
import { type CallLimitOptions, callLimits, type Surroundings } from './call-limits.ts'
import { createModelCaller } from './create-model-caller.ts'
import type { LanguageModelClient, ModelRequest } from './model-client.ts'
import { sumUsage } from './sum-usage.ts'

const request: ModelRequest = {
  task: 'answer',
  system: 'Answer.',
  prompt: 'Where is the key?',
  schema: undefined,
  maxOutputTokens: 100,
}
const overloaded = new ProviderOverloadedError('Busy', { status: 429 })

/** A caller whose pauses take no time and are written down. */
function bench(
  client: LanguageModelClient,
  options: CallLimitOptions = {},
  surroundings: Partial<Surroundings> = {},
) {
  const calls: ModelCall[] = []
  const pauses: number[] = []
  const sleep = async (milliseconds: number) => void pauses.push(milliseconds)
  const limits = callLimits(options, { sleep, ...surroundings })
  const caller = createModelCaller(client, { role: 'writer', limits, record: (call) => calls.push(call) })
  return { caller, calls, pauses, limits }
}

const answers = (...replies: ScriptedReply[]) => scriptedModel({ answer: replies })

async function textOf(chunks: AsyncIterable<{ type: string; text?: string }>) {
  let text = ''
  for await (const chunk of chunks) text += chunk.text ?? ''
  return text
}

describe('A call', () => {
  it('gives the reply and is recorded with role, model, task and tokens', async () => {
    const { caller, calls } = bench(
      answers({
        text: 'Here',
        usage: { inputTokens: 12, cachedInputTokens: 8, outputTokens: 3 },
      }),
    )
    const reply = await caller.generate(request, { reask: true })
    expect(reply.text).toBe('Here')
    expect(calls).toEqual([
      {
        task: 'answer',
        role: 'writer',
        model: 'scripted',
        inputTokens: 12,
        cachedInputTokens: 8,
        outputTokens: 3,
        milliseconds: expect.any(Number),
        attempts: 1,
        reask: true,
        outcome: 'ok',
      },
    ])
  })

  it.each([overloaded, new ProviderTimeoutError('Slow'), new ProviderError('Cut', { retryable: true })])(
    'is tried again after $code and says how often',
    async (failure) => {
      const { caller, calls, pauses } = bench(answers(failure, failure, 'Here'))
      expect((await caller.generate(request)).text).toBe('Here')
      expect(calls).toMatchObject([{ attempts: 3, outcome: 'ok' }])
      expect(pauses).toHaveLength(2)
    },
  )

  it.each([
    new ProviderAuthError('No', { status: 401 }),
    new ProviderRefusedError('No'),
    new ContextTooLongError('Long', { status: 400 }),
    new ProviderError('Bad', { status: 400 }),
    new TypeError('Broken'),
  ])('is not tried again after $name', async (failure) => {
    const client = answers(failure, 'Here')
    const { caller, calls } = bench(client)
    await expect(caller.generate(request)).rejects.toBe(failure)
    expect(client.requests).toHaveLength(1)
    expect(calls).toMatchObject([
      { attempts: 1, outcome: failure instanceof ProviderError ? failure.code : 'error' },
    ])
  })

  it('fails with the class of the last error and the number of attempts', async () => {
    const { caller, calls } = bench(answers(overloaded, overloaded), { attempts: 2 })
    const failure = await caller.generate(request).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProviderOverloadedError)
    expect(failure).toMatchObject({
      status: 429,
      attempts: 2,
      cause: overloaded,
      message: 'Busy (after 2 attempts)',
    })
    expect(calls).toMatchObject([{ attempts: 2, outcome: 'provider-overloaded', inputTokens: undefined }])
  })

  it('waits as long as the provider asks, and gives up at once where that is too long', async () => {
    const busy = (retryAfterMs: number) => new ProviderOverloadedError('Busy', { status: 429, retryAfterMs })
    const { caller, pauses } = bench(answers(busy(30_000), busy(61_000), 'Here'), {}, { random: () => 0 })
    await expect(caller.generate(request)).rejects.toThrow(/asks to wait 61 s .* at most 60 s/)
    expect(pauses).toEqual([30_000])
  })

  it('whose reply the filter ended is a refusal', async () => {
    const { caller, calls } = bench(answers({ text: 'I cannot help.', finishReason: 'content-filter' }))
    const failure = await caller.generate(request).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProviderRefusedError)
    expect(failure).toMatchObject({ message: expect.stringContaining('I cannot help.') })
    expect(calls).toMatchObject([{ outcome: 'provider-refused', attempts: 1 }])
  })

  it('ends by the time limit also where the client does not heed its signal', async () => {
    const deaf = {
      ...scriptedModel({}),
      generate: () => new Promise<never>(() => {}),
    }
    const { caller, calls } = bench(deaf, { timeoutMs: 5, attempts: 2 })
    await expect(caller.generate(request)).rejects.toBeInstanceOf(ProviderTimeoutError)
    expect(calls).toMatchObject([{ outcome: 'provider-timeout', attempts: 2 }])
  })

  it('is told to every recorder', async () => {
    const { caller, calls } = bench(answers('a', 'b'))
    const further: ModelCall[] = []
    await caller.recordedBy((call) => further.push(call)).generate(request)
    await caller.generate(request)
    expect([calls.length, further.length]).toEqual([2, 1])
  })
})

describe('An abort', () => {
  const never: ScriptedReply = { text: '', delayMs: Number.POSITIVE_INFINITY }

  it('ends a request under way with the reason of the signal', async () => {
    const { caller, calls } = bench(answers(never))
    const stop = new AbortController()
    const call = caller.generate(request, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('Enough')))
    await expect(call).rejects.toThrow('Enough')
    expect(calls).toMatchObject([{ outcome: 'aborted', attempts: 1 }])
  })

  it('ends the waiting for a place, sends nothing and is not recorded', async () => {
    const client = answers(never, 'Here')
    const { caller, calls } = bench(client, { concurrency: 1 })
    const first = new AbortController()
    const second = new AbortController()
    const holding = caller.generate(request, { signal: first.signal })
    const waiting = caller.generate(request, { signal: second.signal })
    setTimeout(() => second.abort(new Error('Enough')))
    await expect(waiting).rejects.toThrow('Enough')
    expect(client.requests).toHaveLength(1)
    expect(calls).toEqual([])
    first.abort(new Error('Over'))
    await expect(holding).rejects.toThrow('Over')
    expect((await caller.generate(request)).text).toBe('Here')
  })

  it('ends the pause between two attempts', async () => {
    const client = answers(overloaded)
    const limits = callLimits()
    const stop = new AbortController()
    const caller = createModelCaller(client, { role: 'reader', limits })
    const call = caller.generate(request, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('Enough')))
    await expect(call).rejects.toThrow('Enough')
    expect(client.requests).toHaveLength(1)
  })

  it('ends hundreds of calls that share a signal, and Node sees no leak', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    process.on('warning', warn)
    const client = scriptedModel(() => never)
    const { caller } = bench(client)
    const stop = new AbortController()
    const calls = Array.from({ length: 200 }, () => caller.generate(request, { signal: stop.signal }))
    setTimeout(() => stop.abort(new Error('Enough')))
    const ends = await Promise.allSettled(calls)
    await new Promise((soon) => setTimeout(soon))
    process.off('warning', warn)
    expect(ends.every((end) => end.status === 'rejected' && end.reason.message === 'Enough')).toBe(true)
    expect(client.requests).toHaveLength(8)
    expect(warnings).toEqual([])
  })

  it('that came before sends nothing', async () => {
    const client = answers('Here')
    await expect(callerOf(client).generate(request, { signal: AbortSignal.abort('no') })).rejects.toBe('no')
    expect(client.requests).toEqual([])
  })
})

describe('Places', () => {
  it('bound what is under way at once, over all roles that share them', async () => {
    let now = 0
    let most = 0
    const client: LanguageModelClient = {
      ...scriptedModel({}),
      async generate() {
        most = Math.max(most, ++now)
        await new Promise((done) => setTimeout(done, 1))
        now -= 1
        return { text: '', finishReason: 'stop', usage: sumUsage([]) }
      },
    }
    const { caller, limits } = bench(client, { concurrency: 3 })
    const reader = createModelCaller(client, { role: 'reader', limits })
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? caller : reader).generate(request)))
    expect(most).toBe(3)
  })

  it('are free while a call waits to try again', async () => {
    const done: string[] = []
    const client = scriptedModel(({ prompt }, before) => {
      done.push(prompt)
      return before === 0 ? overloaded : 'Here'
    })
    let wake = () => {}
    const sleep = () => new Promise<void>((resolve) => (wake = resolve))
    const { caller } = bench(client, { concurrency: 1 }, { sleep })
    const first = caller.generate({ ...request, prompt: 'first' })
    await caller.generate({ ...request, prompt: 'second' })
    wake()
    await first
    expect(done).toEqual(['first', 'second', 'first'])
  })

  it('are given back by a stream that is left', async () => {
    const { caller, calls } = bench(answers('a b c', 'Here'), { concurrency: 1 })
    for await (const chunk of caller.stream(request)) if (chunk.type === 'text') break
    expect((await caller.generate(request)).text).toBe('Here')
    expect(calls).toMatchObject([{ outcome: 'aborted' }, { outcome: 'ok' }])
  })
})

describe('A stream', () => {
  it('gives the text as it comes and the whole reply last', async () => {
    const { caller, calls } = bench(answers('Under the mat.'))
    const chunks = []
    for await (const chunk of caller.stream(request)) chunks.push(chunk)
    expect(chunks.slice(0, -1)).toEqual(['Under', ' the', ' mat.'].map((text) => ({ type: 'text', text })))
    expect(chunks.at(-1)).toMatchObject({
      type: 'finish',
      reply: { text: 'Under the mat.', finishReason: 'stop' },
    })
    expect(calls).toMatchObject([{ outcome: 'ok', attempts: 1 }])
  })

  it('is begun anew when it failed before its first text', async () => {
    const { caller, calls } = bench(answers(overloaded, { text: '', thenThrow: overloaded }, 'Here'))
    expect(await textOf(caller.stream(request))).toBe('Here')
    expect(calls).toMatchObject([{ outcome: 'ok', attempts: 3 }])
  })

  it('is begun anew as long as only empty text has come, which shows that the model is at work', async () => {
    let attempts = 0
    const thinking: LanguageModelClient = {
      ...scriptedModel({}),
      async *stream() {
        yield { type: 'text', text: '' }
        if (++attempts === 1) throw overloaded
        yield { type: 'finish', reply: { text: '', finishReason: 'stop', usage: sumUsage([]) } }
      },
    }
    const { caller, calls } = bench(thinking)
    const chunks = []
    for await (const chunk of caller.stream(request)) chunks.push(chunk.type)
    expect(chunks).toEqual(['finish'])
    expect(calls).toMatchObject([{ outcome: 'ok', attempts: 2 }])
  })

  it('that is left sets the signal of a client that cannot be told otherwise', async () => {
    let given: AbortSignal | undefined
    const plain: LanguageModelClient = {
      ...scriptedModel({}),
      stream(_, { signal } = {}) {
        given = signal
        const next = async () => ({ done: false, value: { type: 'text', text: 'Under' } }) as const
        return { [Symbol.asyncIterator]: () => ({ next }) }
      },
    }
    for await (const chunk of bench(plain).caller.stream(request)) if (chunk.type === 'text') break
    expect(given?.aborted).toBe(true)
  })

  it('that breaks off after its first text fails and is not begun anew', async () => {
    const client = answers({ text: 'Under the', thenThrow: overloaded }, 'Here')
    const { caller, calls } = bench(client)
    await expect(textOf(caller.stream(request))).rejects.toBe(overloaded)
    expect(client.requests).toHaveLength(1)
    expect(calls).toMatchObject([{ outcome: 'provider-overloaded', attempts: 1 }])
  })

  it('that ends without its end is an error', async () => {
    const cut: LanguageModelClient = {
      ...scriptedModel({}),
      async *stream() {
        yield { type: 'text', text: 'Under' }
      },
    }
    await expect(textOf(bench(cut).caller.stream(request))).rejects.toThrow(/ended without its end/)
  })

  it('is bounded in time between two chunks', async () => {
    const slow: LanguageModelClient = {
      ...scriptedModel({}),
      async *stream() {
        yield { type: 'text', text: 'Under' }
        await new Promise(() => {})
      },
    }
    const { caller, calls } = bench(slow, { timeoutMs: 5 })
    await expect(textOf(caller.stream(request))).rejects.toBeInstanceOf(ProviderTimeoutError)
    expect(calls).toMatchObject([{ outcome: 'provider-timeout', attempts: 1 }])
  })
})
