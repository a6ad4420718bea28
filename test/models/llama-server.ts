import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import {
  ContextTooLongError,
  type LanguageModelClient,
  type ModelReply,
  type ModelRequest,
  type TaskName,
} from '../../src/index.ts'
import { type ChatBody, reply } from '../model-server/answers.ts'
import { completionOf, streamEvents, textEvent } from '../model-server/wire.ts'

export type LlamaServer = AsyncDisposable & {
  /** With the version, as clients want it. */
  readonly baseURL: string
  /** What was asked, in the order in which it came. */
  readonly bodies: readonly ChatBody[]
}

/** Serves a model in process as an OpenAI-compatible endpoint on loopback: chat completions, whole and streamed. */
export async function startLlamaServer(model: LanguageModelClient): Promise<LlamaServer> {
  const bodies: ChatBody[] = []
  const server = createServer((incoming, response) => {
    serve(incoming, { response, model, bodies }).catch((error: Error) => {
      const tooLong = error instanceof ContextTooLongError
      const code = tooLong ? 'context_length_exceeded' : 'server_error'
      if (!response.headersSent)
        response.writeHead(tooLong ? 400 : 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: error.message, code } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    bodies,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Serving = {
  readonly response: ServerResponse
  readonly model: LanguageModelClient
  readonly bodies: ChatBody[]
}

async function serve(incoming: IncomingMessage, { response, model, bodies }: Serving): Promise<void> {
  const body = (await json(incoming)) as ChatBody
  bodies.push(body)
  const left = new AbortController()
  response.on('close', () => left.abort(new Error('The client has left')))
  const request = requestOf(body)
  if (!body.stream) {
    const made = await model.generate(request, { signal: left.signal })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(completionOf(wired(made), body)))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for await (const chunk of model.stream(request, { signal: left.signal })) {
    if (chunk.type === 'text') response.write(textEvent(chunk.text, body))
    else for (const event of streamEvents({ ...wired(chunk.reply), pieces: [] }, body)) response.write(event)
  }
  response.end()
}

function wired({ text, finishReason, usage }: ModelReply) {
  return reply(text, { finishReason: finishReason.replace('-', '_'), usage })
}

const MOST_TOKENS = 200

function requestOf({ messages, response_format, max_tokens, max_completion_tokens }: ChatBody): ModelRequest {
  const told = (role: string) =>
    messages
      .filter((message) => message.role === role)
      .map(({ content }) => textOf(content))
      .join('\n')
  const form = response_format?.json_schema
  return {
    task: (form?.name ?? 'answer') as TaskName,
    system: told('system'),
    prompt: told('user'),
    schema: form?.schema as ModelRequest['schema'],
    maxOutputTokens: max_completion_tokens ?? max_tokens ?? MOST_TOKENS,
  }
}

/** A text, or parts of one. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (content as readonly { text?: string }[]).map(({ text = '' }) => text).join('\n')
}
