import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { ProviderAuthError, ValidationError } from '../model/errors.ts'
import { createOpenAICompatibleEmbedder } from './openai-compatible-embedder.ts'

type Seen = {
  readonly url: string | undefined
  readonly key: string | undefined
  readonly input: readonly string[]
}
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A loopback server that answers with these statuses in order, then with vectors. */
async function serve(statuses: readonly number[] = []) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { input } = JSON.parse(Buffer.concat(chunks).toString())
    const status = statuses[seen.length] ?? 200
    seen.push({ url: request.url, key: request.headers.authorization, input })
    const data = input.map((text: string, index: number) => ({ index, embedding: [text.length, 0, 0, 0] }))
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
    response.end(
      JSON.stringify(
        status === 200
          ? { data, usage: { prompt_tokens: 1 } }
          : {
              error: { message: `no key ${request.headers.authorization?.split(' ')[1]} for ${request.url}` },
            },
      ),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

test('texts go to the embeddings endpoint with the key, and the dimension is found by a probe', async () => {
  const { seen, baseURL } = await serve()
  const embedder = await createOpenAICompatibleEmbedder({
    baseURL,
    apiKey: 'k-1',
    model: 'small',
    maxInputsPerCall: 2,
  })
  expect(embedder).toMatchObject({ id: 'small', dimension: 4 })
  const vectors = await embedder.embed(['a', 'b', 'c'], 'passage')
  expect(vectors).toEqual(['a', 'b', 'c'].map(() => Float32Array.of(1, 0, 0, 0)))
  expect(seen.map(({ url, key }) => [url, key])).toEqual(
    [1, 2, 3].map(() => ['/v1/embeddings', 'Bearer k-1']),
  )
  expect(
    seen
      .slice(1)
      .flatMap(({ input }) => input)
      .sort(),
  ).toEqual(['a', 'b', 'c'])
})

test('an overloaded endpoint is asked again, one that refuses the key is not', async () => {
  const busy = await serve([429, 200])
  const embedder = await createOpenAICompatibleEmbedder({
    baseURL: busy.baseURL,
    model: 'small',
    dimension: 4,
  })
  expect(await embedder.embed(['a'], 'question')).toHaveLength(1)
  expect(busy.seen).toHaveLength(2)
  const closed = await serve([401])
  const refused = createOpenAICompatibleEmbedder({ baseURL: closed.baseURL, model: 'small' })
  await expect(refused).rejects.toBeInstanceOf(ProviderAuthError)
  expect(closed.seen).toHaveLength(1)
})

test('an error that repeats the key or a secret of the address holds neither', async () => {
  const { baseURL } = await serve([401])
  const error = await createOpenAICompatibleEmbedder({
    baseURL: `${baseURL}?access_token=opaque-token`,
    apiKey: 'opaque-key',
    model: 'small',
  }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ProviderAuthError)
  const told = inspect(error, { depth: 9 })
  expect(told).toContain('no key [secret]')
  expect(told).not.toMatch(/opaque/)
})

test('an endpoint that is not there is a retryable error', async () => {
  const { baseURL } = await serve()
  for (const close of closing.splice(0)) close()
  const gone = createOpenAICompatibleEmbedder({ baseURL, model: 'small', attempts: 1 })
  await expect(gone).rejects.toMatchObject({ code: 'provider', retryable: true })
})

test.each(['nowhere', 'ftp://localhost/v1', 'http://user:secret@localhost/v1'])(
  '%s is no base URL',
  async (baseURL) => {
    const error = await createOpenAICompatibleEmbedder({ baseURL, model: 'small' }).catch(
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(ValidationError)
    expect(String(error)).not.toContain('secret')
  },
)
