import { expect, test } from 'vitest'
import {
  ContextTooLongError,
  EmbeddingDimensionError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ValidationError,
} from '../model/errors.ts'
import { attemptWithin } from './attempts.ts'
import { type EmbeddingModelLike, fromEmbeddingModel } from './from-embedding-model.ts'

/** The vector of a text tells its length and its first letter. */
const vectorOf = (text: string): number[] => [text.length, text.charCodeAt(0), 1]

type Answer = (values: readonly string[], call: number) => readonly (readonly number[])[] | Promise<never>
function modelOf(answer: Answer = (values) => values.map(vectorOf), facts: Partial<EmbeddingModelLike> = {}) {
  const calls: string[][] = []
  const signals: AbortSignal[] = []
  const model: EmbeddingModelLike = {
    provider: 'test',
    modelId: 'm-3',
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: true,
    async doEmbed({ values, abortSignal }) {
      calls.push(values)
      if (abortSignal) signals.push(abortSignal)
      return { embeddings: await answer(values, calls.length) }
    },
    ...facts,
  }
  return { model, calls, signals }
}
const status = (statusCode: number, responseHeaders = {}, message = 'no') =>
  Object.assign(new Error(message), {
    statusCode,
    responseHeaders,
    requestBodyValues: { input: 'private words' },
  })

const pauses: number[] = []
const attempt = attemptWithin({
  attempts: 3,
  timeoutMs: 60_000,
  maxRetryAfterMs: 60_000,
  random: () => 0,
  sleep: async (milliseconds) => void pauses.push(milliseconds),
})

test('vectors come in the order of the texts, each of length 1', async () => {
  const { model } = modelOf()
  const embedder = await fromEmbeddingModel(model, { maxInputsPerCall: 2 })
  expect(embedder).toMatchObject({ id: 'm-3', dimension: 3 })
  const texts = ['a', 'bcd', '', 'ef', 'g']
  const vectors = await embedder.embed(texts, 'passage')
  for (const [i, text] of texts.entries()) {
    const length = Math.hypot(...vectorOf(text))
    const expected = text === '' ? [0, 0, 0] : vectorOf(text).map((x) => x / length)
    expect([...vectors[i]!]).toEqual(expected.map((x) => expect.closeTo(x, 6)))
  }
})

test('requests keep the bounds on inputs and tokens, and the model’s own', async () => {
  const { model, calls } = modelOf(undefined, { maxEmbeddingsPerCall: Promise.resolve(3) })
  const embedder = await fromEmbeddingModel(model, { dimension: 3, maxTokensPerCall: 20, concurrency: 1 })
  await embedder.embed(['x'.repeat(30), 'y'.repeat(30), 'z'.repeat(30), ...'abcdef'], 'passage')
  expect(calls.map((values) => values.map((value) => value[0]).join(''))).toEqual(['xy', 'zab', 'cde', 'f'])
})

test('a given dimension saves the probe, and blank texts are never sent', async () => {
  const { model, calls } = modelOf()
  const embedder = await fromEmbeddingModel(model, { dimension: 3 })
  expect(await embedder.embed(['', ' \n'], 'question')).toEqual([new Float32Array(3), new Float32Array(3)])
  expect(await embedder.embed([], 'question')).toEqual([])
  expect(calls).toEqual([])
})

test('prefixes stand before questions and passages, and in the name', async () => {
  const { model, calls } = modelOf()
  const prefixes = { question: 'query: ', passage: 'passage: ' }
  const embedder = await fromEmbeddingModel(model, { dimension: 3, prefixes })
  await embedder.embed(['a'], 'question')
  await embedder.embed(['a'], 'passage')
  expect(calls).toEqual([['query: a'], ['passage: a']])
  expect(embedder.id).toBe('m-3#query: #passage: ')
})

test('a vector of another dimension, or one too few, is an error', async () => {
  const embed = async (answer: Answer) => {
    const embedder = await fromEmbeddingModel(modelOf(answer).model, { dimension: 3, attempt })
    return embedder.embed(['a', 'b'], 'passage').catch((error: unknown) => error)
  }
  expect(await embed((values) => values.map(() => [1, 2]))).toBeInstanceOf(EmbeddingDimensionError)
  expect(await embed(() => [[1, 2, 3]])).toBeInstanceOf(ProviderError)
  expect(await embed((values) => values.map(() => [Number.NaN, 1, 1]))).toEqual([
    new Float32Array(3),
    new Float32Array(3),
  ])
})

test('an overloaded provider is asked again, after the time it asks for', async () => {
  const { model, calls } = modelOf((values, call) => {
    if (call === 1) throw status(429, { 'Retry-After': '2' })
    if (call === 2) throw status(500)
    return values.map(vectorOf)
  })
  const embedder = await fromEmbeddingModel(model, { dimension: 3, attempt })
  pauses.length = 0
  await embedder.embed(['a'], 'passage')
  expect(calls).toHaveLength(3)
  expect(pauses).toEqual([2000, 500])
})

test.each([
  [401, ProviderAuthError, 1],
  [403, ProviderAuthError, 1],
  [404, ProviderError, 1],
  [503, ProviderOverloadedError, 3],
  [500, ProviderError, 3],
])('status %i is a %o after %i requests', async (code, kind, requests) => {
  const { model, calls } = modelOf(() => Promise.reject(status(code, {}, 'key sk-verysecret1')))
  const embedder = await fromEmbeddingModel(model, { dimension: 3, attempt })
  const error = await embedder.embed(['a'], 'passage').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(kind)
  expect(error).toMatchObject({ status: code, attempts: requests })
  expect(calls).toHaveLength(requests)
  expect(String((error as Error).message)).not.toContain('verysecret')
  expect(JSON.stringify((error as Error).cause)).not.toContain('private')
})

test('a request that is too long is sent in halves, a text that is too long loses its end', async () => {
  const { model, calls } = modelOf((values) => {
    if (values.join('').length > 150) throw status(400, {}, 'maximum context length is 150')
    return values.map(vectorOf)
  })
  const embedder = await fromEmbeddingModel(model, { dimension: 3, attempt })
  const [a, b] = await embedder.embed(['a'.repeat(100), 'b'.repeat(200)], 'passage')
  expect(a![0]! / a![2]!).toBeCloseTo(100, 3)
  expect(b![0]! / b![2]!).toBeLessThanOrEqual(150)
  expect(calls.map((values) => values.map((value) => value.length))[0]).toEqual([100, 200])

  const hopeless = modelOf(() => Promise.reject(status(413)))
  const other = await fromEmbeddingModel(hopeless.model, { dimension: 3, attempt })
  await expect(other.embed(['a'.repeat(100)], 'passage')).rejects.toBeInstanceOf(ContextTooLongError)
})

test('a text beyond the bound of an input is cut at its end before it is sent', async () => {
  const { model, calls } = modelOf()
  const embedder = await fromEmbeddingModel(model, { dimension: 3, maxTokensPerInput: 10 })
  await embedder.embed(['wind '.repeat(100_000)], 'passage')
  expect(calls[0]![0]).toBe('wind wind wind wind wind wind ')
})

test('an abort ends with its reason, down to the request, and one failure ends the other requests', async () => {
  const hang: Answer = () => new Promise(() => {})
  const { model, signals } = modelOf(hang)
  const embedder = await fromEmbeddingModel(model, { dimension: 3, maxInputsPerCall: 1 })
  const controller = new AbortController()
  const work = embedder.embed(['a', 'b'], 'passage', { signal: controller.signal })
  await new Promise(setImmediate)
  controller.abort(new Error('enough'))
  await expect(work).rejects.toThrow('enough')
  expect(signals.map((signal) => signal.aborted)).toEqual([true, true])

  const other = modelOf((values) => (values[0] === 'a' ? Promise.reject(status(401)) : new Promise(() => {})))
  const failing = await fromEmbeddingModel(other.model, { dimension: 3, maxInputsPerCall: 1 })
  await expect(failing.embed(['a', 'b'], 'passage')).rejects.toBeInstanceOf(ProviderAuthError)
  expect(other.signals[1]!.aborted).toBe(true)
})

test('a model that does not answer in time is asked again, then named', async () => {
  const { model, calls } = modelOf(() => new Promise(() => {}))
  const quick = attemptWithin({ attempts: 2, timeoutMs: 5, maxRetryAfterMs: 1, sleep: async () => {} })
  const embedder = await fromEmbeddingModel(model, { dimension: 3, attempt: quick })
  await expect(embedder.embed(['a'], 'passage')).rejects.toMatchObject({
    code: 'provider-timeout',
    attempts: 2,
  })
  expect(calls).toHaveLength(2)
})

test('a bare name and options out of range are refused with the name of the option', async () => {
  await expect(fromEmbeddingModel('openai/small' as never)).rejects.toBeInstanceOf(ValidationError)
  const { model } = modelOf()
  await expect(fromEmbeddingModel(model, { maxInputsPerCall: 0 })).rejects.toMatchObject({
    path: 'maxInputsPerCall',
  })
  await expect(fromEmbeddingModel(model, { dimension: 0.5 })).rejects.toMatchObject({ path: 'dimension' })
})
