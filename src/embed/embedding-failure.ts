import {
  ContextTooLongError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ProviderTimeoutError,
} from '../model/errors.ts'

/**
 * The error of an embedding provider as one of ours, read by its shape: models of different releases bring different
 * classes. Neither the error nor its cause holds the texts or a key.
 *
 * @param context.secrets Taken out of the provider's words, letter for letter.
 */
export function embeddingFailure(
  error: unknown,
  { model, now, secrets }: { model: string; now: number; secrets: readonly string[] },
): ProviderError {
  if (error instanceof ProviderError) return error
  const { statusCode, responseHeaders, responseBody } = record(error)
  const status = typeof statusCode === 'number' ? statusCode : undefined
  const code = codeOf(error)
  const words = withoutKeys(error instanceof Error ? error.message : String(error), secrets)
  const retryAfterMs = retryAfter(record(responseHeaders), now)
  const facts = { status, retryAfterMs, cause: new Error(words) }
  const message = `Embedding model '${model}'${status === undefined ? '' : ` (${status})`}: ${words}`
  if (status === 401 || status === 403 || NO_KEY.test(nameOf(error)))
    return new ProviderAuthError(message, facts)
  if (status === 413 || TOO_LONG.test(`${words} ${String(responseBody ?? '')}`)) {
    return new ContextTooLongError(message, facts)
  }
  if (status === 429 || status === 503 || status === 529) return new ProviderOverloadedError(message, facts)
  if (status === 408 || status === 504 || /TIMEOUT|TIMEDOUT/.test(code))
    return new ProviderTimeoutError(message, facts)
  const retryable = status === undefined ? CONNECTION.test(code) || words === 'terminated' : status >= 500
  return new ProviderError(message, { ...facts, retryable })
}

/** Both in the words of servers in use. */
const TOO_LONG =
  /maximum (?:context|input) length|context (?:length|window|size)|context_length_exceeded|too many tokens|too long|too large|larger than|reduce (?:your|the) (?:prompt|input|length)|max(?:imum)?[_ ](?:number of )?(?:input )?tokens|batch size/iu
const CONNECTION = /^(?:ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|EPIPE|UND_ERR)/u
const NO_KEY = /LoadAPIKey/u

function codeOf(error: unknown): string {
  // The socket's error stands behind those of `fetch` and of the SDK.
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    const { code } = record(at)
    if (typeof code === 'string') return code
  }
  return ''
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/** Milliseconds; the header has seconds or an HTTP date. @see RFC 9110, section 10.2.3 */
function retryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === 'retry-after')
  const wish = typeof entry?.[1] === 'string' ? entry[1].trim() : undefined
  if (wish === undefined) return undefined
  if (/^\d+(?:\.\d+)?$/.test(wish)) return Number(wish) * 1000
  const date = Date.parse(wish)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function withoutKeys(words: string, secrets: readonly string[]): string {
  return secrets
    .reduce((left, secret) => left.replaceAll(secret, '[secret]'), words)
    .replace(/\bBearer\s+\S+|\b[sp]k-[\w*.-]{6,}/giu, '[secret]')
    .slice(0, LONGEST_MESSAGE)
}

const LONGEST_MESSAGE = 300

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
