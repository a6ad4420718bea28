import { ProviderError, ValidationError } from '../model/errors.ts'
import { type Failure, readFailure } from '../provider/read-failure.ts'
import { redactor } from '../provider/redact.ts'
import { toProviderError } from '../provider/to-provider-error.ts'
import type { LanguageModelClient, ModelChunk, ModelReply, ModelRequest } from './model-client.ts'
import type { ModelOption } from './models-option.ts'
import { inFormat, nextFormat, type ReplyFormat } from './reply-format.ts'
import {
  asSdkModel,
  ignoresSchema,
  isSdkModel,
  readFinishReason,
  readUsage,
  type SdkCallOptions,
  type SdkModel,
  type SdkResult,
} from './sdk-model.ts'

export type AiSdkClientOptions = {
  /** Tokens of prompt and reply together. Default: not known. */
  readonly contextTokens?: number | undefined
  /** The first format to ask for. Default `schema`; `object` where the model says that it takes no schema. */
  readonly replyFormat?: ReplyFormat | undefined
  /** What must not stand in an error. */
  readonly secrets?: readonly (string | undefined)[] | undefined
  /** Told of a request that was refused; true: it has changed how requests are sent, so the same one is sent again. */
  readonly learn?: ((failure: Failure) => boolean) | undefined
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined
}

/**
 * A language model object of the AI SDK (specification 2 or 3) as a client.
 *
 * Its `doGenerate` and `doStream` are called directly, not through the SDK's functions: those repeat requests on their
 * own, write warnings for specification 2 to the console, and would load a package that nothing else here needs.
 *
 * One call is one request, but for this: a format that the provider does not know is asked for once, and not again in
 * the life of the client. An empty text in a stream says that the model is at work (it reasons).
 *
 * @throws {ValidationError} For a bare name, which names no endpoint, and for other specifications.
 */
export function fromLanguageModel(
  model: Exclude<ModelOption, LanguageModelClient>,
  options: AiSdkClientOptions = {},
): LanguageModelClient {
  const sdk = sdkModelOf(model)
  const ask = asker(sdk, options)
  return {
    id: sdk.modelId,
    contextTokens: options.contextTokens,
    countTokens: undefined,
    generate: (request, { signal } = {}) =>
      ask.send(request, signal, async (callOptions) => {
        const result = await sdk.doGenerate(callOptions)
        ask.heed(result.warnings)
        return replyOf(result)
      }),
    stream: (request, { signal } = {}) => streamOf(sdk, { ask, request, signal }),
  }
}

function sdkModelOf(model: unknown): SdkModel {
  if (isSdkModel(model)) return asSdkModel(model, 'model')
  throw new ValidationError(
    'model',
    typeof model === 'string'
      ? `A model must be an object, not the bare name '${model}', which would go to a hosted gateway: give an AI SDK model object, or createOpenAICompatibleModel({ baseURL, model: '${model}' })`
      : `A model must be an AI SDK language model object: current value is ${typeof model}`,
  )
}

type Asker = {
  send<Result>(
    request: ModelRequest,
    signal: AbortSignal | undefined,
    work: (options: SdkCallOptions) => PromiseLike<Result>,
  ): Promise<Result>
  /** @throws Always: the signal's reason, or the error as one of ours. */
  fail(error: unknown, signal: AbortSignal | undefined): never
  heed(warnings: SdkResult['warnings']): void
}

/** Two formats and what an endpoint's dialect has to teach; a server that refuses everything is not asked for ever. */
const MOST_SENT_AGAIN = 4

/** Sends requests in the format that the provider is known to take. */
function asker(sdk: SdkModel, options: AiSdkClientOptions): Asker {
  const redact = redactor(options.secrets ?? [])
  const context = { asked: `Model '${sdk.modelId}'`, redact, now: options.now ?? Date.now }
  let format = options.replyFormat ?? (sdk.supportsStructuredOutputs === false ? 'object' : 'schema')
  /** Whether the request can be sent again in another way. */
  const learn = (failure: Failure, sent: ReplyFormat | undefined): boolean => {
    if (options.learn?.(failure)) return true
    if (sent === undefined || !refusesFormat(failure)) return false
    // Another call may have learnt it meanwhile.
    if (sent !== format) return true
    const next = nextFormat(sent)
    if (next === undefined) return false
    format = next
    return true
  }
  const fail: Asker['fail'] = (error, signal) => {
    throw signal?.aborted ? signal.reason : toProviderError(error, context)
  }
  return {
    fail,
    heed(warnings) {
      if (format === 'schema' && ignoresSchema(warnings)) format = 'prompt'
    },
    async send(request, signal, work) {
      for (let sentAgain = 0; ; sentAgain += 1) {
        signal?.throwIfAborted()
        const sent = format
        try {
          return await work(callOptionsOf(request, sent, signal))
        } catch (error) {
          const known = request.schema === undefined ? undefined : sent
          const over = signal?.aborted === true || sentAgain === MOST_SENT_AGAIN
          if (over || !learn(readFailure(error), known)) fail(error, signal)
        }
      }
    },
  }
}

/** A request that is refused for the form it asks for. */
function refusesFormat({ status, message, codes }: Failure): boolean {
  if (status === undefined || ![400, 404, 422, 501].includes(status)) return false
  return /response_?format|json_?(?:schema|object)|structured[ _]?outputs?|grammar/iu.test(
    [...codes, message].join(' '),
  )
}

function callOptionsOf(
  request: ModelRequest,
  format: ReplyFormat,
  signal: AbortSignal | undefined,
): SdkCallOptions {
  const { system, responseFormat } = inFormat(request, format)
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: request.prompt }] },
    ],
    maxOutputTokens: request.maxOutputTokens,
    ...(responseFormat && { responseFormat }),
    ...(signal && { abortSignal: signal }),
  }
}

function replyOf({ content, finishReason, usage }: SdkResult): ModelReply {
  const text = content
    .map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('')
  return finished(text, readFinishReason(finishReason), usage)
}

function finished(
  text: string,
  finishReason: ModelReply['finishReason'] | 'error',
  usage: SdkResult['usage'] | undefined,
): ModelReply {
  if (finishReason === 'error') throw new ProviderError('The model ended with an error', { retryable: true })
  return { text, finishReason, usage: readUsage(usage) }
}

type Streaming = { ask: Asker; request: ModelRequest; signal: AbortSignal | undefined }

async function* streamOf(
  sdk: SdkModel,
  { ask, request, signal }: Streaming,
): AsyncGenerator<ModelChunk, void, undefined> {
  const { stream } = await ask.send(request, signal, (callOptions) => sdk.doStream(callOptions))
  let text = ''
  let begun = false
  try {
    for await (const part of stream) {
      if (part.type === 'stream-start') ask.heed(part.warnings)
      if (part.type === 'error' && endedEarly(part.error)) break
      if (part.type === 'error') throw part.error
      begun ||= part.type.endsWith('-delta')
      if (part.type === 'reasoning-delta') yield { type: 'text', text: '' }
      if (part.type === 'text-delta' && typeof part.delta === 'string') {
        text += part.delta
        yield { type: 'text', text: part.delta }
      }
      if (part.type === 'finish') {
        yield { type: 'finish', reply: finished(text, readFinishReason(part.finishReason), part.usage) }
        return
      }
    }
  } catch (error) {
    ask.fail(error, signal)
  }
  signal?.throwIfAborted()
  const hint = begun ? '' : ' and before its beginning; is it a stream of events, as chat completions give?'
  throw new ProviderError(`Model '${sdk.modelId}': the stream ended before its end${hint}`, {
    retryable: true,
  })
}

/** How the SDK's own models say that a stream stopped without a finish reason. */
function endedEarly(error: unknown): boolean {
  return error instanceof Error && error.name === 'AI_InvalidResponseDataError'
}
