import { ModuleMissingError, ValidationError } from '../model/errors.ts'
import { fromLanguageModel } from './ai-sdk-client.ts'
import type { LanguageModelClient } from './model-client.ts'
import type { Failure } from './read-failure.ts'
import { namesSecret } from './redact.ts'
import type { ReplyFormat } from './reply-format.ts'

export type OpenAICompatibleOptions = {
  /** `http` or `https`, up to and with the version: `http://localhost:11434/v1`. A query is sent with each request. */
  readonly baseURL: string
  /** Default: none is sent. */
  readonly apiKey?: string | undefined
  /** The name by which the endpoint knows the model. */
  readonly model: string
  /** Default: schema; where the endpoint refuses it, any JSON object; where it refuses that, the prompt alone. */
  readonly structuredOutput?: ReplyFormat | undefined
  /** Tokens of prompt and reply together. Default: not known. */
  readonly contextTokens?: number | undefined
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * A model behind any endpoint that speaks OpenAI's chat completions: hosted ones, Ollama, vLLM, llama.cpp's server.
 *
 * Nothing is sent or loaded before the first call. Node's `fetch` ends a request whose answer has not begun after 300 s,
 * also where `timeoutMs` is longer.
 *
 * @throws {ValidationError} If the base URL is none, or holds a user and a password.
 */
export function createOpenAICompatibleModel(options: OpenAICompatibleOptions): LanguageModelClient {
  const url = endpointOf(options.baseURL, 'baseURL')
  const model = options.model.trim()
  if (model === '') throw new ValidationError('model', 'model must name a model of the endpoint: it is empty')
  let connecting: Promise<LanguageModelClient> | undefined
  const connect = () => (connecting ??= connectTo(url, { ...options, model }))
  return {
    id: model,
    contextTokens: options.contextTokens,
    countTokens: undefined,
    generate: async (request, callOptions) => (await connect()).generate(request, callOptions),
    async *stream(request, callOptions) {
      yield* (await connect()).stream(request, callOptions)
    },
  }
}

/**
 * Reads the base URL of an endpoint.
 *
 * @param path Names the option or variable in errors, which do not repeat the URL: it may hold a secret.
 * @throws {ValidationError} If it is no `http` or `https` URL, or holds a user and a password.
 */
export function endpointOf(baseURL: string, path: string): URL {
  const url = URL.canParse(baseURL.trim()) ? new URL(baseURL.trim()) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ValidationError(path, `${path} must be an http or https URL, as http://localhost:11434/v1`)
  }
  if (url.username === '' && url.password === '') return url
  throw new ValidationError(path, `${path} must hold no user or password: give the key by itself`)
}

async function connectTo(url: URL, options: OpenAICompatibleOptions): Promise<LanguageModelClient> {
  const { createOpenAICompatible } = await loadProvider()
  const { apiKey, headers = {}, model, structuredOutput, contextTokens } = options
  const dialect = openDialect()
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: `${url.origin}${url.pathname}`,
    queryParams: Object.fromEntries(url.searchParams),
    ...(apiKey && { apiKey }),
    headers: { ...headers },
    includeUsage: true,
    supportsStructuredOutputs: true,
    transformRequestBody: dialect.speak,
  })
  const secrets = [...Object.entries(headers), ...url.searchParams]
    .filter(([name]) => namesSecret(name))
    .map(([, value]) => value)
  return fromLanguageModel(provider(model), {
    contextTokens,
    replyFormat: structuredOutput,
    secrets: [apiKey, ...secrets],
    learn: dialect.learn,
  })
}

async function loadProvider() {
  try {
    return await import('@ai-sdk/openai-compatible')
  } catch (cause) {
    throw new ModuleMissingError(
      'An OpenAI-compatible endpoint needs the package @ai-sdk/openai-compatible: npm install @ai-sdk/openai-compatible',
      { cause },
    )
  }
}

type Body = Readonly<Record<string, unknown>>

/** What endpoints disagree about, learnt from what they refuse; each is asked for once. */
function openDialect(): { speak(body: Body): Body; learn(failure: Failure): boolean } {
  /** Newer models of OpenAI take no `max_tokens`, older servers nothing else. */
  let limitsCompletion = false
  /** Some servers refuse to be asked for the usage of a stream. */
  let countsStream = true
  return {
    speak({ max_tokens, stream_options, ...body }) {
      return {
        ...body,
        [limitsCompletion ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
        ...(countsStream && stream_options !== undefined && { stream_options }),
      }
    },
    learn({ status, message, codes }) {
      if (status !== 400 && status !== 422) return false
      const words = [...codes, message].join(' ')
      const refusesLimit = words.includes('max_tokens') && words.includes('max_completion_tokens')
      const refusesCount = words.includes('stream_options')
      limitsCompletion ||= refusesLimit
      countsStream &&= !refusesCount
      return refusesLimit || refusesCount
    },
  }
}
