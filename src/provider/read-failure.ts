/** What can be read out of the error of a provider, whatever its shape. */
export type Failure = {
  /** HTTP status, or the one that the error itself names. */
  readonly status: number | undefined
  /** The provider's own words. */
  readonly message: string
  /** Codes and kinds that stand beside them: `context_length_exceeded`, `ECONNRESET`. */
  readonly codes: readonly string[]
  /** Whether the connection failed before or in the middle of the answer. */
  readonly connection: boolean
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Reads an error of an AI SDK model by its shape, not by its class: models of different releases bring different
 * classes, and errors within a stream are plain objects.
 */
export function readFailure(error: unknown): Failure {
  const facts = object(error)
  const body = readBody(text(facts.responseBody) ?? error)
  const codes = [...codesOfChain(error), ...body.codes]
  return {
    status: number(facts.statusCode) ?? body.status,
    message: body.message ?? messageOf(error),
    codes,
    connection: codes.some((code) => CONNECTION_CODES.has(code)) || messageOf(error) === 'terminated',
    headers: headersOf(facts.responseHeaders),
  }
}

/** Of Node's sockets and its `fetch`. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

type Body = { message?: string | undefined; codes: readonly string[]; status?: number | undefined }

/** `{ error: { message, type, code } }`, `{ error: 'words' }`, `{ message, … }`, `{ detail: … }`, or plain text. */
function readBody(body: unknown): Body {
  const parsed = typeof body === 'string' ? parse(body) : body
  if (typeof parsed === 'string') return { message: plain(parsed), codes: [] }
  const outer = object(parsed)
  const inner = typeof outer.error === 'object' ? object(outer.error) : outer
  const named = [inner.code, inner.type, inner.param, inner.status].filter((code) => typeof code === 'string')
  const message = text(inner.message) ?? text(outer.error) ?? detail(outer.detail)
  // Some give the status as a number, some as a string of digits.
  const status = [inner.code, inner.status].map(Number).find((code) => code >= 400 && code < 600)
  return { message: message === undefined ? undefined : plain(message), codes: named, status }
}

/** The validation errors of FastAPI: one text, or a list of `{ msg }`. */
function detail(value: unknown): string | undefined {
  if (!Array.isArray(value)) return text(value)
  return value.map((part) => text(object(part).msg) ?? '').join('; ') || undefined
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Error pages are HTML, and long. */
const LONGEST_MESSAGE = 300

function plain(message: string): string | undefined {
  const words = message
    .replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>|<[^>]*>/giu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  if (words === '') return undefined
  return words.length > LONGEST_MESSAGE ? `${words.slice(0, LONGEST_MESSAGE)}…` : words
}

/** Causes nest three deep in practice; a ring would not end. */
const DEEPEST_CAUSE = 6

function codesOfChain(error: unknown): string[] {
  const codes: string[] = []
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST_CAUSE; at = at.cause, depth += 1) {
    const { code } = object(at)
    if (typeof code === 'string') codes.push(code)
    if (at.name !== 'Error') codes.push(at.name)
  }
  return codes
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return plain(error.message) ?? error.name
  return plain(text(error) ?? JSON.stringify(error) ?? '') ?? 'no reason given'
}

function headersOf(headers: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(object(headers)).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
}

const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
