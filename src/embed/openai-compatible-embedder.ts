import { ModuleMissingError, ValidationError } from '../model/errors.ts'
import type { Embedder } from './embedder.ts'
import { type EmbeddingModelOptions, fromEmbeddingModel } from './from-embedding-model.ts'

export type OpenAICompatibleEmbedderOptions = EmbeddingModelOptions & {
  /** `http` or `https`, up to and with the version: `http://localhost:11434/v1`. */
  readonly baseURL: string
  /** Default: none is sent. */
  readonly apiKey?: string
  /** The name by which the endpoint knows the model. */
  readonly model: string
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An embedder behind any endpoint that speaks OpenAI's `/embeddings`: hosted ones, Ollama, vLLM, llama.cpp's server.
 *
 * @throws {ValidationError} If the base URL is none or holds a user and a password, or the model has no name.
 * @throws {ModuleMissingError} If `@ai-sdk/openai-compatible` is not installed.
 * @throws {ProviderError} If the dimension is not given and the request that finds it fails.
 */
export async function createOpenAICompatibleEmbedder(
  options: OpenAICompatibleEmbedderOptions,
): Promise<Embedder> {
  const { baseURL, apiKey, model, headers, secrets = [], ...rest } = options
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    // The URL itself may hold a secret and is not repeated.
    throw new ValidationError('baseURL', 'baseURL must be an http or https URL without a user or password')
  }
  if (model.trim() === '')
    throw new ValidationError('model', 'model must name a model of the endpoint: it is empty')
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible').catch((cause) => {
    throw new ModuleMissingError(
      'An OpenAI-compatible endpoint needs the package @ai-sdk/openai-compatible: npm install @ai-sdk/openai-compatible',
      { cause },
    )
  })
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: `${url.origin}${url.pathname}`,
    queryParams: Object.fromEntries(url.searchParams),
    ...(apiKey && { apiKey }),
    ...(headers && { headers: { ...headers } }),
  })
  const sent = [...Object.entries(headers ?? {}), ...url.searchParams]
    .filter(([name]) => NAMES_SECRET.test(name))
    .map(([, value]) => value)
  return fromEmbeddingModel(provider.embeddingModel(model.trim()), {
    ...rest,
    secrets: [...secrets, apiKey, ...sent],
  })
}

/** Headers and parameters of a query that hold a secret. */
const NAMES_SECRET = /auth|key|token|secret|cookie|password/iu
