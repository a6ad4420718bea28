import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { TaskName } from '../../src/model/usage.ts'
import { type Answer, type ChatBody, type Fault, faults, reply, type ServedRequest } from './answers.ts'
import { completionOf, streamEvents, textEvent } from './wire.ts'

/** Told the request and how many of its task came before; undefined: not told what to answer. */
export type AnswerOf = (
  request: ServedRequest,
  before: number,
) => Answer | undefined | Promise<Answer | undefined>

/** Answers by task, `text` for requests without a form: one for all, a list used up in order, or a function. */
export type ServerScript =
  | AnswerOf
  | { readonly [Task in TaskName | 'text']?: Answer | readonly Answer[] | AnswerOf }

export type ModelServerOptions = {
  /** Milliseconds from a request to the first byte of its answer, the server's own work in them. Default 0. */
  readonly latencyMs?: number
  /** The forms it knows; what else is asked for is refused with 400. Default: both. */
  readonly formats?: readonly ('json_schema' | 'json_object')[]
}

export type ModelServer = AsyncDisposable & {
  /** With the version, as clients want it. */
  readonly baseURL: string
  /** In the order in which they came. */
  readonly requests: readonly ServedRequest[]
  /** The most requests that were under way at once. */
  readonly mostAtOnce: number
  close(): Promise<void>
}

/**
 * Starts an OpenAI-compatible server on loopback that answers chat completions from a script.
 *
 * A request that the script has no answer for gets status 418 and a message that names its task.
 */
export async function startModelServer(
  script: ServerScript,
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: ServedRequest[] = []
  let underWay = 0
  let mostAtOnce = 0
  const server = createServer(async (incoming, response) => {
    const arrivedAt = performance.now()
    const body = await readBody(incoming)
    const request = serve(body, { incoming, response })
    const before = requests.filter(({ task }) => task === request.task).length
    const place = typeof script === 'function' ? requests.length : before
    requests.push(request)
    mostAtOnce = Math.max(mostAtOnce, ++underWay)
    void request.ended.then(() => underWay--)
    const answer = refuseFormat(body, options) ?? (await answerFrom(script, request, place))
    await send(answer, { body, response, arrivedAt, latencyMs: options.latencyMs ?? 0 })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    get mostAtOnce() {
      return mostAtOnce
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function readBody(incoming: IncomingMessage): Promise<ChatBody> {
  let text = ''
  for await (const part of incoming.setEncoding('utf8')) text += part
  return JSON.parse(text) as ChatBody
}

function serve(
  body: ChatBody,
  { incoming, response }: { incoming: IncomingMessage; response: ServerResponse },
): ServedRequest {
  let hungUp = false
  const ended = new Promise<void>((resolve) => {
    response.on('close', () => {
      hungUp = !response.writableEnded && !cutByScript.has(response)
      resolve()
    })
  })
  return {
    task: taskOf(body),
    body,
    headers: incoming.headers,
    ended,
    get hungUp() {
      return hungUp
    },
  }
}

/** Answers that the script cut, so that the client is not blamed for it. */
const cutByScript = new WeakSet<ServerResponse>()

/** The schema's name says the task: in the form that is asked for, or in the words that describe it. */
function taskOf({ response_format, messages }: ChatBody): TaskName | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const name = response_format?.json_schema?.name ?? /JSON Schema "([a-z-]+)"/u.exec(system)?.[1]
  return name as TaskName | undefined
}

function refuseFormat(body: ChatBody, { formats }: ModelServerOptions): Fault | undefined {
  const type = body.response_format?.type
  if (type === undefined || formats === undefined || formats.some((format) => format === type))
    return undefined
  return faults.formatUnsupported(type)
}

async function answerFrom(script: ServerScript, request: ServedRequest, before: number): Promise<Answer> {
  const part = typeof script === 'function' ? script : script[request.task ?? 'text']
  const answer = typeof part === 'function' ? await part(request, before) : isList(part) ? part[before] : part
  if (answer !== undefined) return answer
  const message = `The script has no answer number ${before + 1} for '${request.task ?? 'text'}'`
  return { type: 'status', status: 418, headers: {}, body: { error: { message } } }
}

const isList = (part: Answer | readonly Answer[] | undefined): part is readonly Answer[] =>
  Array.isArray(part)

type Sending = { body: ChatBody; response: ServerResponse; arrivedAt: number; latencyMs: number }

async function send(answer: Answer, { body, response, arrivedAt, latencyMs }: Sending): Promise<void> {
  const told = typeof answer === 'string' ? reply(answer) : answer
  const wait = (told.type === 'reply' ? told.latencyMs : undefined) ?? latencyMs
  if (wait > 0) await pause(Math.max(0, arrivedAt + wait - performance.now()))
  switch (told.type) {
    case 'reply':
      if (!body.stream) return json(response, 200, completionOf(told, body))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of streamEvents(told, body)) response.write(event)
      response.end()
      return
    case 'status': {
      for (const [name, value] of Object.entries(told.headers)) response.setHeader(name, value)
      if (typeof told.body !== 'string') return json(response, told.status, told.body)
      response.writeHead(told.status, { 'content-type': 'text/html' }).end(told.body)
      return
    }
    case 'hang':
      return
    case 'cut':
      if (told.after !== '') {
        response.writeHead(200, { 'content-type': 'application/json' })
        await written(response, told.after)
      }
      return cut(response)
    case 'broken-stream':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of told.pieces) await written(response, textEvent(piece, body))
      if (told.end === 'cut') cut(response)
      if (told.end === 'end') response.end()
      if (told.end === 'error') {
        response.end('data: {"error":{"message":"Overloaded","type":"overloaded_error"}}\n\n')
      }
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Waits until the bytes have left, so that a cut comes after them. */
function written(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => response.write(text, () => resolve()))
}

function cut(response: ServerResponse): void {
  cutByScript.add(response)
  response.destroy()
}
