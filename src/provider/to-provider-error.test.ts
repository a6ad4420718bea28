import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactor } from './redact.ts'
import { retryAfterMs } from './retry-after.ts'
import { toProviderError } from './to-provider-error.ts'

const context = { asked: "Model 'tiny'", redact: redactor([]), now: () => 0 }

/** An error as the SDK makes it of an HTTP answer. */
function answered(statusCode: number, body: unknown): Error {
  const responseBody = typeof body === 'string' ? body : JSON.stringify(body)
  return Object.assign(new Error('Failed'), { statusCode, responseBody })
}
const codeOf = (error: unknown) => toProviderError(error, context).code

describe('A prompt that is too long', () => {
  it.each<[string, number, unknown]>([
    ['OpenAI', 400, { error: { message: 'Too much', code: 'context_length_exceeded' } }],
    [
      'vLLM',
      400,
      {
        object: 'error',
        message: "This model's maximum context length is 16 tokens. However, you requested 20 tokens.",
        code: 400,
      },
    ],
    [
      "llama.cpp's server",
      500,
      { error: { code: 500, message: 'the request exceeds', type: 'exceed_context_size_error' } },
    ],
    ['llama-cpp-python', 400, { error: { message: 'Requested tokens (20) exceed context window of 16' } }],
    ['Anthropic', 400, { error: { message: 'prompt is too long: 20 tokens > 16 maximum' } }],
    [
      'Google',
      400,
      { error: { message: 'The input token count (20) exceeds the maximum number of tokens' } },
    ],
    ['LM Studio', 400, { error: 'The model is loaded with context length of only 16 tokens' }],
    ['Groq', 413, { error: { message: 'Request too large for model' } }],
    ['a proxy', 413, '<html><title>413 Request Entity Too Large</title></html>'],
  ])('is told apart as %s says it', (_, status, body) => {
    expect(codeOf(answered(status, body))).toBe('context-too-long')
  })
})

describe('Errors', () => {
  it.each<[number, unknown, string, boolean]>([
    [400, { error: { message: 'x', code: 'content_filter' } }, 'provider-refused', false],
    [403, { error: { message: 'Your input was flagged' } }, 'provider-refused', false],
    [401, 'Unauthorized', 'provider-auth', false],
    [403, { detail: 'Not allowed' }, 'provider-auth', false],
    [402, { error: { message: 'Insufficient credits' } }, 'provider', false],
    [429, { error: { message: 'x', type: 'insufficient_quota' } }, 'provider', false],
    [429, 'Too Many Requests', 'provider-overloaded', true],
    [503, '', 'provider-overloaded', true],
    [529, { error: { type: 'overloaded_error', message: 'Overloaded' } }, 'provider-overloaded', true],
    [500, { error: { message: 'The server is overloaded' } }, 'provider-overloaded', true],
    [408, '', 'provider-timeout', true],
    [504, '<html>Gateway Time-out</html>', 'provider-timeout', true],
    [500, '', 'provider', true],
    [502, '<html>Bad Gateway</html>', 'provider', true],
    [404, { error: 'model not found' }, 'provider', false],
    [422, { detail: [{ msg: 'Field required' }] }, 'provider', false],
  ])('of status %i with %j are %s, retryable: %s', (status, body, code, retryable) => {
    expect(toProviderError(answered(status, body), context)).toMatchObject({ code, retryable, status })
  })

  it.each<[string, string]>([
    ['ECONNREFUSED', 'provider'],
    ['UND_ERR_SOCKET', 'provider'],
    ['UND_ERR_HEADERS_TIMEOUT', 'provider-timeout'],
    ['ETIMEDOUT', 'provider-timeout'],
  ])('of a connection (%s) may be tried again', (causeCode, code) => {
    const cause = Object.assign(new Error('socket'), { code: causeCode })
    const error = new TypeError('fetch failed', { cause })
    expect(toProviderError(error, context)).toMatchObject({ code, retryable: true, status: undefined })
  })

  it('within a stream are told apart by their words', () => {
    expect(codeOf({ message: 'Overloaded', type: 'overloaded_error' })).toBe('provider-overloaded')
    expect(codeOf({ message: 'x', code: 429 })).toBe('provider-overloaded')
    expect(codeOf('exploded')).toBe('provider')
  })

  it('keep a page of HTML out of the message', () => {
    const page = `<html><style>a{}</style><h1>Bad   Gateway</h1>${'<p>words'.repeat(200)}`
    const { message } = toProviderError(answered(502, page), context)
    expect(message).toMatch(/\(502\): Bad Gateway words/)
    expect(message.length).toBeLessThan(400)
  })

  it('never hold a secret, wherever the provider repeats it', () => {
    const secret = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => text.trim() === text)
    fc.assert(
      fc.property(secret, fc.string(), fc.boolean(), (key, around, json) => {
        const said = `${around}${key}${around}`
        const error = answered(401, json ? { error: { message: said } } : said)
        const ours = toProviderError(new Error(said, { cause: error }), {
          ...context,
          redact: redactor([key]),
        })
        const seen = [ours.message, ours.stack, (ours.cause as Error).message, (ours.cause as Error).stack]
        for (const text of seen) expect(text?.includes(key)).toBe(false)
      }),
    )
  })
})

describe('A redactor', () => {
  it('takes the longer secret out first, and leaves placeholders alone', () => {
    expect(redactor(['abcd', 'abcd-efgh', 'x', undefined])('x abcd-efgh abcd')).toBe('x [secret] [secret]')
  })

  it('knows keys by their look, masked ones too', () => {
    expect(redactor([])('Bearer abc, sk-proj-abc***xyz; pk-123456 and risk-averse')).toBe(
      '[secret], [secret]; [secret] and risk-averse',
    )
  })
})

describe('Retry-After', () => {
  const now = Date.UTC(2020, 0, 1)

  it.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['parts of a second', { 'retry-after': '0.5' }, 500],
    ['a date', { 'retry-after': 'Wed, 01 Jan 2020 00:01:00 GMT' }, 60_000],
    ['a date that has passed', { 'retry-after': 'Tue, 31 Dec 2019 00:00:00 GMT' }, 0],
    ['milliseconds, which are more exact', { 'retry-after': '1', 'retry-after-ms': '250' }, 250],
    ['nothing', {}, undefined],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['a negative number', { 'retry-after': '-5' }, undefined],
  ])('may be %s', (_, headers, expected) => {
    expect(retryAfterMs(headers, now)).toBe(expected)
  })

  it('is read alike as seconds and as a date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seconds) => {
        const date = new Date(now + seconds * 1000).toUTCString()
        expect(retryAfterMs({ 'retry-after': date }, now)).toBe(
          retryAfterMs({ 'retry-after': String(seconds) }, now),
        )
      }),
    )
  })
})
