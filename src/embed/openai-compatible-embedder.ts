import { type EndpointOptions, endpointOf, modelNameOf, openEndpoint } from '../provider/openai-endpoint.ts'
import type { Embedder } from './embedder.ts'
import { type EmbeddingModelOptions, fromEmbeddingModel } from './from-embedding-model.ts'

export type OpenAICompatibleEmbedderOptions = EmbeddingModelOptions &
  EndpointOptions & {
    /** `http` or `https`, up to and with the version: `http://localhost:11434/v1`. A query is sent with each request. */
    readonly baseURL: string
    /** The name by which the endpoint knows the model. */
    readonly model: string
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
  const { baseURL, apiKey, headers, model, secrets = [], ...rest } = options
  const url = endpointOf(baseURL, 'baseURL')
  const name = modelNameOf(model)
  const endpoint = await openEndpoint(url, { apiKey, headers })
  const provider = endpoint.createOpenAICompatible(endpoint.settings)
  return fromEmbeddingModel(provider.embeddingModel(name), {
    ...rest,
    secrets: [...secrets, ...endpoint.secrets],
  })
}
