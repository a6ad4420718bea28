import { type CallLimitOptions, callLimits } from '../../src/llm/call-limits.ts'
import { createModelCaller } from '../../src/llm/create-model-caller.ts'
import type { ModelCaller } from '../../src/llm/model-caller.ts'
import type { LanguageModelClient } from '../../src/llm/model-client.ts'
import { createOpenAICompatibleModel, type OpenAICompatibleOptions } from '../../src/llm/openai-compatible.ts'
import type { ModelCall } from '../../src/model/usage.ts'
import {
  type ModelServer,
  type ModelServerOptions,
  type ServerScript,
  startModelServer,
} from './model-server.ts'

/** The key that connected models send; errors, logs and records must not hold it. */
export const API_KEY = 'very-private-0123456789'

export type Connection = AsyncDisposable & {
  readonly server: ModelServer
  readonly client: LanguageModelClient
  /** In the role of the reader. Pauses between its attempts take no time. */
  readonly caller: ModelCaller
  readonly calls: readonly ModelCall[]
  /** Milliseconds of each pause. */
  readonly pauses: readonly number[]
}

export type ConnectionOptions = {
  readonly model?: Partial<OpenAICompatibleOptions>
  readonly server?: ModelServerOptions
  readonly limits?: CallLimitOptions
}

/** Starts a server with a script and connects a model to it, named `tiny`. */
export async function connectModel(
  script: ServerScript,
  { model, server: options, limits }: ConnectionOptions = {},
): Promise<Connection> {
  const server = await startModelServer(script, options)
  const client = createOpenAICompatibleModel({
    baseURL: server.baseURL,
    apiKey: API_KEY,
    model: 'tiny',
    ...model,
  })
  const calls: ModelCall[] = []
  const pauses: number[] = []
  const caller = createModelCaller(client, {
    role: 'reader',
    limits: callLimits(limits, { sleep: async (pause) => void pauses.push(pause), random: () => 0 }),
    record: (call) => calls.push(call),
  })
  return { server, client, caller, calls, pauses, [Symbol.asyncDispose]: server.close }
}
