import { setTimeout as pause } from 'node:timers/promises'
import { callLimits } from '../src/llm/call-limits.ts'
import { createModelCaller } from '../src/llm/create-model-caller.ts'
import type { ModelCaller } from '../src/llm/model-caller.ts'
import type {
  FinishReason,
  LanguageModelClient,
  ModelChunk,
  ModelReply,
  ModelRequest,
} from '../src/llm/model-client.ts'
import type { ModelRole, TaskName, TokenUsage } from '../src/model/usage.ts'

/** What the model answers: a text, a text with its circumstances, or an error to throw. */
export type ScriptedReply =
  | string
  | Error
  | {
      readonly text: string
      /** Default `stop`. */
      readonly finishReason?: FinishReason
      /** Default: a token for each 4 characters, none of them cached. */
      readonly usage?: Partial<TokenUsage>
      /** Before the reply; an aborted signal ends it. `Infinity` never answers. Default 0. */
      readonly delayMs?: number
      /** What a stream gives out before it throws this. Default: it does not throw. */
      readonly thenThrow?: Error
    }

/** Told the request and how many came before it; undefined: not told what to answer. */
export type Reply = (request: ModelRequest, before: number) => ScriptedReply | undefined

/** Replies by task: one for all, a list that is used up in order, or a function. Or one function for all tasks. */
export type Script =
  | Reply
  | { readonly [Task in TaskName]?: ScriptedReply | readonly ScriptedReply[] | Reply }

export type ScriptedModel = LanguageModelClient & {
  /** In the order in which they came. */
  readonly requests: readonly ModelRequest[]
  requestsOf(task: TaskName): readonly ModelRequest[]
}

/**
 * A language model that answers from a script and records what it was asked.
 *
 * @throws {Error} A plain one, which no stage takes for a provider's, when the script has no reply for a request.
 */
export function scriptedModel(
  script: Script,
  facts: Partial<Pick<LanguageModelClient, 'id' | 'contextTokens' | 'countTokens'>> = {},
): ScriptedModel {
  const requests: ModelRequest[] = []
  const answer = async (request: ModelRequest, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    const before = requests.filter(({ task }) => task === request.task).length
    requests.push(request)
    const reply = replyFrom(script, request, typeof script === 'function' ? requests.length - 1 : before)
    if (reply instanceof Error) throw reply
    const told = typeof reply === 'string' ? { text: reply } : reply
    await wait(told.delayMs ?? 0, signal)
    return told
  }
  return {
    id: 'scripted',
    contextTokens: undefined,
    countTokens: undefined,
    ...facts,
    requests,
    requestsOf: (task) => requests.filter((request) => request.task === task),
    async generate(request, { signal } = {}) {
      const told = await answer(request, signal)
      if (told.thenThrow) throw told.thenThrow
      return replyOf(told, request)
    },
    async *stream(request, { signal } = {}): AsyncGenerator<ModelChunk> {
      const told = await answer(request, signal)
      for (const text of told.text.match(/\s*\S+\s*$|\s*\S+|\s+/gu) ?? []) {
        signal?.throwIfAborted()
        yield { type: 'text', text }
      }
      if (told.thenThrow) throw told.thenThrow
      yield { type: 'finish', reply: replyOf(told, request) }
    },
  }
}

/**
 * A client in a role, as the stages take it. Pauses between attempts take no time.
 *
 * @param role Default `reader`.
 */
export function callerOf(client: LanguageModelClient, role: ModelRole = 'reader'): ModelCaller {
  return createModelCaller(client, { role, limits: callLimits({}, { sleep: async () => {} }) })
}

type Told = Exclude<ScriptedReply, string | Error>

function replyFrom(script: Script, request: ModelRequest, before: number): string | Error | Told {
  const part = typeof script === 'function' ? script : script[request.task]
  const reply = typeof part === 'function' ? part(request, before) : Array.isArray(part) ? part[before] : part
  if (reply === undefined) {
    throw new Error(`The script has no reply number ${before + 1} for '${request.task}': ${request.prompt}`)
  }
  return reply
}

function replyOf(told: Told, request: ModelRequest): ModelReply {
  const tokens = (text: string) => Math.ceil(text.length / 4)
  return {
    text: told.text,
    finishReason: told.finishReason ?? 'stop',
    usage: {
      inputTokens: tokens(request.system + request.prompt),
      cachedInputTokens: 0,
      outputTokens: tokens(told.text),
      ...told.usage,
    },
  }
}

/** The longest timer there is: 24 days. */
const FOREVER_MS = 2_147_483_647

async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (milliseconds === 0) return
  try {
    await pause(
      Math.min(milliseconds, FOREVER_MS),
      undefined,
      signal ? { signal, ref: false } : { ref: false },
    )
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}
