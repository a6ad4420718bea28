import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpFetch } from './http-fetch.ts'
import { readFailure } from './read-failure.ts'

type Seen = { readonly method: string; readonly headers: IncomingMessage['headers']; readonly body: string }
type Served = {
  readonly url: string
  readonly seen: Seen[]
  readonly sockets: Socket[]
  readonly server: Server
}

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server on loopback; what it was asked, and the connections that were made to it. */
async function serve(listener: RequestListener): Promise<Served> {
  const seen: Seen[] = []
  const sockets: Socket[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    seen.push({ method: request.method!, headers: request.headers, body })
    listener(request, response)
  })
  // Nothing that these tests leave behind keeps a process alive, so that what the client leaves would be seen.
  server.on('connection', (socket) => sockets.push(socket.unref())).unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(server)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen, sockets, server }
}

const post = { method: 'POST', body: '{"wörd":1}', headers: { 'Content-Type': 'application/json' } }

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  )

const kept = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length

describe('A request', () => {
  it('goes out with its body, its length and its headers, and comes back with status and headers', async () => {
    const { url, seen } = await serve((_, response) => {
      response.writeHead(418, 'Short and stout', { 'x-kind': 'tea', 'set-cookie': ['a=1', 'b=2'] }).end('pot')
    })
    const response = await createHttpFetch()(url, post)
    expect(response).toMatchObject({ status: 418, statusText: 'Short and stout', ok: false })
    expect(response.headers.get('x-kind')).toBe('tea')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('pot')
    expect(seen).toMatchObject([
      {
        method: 'POST',
        body: post.body,
        headers: { 'content-type': 'application/json', 'content-length': '11' },
      },
    ])
    expect(seen[0]?.headers).not.toHaveProperty('transfer-encoding')
  })

  it.each([204, 304])('whose answer has no body (%i) has none', async (status) => {
    const { url } = await serve((_, response) => response.writeHead(status).end())
    expect(await createHttpFetch()(url, post)).toMatchObject({ status, body: null })
  })

  it.each(['gzip', 'deflate'])('takes an answer that is packed (%s)', async (encoding) => {
    const { deflateSync } = await import('node:zlib')
    const packed = (encoding === 'gzip' ? gzipSync : deflateSync)('words '.repeat(10_000))
    const { url, seen } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(packed)
    })
    expect(await (await createHttpFetch()(url, post)).text()).toBe('words '.repeat(10_000))
    expect(seen[0]?.headers['accept-encoding']).toContain(encoding)
  })

  it('takes an answer piece by piece, as it comes', async () => {
    let goOn = () => {}
    const { url } = await serve((_, response) => {
      response.write('one')
      goOn = () => response.end('two')
    })
    const { body } = await createHttpFetch()(url, post)
    const pieces: string[] = []
    for await (const piece of body!) {
      pieces.push(new TextDecoder().decode(piece))
      goOn()
    }
    expect(pieces).toEqual(['one', 'two'])
  })

  it('waits for an answer that begins late, or pauses, far beyond the limit of idle connections', async () => {
    const { url } = await serve(async (_, response) => {
      await pause(300)
      response.write('late')
      await pause(300)
      response.end(' again')
    })
    const fetch = createHttpFetch({ idleMs: 20 })
    expect(await (await fetch(url, post)).text()).toBe('late again')
    expect(await (await fetch(url, post)).text()).toBe('late again')
  })

  it('refuses a body that is no string', async () => {
    expect(await failureOf(createHttpFetch()('http://localhost', { body: new FormData() }))).toBeInstanceOf(
      TypeError,
    )
  })
})

describe('A connection', () => {
  it('is used again, and keeps no process alive meanwhile', async () => {
    // Those of other tests close in their own time.
    await expect.poll(kept).toBe(0)
    const { url, sockets } = await serve((_, response) => response.end('yes'))
    const fetch = createHttpFetch()
    for (let request = 0; request < 3; request += 1) await (await fetch(url, post)).text()
    expect(sockets).toHaveLength(1)
    // It is put aside after its answer has been read.
    await expect.poll(kept).toBe(0)
    expect(sockets[0]?.destroyed).toBe(false)
  })

  it('that is idle is closed after its limit, and another one is made', async () => {
    const { url, sockets } = await serve((_, response) => response.end('yes'))
    const fetch = createHttpFetch({ idleMs: 30 })
    await (await fetch(url, post)).text()
    await once(sockets[0]!, 'close')
    expect(await (await fetch(url, post)).text()).toBe('yes')
    expect(sockets).toHaveLength(2)
  })

  it('that the server has closed is not used again', async () => {
    const { url, server, sockets } = await serve((_, response) => response.end('yes'))
    server.keepAliveTimeout = 1
    const fetch = createHttpFetch()
    for (let request = 0; request < 3; request += 1) {
      expect(await (await fetch(url, post)).text()).toBe('yes')
      await once(sockets.at(-1)!, 'close')
    }
    expect(sockets).toHaveLength(3)
  })
})

describe('An abort', () => {
  const reason = new Error('Enough')

  it('before the request sends nothing', async () => {
    const { url, sockets } = await serve((_, response) => response.end())
    const signal = AbortSignal.abort(reason)
    expect(await failureOf(createHttpFetch()(url, { ...post, signal }))).toBe(reason)
    expect(sockets).toEqual([])
  })

  it('before the answer begins closes the connection', async () => {
    const stop = new AbortController()
    const { url, sockets } = await serve(() => stop.abort(reason))
    expect(await failureOf(createHttpFetch()(url, { ...post, signal: stop.signal }))).toBe(reason)
    if (!sockets[0]?.destroyed) await once(sockets[0]!, 'close')
  })

  it.each(['plain', 'packed'])('in the middle of an answer (%s) closes the connection', async (form) => {
    const stop = new AbortController()
    const { url, sockets } = await serve((_, response) => {
      if (form === 'packed') response.setHeader('content-encoding', 'gzip')
      response.write(form === 'packed' ? gzipSync('half').subarray(0, -9) : 'half')
    })
    const response = await createHttpFetch()(url, { ...post, signal: stop.signal })
    const reading = failureOf(response.text())
    stop.abort(reason)
    expect(await reading).toBe(reason)
    if (!sockets[0]?.destroyed) await once(sockets[0]!, 'close')
  })

  it('after the answer leaves the connection for the next request', async () => {
    const { url, sockets } = await serve((_, response) => response.end('yes'))
    const fetch = createHttpFetch()
    for (let request = 0; request < 3; request += 1) {
      const stop = new AbortController()
      await (await fetch(url, { ...post, signal: stop.signal })).text()
      stop.abort(reason)
    }
    expect(sockets).toHaveLength(1)
  })

  it('is not needed by who leaves an answer: that closes the connection too', async () => {
    const { url, sockets } = await serve((_, response) => response.write('half'))
    const { body } = await createHttpFetch()(url, post)
    await body?.cancel()
    if (!sockets[0]?.destroyed) await once(sockets[0]!, 'close')
  })
})

describe('A redirect', () => {
  const secret = {
    ...post,
    headers: { authorization: 'Bearer the-key', 'x-api-key': 'the-key', 'x-team': 'memory' },
  }
  const redirect = (status: number, to: string): RequestListener => {
    return (request, response) =>
      request.url === '/' ? response.writeHead(status, { location: to }).end() : response.end('there')
  }

  it.each([307, 308])('(%i) within an endpoint sends the same again, the key too', async (status) => {
    const { url, seen } = await serve(redirect(status, '/v2'))
    expect(await (await createHttpFetch()(url, secret)).text()).toBe('there')
    expect(seen[1]).toMatchObject({ method: 'POST', body: post.body, headers: secret.headers })
  })

  it.each([307, 308])('(%i) to another host takes no secret along', async (status) => {
    const there = await serve((_, response) => response.end('there'))
    const { url } = await serve(redirect(status, there.url))
    expect(await (await createHttpFetch()(url, secret)).text()).toBe('there')
    expect(there.seen).toMatchObject([{ method: 'POST', body: post.body, headers: { 'x-team': 'memory' } }])
    expect(JSON.stringify(there.seen)).not.toContain('the-key')
  })

  it('back from another host does not take them up again', async () => {
    const home = await serve((request, response) =>
      request.url === '/' ? response.writeHead(307, { location: away.url }).end() : response.end('back'),
    )
    const away: Served = await serve((_, response) =>
      response.writeHead(307, { location: `${home.url}back` }).end(),
    )
    expect(await (await createHttpFetch()(home.url, secret)).text()).toBe('back')
    expect(JSON.stringify(home.seen[1])).not.toContain('the-key')
  })

  it('without end is a failure', async () => {
    const { url, seen } = await serve((_, response) => response.writeHead(307, { location: '/' }).end())
    const failure = await failureOf(createHttpFetch()(url, post))
    expect(failure).toMatchObject({ message: 'fetch failed', cause: { code: 'ERR_FR_TOO_MANY_REDIRECTS' } })
    expect(seen).toHaveLength(21)
  })

  it('under way is ended by an abort', async () => {
    const stop = new AbortController()
    const there = await serve(() => stop.abort(new Error('Enough')))
    const { url } = await serve(redirect(307, there.url))
    const failure = await failureOf(createHttpFetch()(url, { ...post, signal: stop.signal }))
    expect(failure).toMatchObject({ message: 'Enough' })
    if (!there.sockets[0]?.destroyed) await once(there.sockets[0]!, 'close')
  })
})

describe('A failure', () => {
  it('of an address where nobody listens, or that is none, has the shape of one of fetch', async () => {
    const { url, server } = await serve(() => {})
    server.close()
    const failure = await failureOf(createHttpFetch()(url, post))
    expect(failure).toBeInstanceOf(TypeError)
    expect(failure).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
    expect(readFailure(failure)).toMatchObject({ connection: true })
    expect(await failureOf(createHttpFetch()('ftp://localhost', post))).toBeInstanceOf(TypeError)
  })

  it('of a connection that is cut before the answer is one of the connection', async () => {
    const { url } = await serve((request) => request.socket.destroy())
    const failure = await failureOf(createHttpFetch()(url, post))
    expect(failure).toMatchObject({ message: 'fetch failed' })
    expect(readFailure(failure)).toMatchObject({ connection: true })
  })

  it.each<[string, RequestListener]>([
    [
      'reset',
      (request, response) => {
        response.write('half', () => request.socket.resetAndDestroy())
      },
    ],
    [
      'shorter than it said',
      (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('half', () => response.socket?.end())
      },
    ],
    [
      'packed and cut',
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' })
        response.write(gzipSync('half'), () => response.socket?.end())
      },
    ],
  ])('of an answer that is %s is one of the connection', async (_, listener) => {
    const { url } = await serve(listener)
    const response = await createHttpFetch()(url, post)
    expect(readFailure(await failureOf(response.text()))).toMatchObject({ connection: true })
  })
})

it('fails on a status outside of 200 to 599 as on a lost connection, which it lets go of, and takes no Request', async () => {
  const { url, sockets } = await serve((_, response) => {
    response.socket!.end('HTTP/1.1 999 Odd\r\ncontent-length: 3\r\n\r\nodd')
  })
  const failure = await failureOf(createHttpFetch()(url, post))
  expect(failure).toMatchObject({
    message: 'fetch failed',
    cause: { message: expect.stringContaining('999') },
  })
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true)
  expect(await failureOf(createHttpFetch()(new Request(url, post)))).toBeInstanceOf(TypeError)
})
