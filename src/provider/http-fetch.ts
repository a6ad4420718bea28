import {
  Agent,
  globalAgent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http'
import { Agent as SecureAgent, globalAgent as secureGlobalAgent } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { createUnzip } from 'node:zlib'
import redirecting from 'follow-redirects'
import { onAbort } from './on-abort.ts'
import { namesSecret } from './redact.ts'

/** As in `fetch`. */
const MOST_REDIRECTS = 20

/**
 * Connections that nothing is sent over are closed after so long: servers close theirs after 5 s (Node, uvicorn), and a
 * request that goes out as they do so is lost.
 */
const IDLE_MS = 4_000

/**
 * A `fetch` over Node's own HTTP client: less work of the processor than the global one, and no limit to how long an
 * answer may be in coming; who asks sets one by the signal.
 *
 * Takes an URL, a method, headers, a string for a body, and a signal, which is heard until the answer has been read to
 * its end. Failures have the shape of `fetch`'s. Redirects are followed as `fetch` follows them, and no header that
 * holds a secret goes to another origin. TLS and proxies are as they are set for Node (`NODE_EXTRA_CA_CERTS`, and
 * `NODE_USE_ENV_PROXY` where Node knows it); a dispatcher of undici is not heeded.
 *
 * @param options.idleMs Milliseconds that an idle connection is kept; it keeps no process alive. Default 4,000.
 */
export function createHttpFetch({ idleMs = IDLE_MS }: { readonly idleMs?: number } = {}): typeof fetch {
  const agents = {
    http: new Agent({ ...optionsOf(globalAgent), keepAlive: true, timeout: idleMs }),
    https: new SecureAgent({ ...optionsOf(secureGlobalAgent), keepAlive: true, timeout: idleMs }),
  }
  return async (input, { signal = null, ...init } = {}) => {
    signal?.throwIfAborted()
    if (input instanceof Request) throw new TypeError('What is asked for must be an URL')
    const url = new URL(input)
    const sending = { url, signal: signal ?? undefined, agents, ...partsOf(init) }
    const incoming = await send(sending).catch((cause: unknown) => {
      throw signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause })
    })
    return responseOf(incoming, sending.signal)
  }
}

/** What the process has set for all: certificates, proxies. */
const optionsOf = (agent: Agent) => (agent as Agent & { readonly options?: object }).options

function partsOf({ method = 'GET', headers: given, body = null }: RequestInit) {
  if (body !== null && typeof body !== 'string') throw new TypeError('The body of a request must be a string')
  const headers = new Headers(given)
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'gzip, deflate')
  // Some servers know no body without its length.
  if (body !== null) headers.set('content-length', String(Buffer.byteLength(body)))
  return { method, headers: Object.fromEntries(headers), body: body ?? undefined }
}

type Sending = ReturnType<typeof partsOf> & {
  readonly url: URL
  readonly signal: AbortSignal | undefined
  readonly agents: { readonly http: Agent; readonly https: SecureAgent }
}

/** The answer, once its headers are there. */
function send({ url, method, headers, body, signal, agents }: Sending): Promise<IncomingMessage> {
  const client = url.protocol === 'https:' ? redirecting.https : redirecting.http
  return new Promise((resolve, reject) => {
    const request = client.request(url, {
      method,
      headers,
      agents,
      maxRedirects: MOST_REDIRECTS,
      maxBodyLength: Number.POSITIVE_INFINITY,
      beforeRedirect(next: RequestOptions) {
        if (`${next.protocol}//${next.host}` !== url.origin) next.headers = withoutSecrets(next.headers)
      },
    })
    const stopListening = onAbort(signal, () => {
      request.destroy()
      reject(signal?.reason)
    })
    request.on('response', (incoming) => {
      stopListening()
      resolve(incoming)
    })
    // Heard for as long as there is a socket: what nobody hears would end the process.
    request.on('error', (error) => {
      stopListening()
      reject(error)
    })
    request.end(body)
  })
}

function withoutSecrets(headers: OutgoingHttpHeaders | readonly string[] = {}): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !namesSecret(name)))
}

/** Statuses whose answers have no body. @see Fetch Standard, “null body status” */
const WITHOUT_BODY = [204, 205, 304]

function responseOf(incoming: IncomingMessage, signal: AbortSignal | undefined): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = incoming
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const about = { status, statusText, headers }
  if (signal?.aborted || status < 200 || status > 599) {
    incoming.destroy()
    signal?.throwIfAborted()
    throw new TypeError('fetch failed', { cause: new RangeError(`The server answers with status ${status}`) })
  }
  if (WITHOUT_BODY.includes(status)) {
    incoming.resume()
    return new Response(null, about)
  }
  const body = decoded(incoming)
  const stopListening = onAbort(signal, () => body.destroy(signal?.reason))
  body.once('close', stopListening)
  return new Response(Readable.toWeb(body), about)
}

function decoded(incoming: IncomingMessage): Readable {
  if (!/^(?:x-)?gzip$|^deflate$/iu.test(incoming.headers['content-encoding'] ?? '')) return incoming
  // The last callback is told what the reader of the pipeline is told as well.
  return pipeline(incoming, createUnzip(), () => {})
}
