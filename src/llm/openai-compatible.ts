import { type EndpointOptions, endpointOf, modelNameOf, openEndpoint } from '../provider/openai-endpoint.ts'
import type { Failure } from '../provider/read-failure.ts'
import { fromLanguageModel } from './ai-sdk-client.ts'
import type { LanguageModelClient } from './model-client.ts'
import type { ReplyFormat } from './reply-format.ts'

export type OpenAICompatibleOptions = EndpointOptions & {
  /** `http` or `https`, up to and with the version: `http://localhost:11434/v1`. A query is sent with each request. */
  readonly baseURL: string
  /** The name by which the endpoint knows the model. */
  readonly model: string
  /** Default: schema; where the endpoint refuses it, any JSON object; where it refuses that, the prompt alone. */
  readonly structuredOutput?: ReplyFormat | undefined
  /** Tokens of prompt and reply together. Default: not known. */
  readonly contextTokens?: number | undefined
}

/**
 * A model behind any endpoint that speaks OpenAI's chat completions: hosted ones, Ollama, vLLM, llama.cpp's server.
 *
 * Nothing is sent or loaded before the first call. Requests go through a proxy where Node is told to use those of the
 * environment (`NODE_USE_ENV_PROXY`, from Node 22.21 and 24.5).
 *
 * @throws {ValidationError} If the base URL is none or holds a user and a password, or the model has no name.
 */
export function createOpenAICompatibleModel(options: OpenAICompatibleOptions): LanguageModelClient {
  const url = endpointOf(options.baseURL, 'baseURL')
  const model = modelNameOf(options.model)
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

async function connectTo(url: URL, options: OpenAICompatibleOptions): Promise<LanguageModelClient> {
  const { createOpenAICompatible, settings, secrets } = await openEndpoint(url, options)
  const { model, structuredOutput, contextTokens } = options
  const dialect = openDialect()
  const provider = createOpenAICompatible({
    ...settings,
    includeUsage: true,
    supportsStructuredOutputs: true,
    transformRequestBody: dialect.speak,
  })
  return fromLanguageModel(provider(model), {
    contextTokens,
    replyFormat: structuredOutput,
    secrets,
    learn: dialect.learn,
  })
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
