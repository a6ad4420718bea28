import { ValidationError } from '../model/errors.ts'
import type { ModelRole } from '../model/usage.ts'
import { endpointOf } from '../provider/openai-endpoint.ts'
import type { LanguageModelClient } from './model-client.ts'
import type { ModelsOption } from './models-option.ts'
import { createOpenAICompatibleModel } from './openai-compatible.ts'

/** The variables that name models. */
export type ModelEnvironment = {
  readonly [name in Variable]?: string | undefined
}

type Variable =
  | 'OPENAI_BASE_URL'
  | 'OPENAI_API_KEY'
  | 'REINSTATE_MODEL'
  | 'REINSTATE_WRITER_MODEL'
  | 'REINSTATE_READER_MODEL'
  | 'REINSTATE_ASSISTANT_MODEL'
  | 'REINSTATE_STATES'

/** Where a key without an endpoint belongs. */
const OPENAI_URL = 'https://api.openai.com/v1'

const ROLES: readonly (readonly [ModelRole, Variable])[] = [
  ['writer', 'REINSTATE_WRITER_MODEL'],
  ['reader', 'REINSTATE_READER_MODEL'],
  ['assistant', 'REINSTATE_ASSISTANT_MODEL'],
]

/**
 * The models that the environment names, as the option `models`; undefined where it names none.
 *
 * `REINSTATE_MODEL` is the model of every role, the variables of the roles go before it. A name that ends in `.gguf`
 * is a file, which is loaded here; any other one is asked for at `OPENAI_BASE_URL`, or at OpenAI where only a key is
 * given. `REINSTATE_STATES` is the folder where a model in process keeps what it has read of episodes; without it nothing
 * is kept. Empty variables count as not set.
 *
 * @throws {ValidationError} If a model has no endpoint, or the base URL is none.
 */
export async function modelsFromEnvironment(env: ModelEnvironment): Promise<ModelsOption | undefined> {
  const common = setting(env, 'REINSTATE_MODEL')
  const named = ROLES.map(([role, variable]) => {
    const own = setting(env, variable)
    return { role, name: own ?? common, variable: own === undefined ? 'REINSTATE_MODEL' : variable } as const
  })
  const models: { [role in ModelRole]?: LanguageModelClient } = {}
  const opened = new Map<string, LanguageModelClient>()
  try {
    for (const { role, name, variable } of named) {
      if (name === undefined) continue
      const client = opened.get(name) ?? (await openModel(name, { env, variable }))
      opened.set(name, client)
      models[role] = client
    }
  } catch (error) {
    // A model that was loaded already would keep the process alive.
    for (const client of opened.values()) await (client as Partial<AsyncDisposable>)[Symbol.asyncDispose]?.()
    throw error
  }
  return opened.size === 0 ? undefined : models
}

async function openModel(
  name: string,
  { env, variable }: { env: ModelEnvironment; variable: Variable },
): Promise<LanguageModelClient> {
  if (/\.gguf$/iu.test(name)) {
    const { createLlamaCppModel } = await import('./llama-cpp.ts')
    const folder = setting(env, 'REINSTATE_STATES')
    return createLlamaCppModel({ path: name, ...(folder !== undefined && { states: { folder } }) })
  }
  const apiKey = setting(env, 'OPENAI_API_KEY')
  const baseURL = setting(env, 'OPENAI_BASE_URL') ?? (apiKey === undefined ? undefined : OPENAI_URL)
  if (baseURL === undefined) {
    throw new ValidationError(
      variable,
      `${variable} names the model '${name}' but no endpoint: set OPENAI_BASE_URL (as http://localhost:11434/v1), or OPENAI_API_KEY for OpenAI itself, or give the path of a .gguf file`,
    )
  }
  endpointOf(baseURL, 'OPENAI_BASE_URL')
  return createOpenAICompatibleModel({ baseURL, apiKey, model: name })
}

function setting(env: ModelEnvironment, variable: Variable): string | undefined {
  return env[variable]?.trim() || undefined
}
