import { createOpenAICompatibleModel, type ModelOption } from '../../src/index.ts'
import { type Answer, type Fault, reply, type ServedRequest } from '../model-server/answers.ts'
import { startModelServer } from '../model-server/model-server.ts'
import type { Input, TurnSpec } from './case.ts'

/** A model behind a real server that replies as a case says. */
export type ScriptedWriter = {
  readonly model: ModelOption
  readonly requests: readonly ServedRequest[]
  close(): Promise<void>
}

/** What a case gives for a reply: its text, or a circumstance beside it. */
type ReplySpec =
  | string
  | { readonly text?: string; readonly finish_reason?: string; readonly http_status?: number }

/** Whether a case has replies of a model, or looks at what a model is asked. */
export function isWritten({ model_reply, model_reply_by_turn, config }: Input): boolean {
  return model_reply !== undefined || model_reply_by_turn !== undefined || config?.provider !== undefined
}

/** Replies in the order of the calls, or by the turn that a request is about; what is not told has no memories in it. */
export async function startWriter(input: Input): Promise<ScriptedWriter> {
  const inOrder = ((input.model_reply ?? []) as ReplySpec[]).map(answerOf)
  const byTurn = new Map(
    Object.entries((input.model_reply_by_turn ?? {}) as Record<string, ReplySpec[]>).map(([id, replies]) => [
      id,
      replies.map(answerOf),
    ]),
  )
  const server = await startModelServer((request) => {
    const text = request.body.messages.map(({ content }) => content).join('\n')
    for (const { id = '', text: said } of input.turns ?? []) {
      const replies = byTurn.get(id)
      if (replies !== undefined && text.includes(JSON.stringify(said))) return replies.shift() ?? NOTHING
    }
    return inOrder.shift() ?? NOTHING
  })
  return {
    model: createOpenAICompatibleModel({ baseURL: server.baseURL, model: 'scripted' }),
    requests: server.requests,
    close: server.close,
  }
}

const NOTHING = '{"units":[]}'

function answerOf(spec: ReplySpec): Answer {
  if (typeof spec === 'string') return spec
  if (spec.http_status !== undefined)
    return {
      type: 'status',
      status: spec.http_status,
      headers: {},
      body: { error: { message: 'refused' } },
    } satisfies Fault
  return reply(spec.text ?? '', { finishReason: spec.finish_reason ?? 'stop' })
}

/** What a reply says, by whatever name and in whichever marks, or as a string of its own in a list. */
const TOLD =
  /["']?\b(?:text|fact|memory|content|statement|value)["']?\s*:\s*(?<mark>["'])(?<text>.*?)\k<mark>(?=[,}\]])|(?<=[[,]\s*)"(?<alone>[^"{}[\]:]{2,}?)"(?=\s*[,\]])/gu

/** Cases about the form of a reply leave the turn open: it said what the reply draws from it. */
export function spokenOf({ text, ...turn }: TurnSpec, { model_reply: replies }: Input): TurnSpec {
  if (text !== '(see the model replies)') return { ...turn, text }
  const written = JSON.stringify(replies ?? []).replaceAll('\\', '')
  const said = [...written.matchAll(TOLD)].map(({ groups }) => groups?.text ?? groups?.alone)
  return { ...turn, text: said.length === 0 ? 'Hello there.' : `${said.join('. ')}.` }
}
