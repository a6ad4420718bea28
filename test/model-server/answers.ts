import type { TaskName, TokenUsage } from '../../src/model/usage.ts'

/** A chat completion as it comes in. */
export type ChatBody = {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly response_format?: {
    readonly type: string
    readonly json_schema?: { readonly name: string; readonly strict?: boolean; readonly schema: unknown }
  }
}

/** What the server was asked. */
export type ServedRequest = {
  /** Undefined where the request asks for no form: free text. */
  readonly task: TaskName | undefined
  readonly body: ChatBody
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Whether the client closed the connection before the answer was whole. */
  readonly hungUp: boolean
  /** Fulfilled once the connection needs nothing more: answered, cut, or left by the client. */
  readonly ended: Promise<void>
}

/** A reply of the model. */
export type Reply = {
  readonly type: 'reply'
  readonly text: string
  readonly finishReason: string
  readonly refusal?: string
  readonly usage?: Partial<TokenUsage>
  /** Milliseconds from the request to the first byte; the server's latency where absent. */
  readonly latencyMs?: number
  /** Pieces of a stream; words where absent. */
  readonly pieces?: readonly string[]
}

/** What goes wrong. */
export type Fault =
  | {
      readonly type: 'status'
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: unknown
    }
  /** Takes the request and never answers. */
  | { readonly type: 'hang' }
  /** Closes the socket after these bytes of the answer. */
  | { readonly type: 'cut'; readonly after: string }
  /** Streams these pieces, then closes the socket, or ends in good order but without an end, or falls silent. */
  | {
      readonly type: 'broken-stream'
      readonly pieces: readonly string[]
      readonly end: 'cut' | 'end' | 'hang' | 'error'
    }

export type Answer = string | Reply | Fault

const errorStatus = (
  status: number,
  error: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Fault => ({ type: 'status', status, headers, body: { error } })

export const reply = (text: string, circumstances: Partial<Omit<Reply, 'type' | 'text'>> = {}): Reply => ({
  type: 'reply',
  text,
  finishReason: 'stop',
  ...circumstances,
})

/** The faults of real endpoints, as those word them. */
export const faults = {
  /** 401, with the key in its words, as one endpoint has it. */
  unauthorised: (key = ''): Fault =>
    errorStatus(401, { message: `Incorrect API key provided: ${key}.`, code: 'invalid_api_key' }),
  forbidden: (): Fault => errorStatus(403, { message: 'The project may not use this model.' }),
  tooManyRequests: (retryAfter?: string): Fault =>
    errorStatus(
      429,
      { message: 'Rate limit reached for requests', code: 'rate_limit_exceeded' },
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    ),
  noQuota: (): Fault =>
    errorStatus(429, { message: 'You exceeded your current quota.', code: 'insufficient_quota' }),
  serverError: (): Fault => ({ type: 'status', status: 500, headers: {}, body: 'Internal Server Error' }),
  unavailable: (): Fault => errorStatus(503, { message: 'Loading model', type: 'unavailable_error' }),
  hang: (): Fault => ({ type: 'hang' }),
  cutConnection: (after = ''): Fault => ({ type: 'cut', after }),
  cutStream: (...pieces: string[]): Fault => ({ type: 'broken-stream', pieces, end: 'cut' }),
  unfinishedStream: (...pieces: string[]): Fault => ({ type: 'broken-stream', pieces, end: 'end' }),
  silentStream: (...pieces: string[]): Fault => ({ type: 'broken-stream', pieces, end: 'hang' }),
  failingStream: (...pieces: string[]): Fault => ({ type: 'broken-stream', pieces, end: 'error' }),
  refusal: (refusal: string): Reply => reply('', { refusal }),
  contentFilter: (): Reply => reply('', { finishReason: 'content_filter' }),
  promptFiltered: (): Fault =>
    errorStatus(400, { message: 'The prompt triggered the content policy.', code: 'content_filter' }),
  /** Not JSON, let alone a chat completion. */
  garbage: (): Fault => ({ type: 'status', status: 200, headers: {}, body: '<html>Welcome</html>' }),
  /** A reply that the token limit cut. */
  overLimit: (text: string): Reply => reply(text, { finishReason: 'length' }),
  contextTooLong: (): Fault =>
    errorStatus(400, {
      message:
        "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.",
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    }),
  unknownModel: (): Fault => errorStatus(404, { message: 'The model does not exist.' }),
  /** 400 for the form that was asked for, as by a server that does not know it. */
  formatUnsupported: (type: string): Fault =>
    errorStatus(400, {
      message: `Invalid parameter: 'response_format' of type '${type}' is not supported with this model.`,
      param: 'response_format',
    }),
  badRequest: (message: string): Fault => errorStatus(400, { message, type: 'invalid_request_error' }),
}
