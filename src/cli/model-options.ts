import type { Command } from 'commander'
import {
  type LanguageModelClient,
  type MemoryOptions,
  modelsFromEnvironment,
  ValidationError,
} from '../index.ts'

/** How long one request of a model may take, unless told otherwise; the default of the library. */
export const CALL_SECONDS = 120

/** The same where no flag bounds it. */
export const REQUEST_BOUND = `a request is given up after ${CALL_SECONDS} s, or with Ctrl-C`

/** Which language model a command may ask. */
export type ModelOptions = {
  /** A name at the endpoint or a GGUF file; false: none, whatever the environment says. */
  readonly model?: string | false
}

const MODEL_HELP = `
Language model (none is asked unless one is named):
  REINSTATE_MODEL           its name at the endpoint, or the path of a .gguf file that runs in process
  OPENAI_BASE_URL           any OpenAI-compatible endpoint: hosted, Ollama, vLLM, llama.cpp's server
  OPENAI_API_KEY            its key, where it wants one; without a base URL: OpenAI itself
  REINSTATE_WRITER_MODEL, REINSTATE_READER_MODEL, REINSTATE_ASSISTANT_MODEL   another model for one role
  REINSTATE_STATES          folder where a model in process keeps what it has read of episodes (it holds their text)
  A request that gives nothing for ${CALL_SECONDS} s is given up, and made again at most twice.`

export function addModelOptions(command: Command): Command {
  return command
    .option('--model <name>', 'the language model for every role (default: $REINSTATE_MODEL, else none)')
    .option('--no-model', 'ask no language model, whatever the environment names')
    .addHelpText('after', MODEL_HELP)
}

/** Models as an option of the library; whoever opened them lets go of them, after the memories that use them. */
export type OpenModels = AsyncDisposable & {
  readonly option: Pick<MemoryOptions, 'models'>
  /** By what names they are known, each once. */
  readonly names: readonly string[]
}

/** Opens the models that the options and the environment name. */
export async function openModels(
  { model }: ModelOptions,
  env: NodeJS.ProcessEnv = process.env,
): Promise<OpenModels> {
  // Commander sets a default of true for an option that has a negation.
  const models =
    model === false
      ? undefined
      : typeof model === 'string'
        ? await modelsFromEnvironment({ ...WITHOUT_ROLES(env), REINSTATE_MODEL: model }).catch(
            namingTheOption,
          )
        : await modelsFromEnvironment(env)
  return {
    option: models === undefined ? {} : { models },
    names: [...new Set(Object.values(models ?? {}).map((each) => (each as LanguageModelClient).id))],
    async [Symbol.asyncDispose]() {
      // A model in process holds the process until it is disposed of; one may fill several roles.
      for (const each of new Set(Object.values(models ?? {})))
        await (each as Partial<AsyncDisposable>)[Symbol.asyncDispose]?.()
    },
  }
}

/** The user who has written --model never heard of the variable that it stands for. */
function namingTheOption(error: unknown): never {
  if (!(error instanceof ValidationError) || error.path !== 'REINSTATE_MODEL') throw error
  throw new ValidationError('options.model', error.message.replace('REINSTATE_MODEL', '--model'), {
    cause: error,
  })
}

/** A model that is named on the command line is for every role. */
const WITHOUT_ROLES = ({
  REINSTATE_WRITER_MODEL: _writer,
  REINSTATE_READER_MODEL: _reader,
  REINSTATE_ASSISTANT_MODEL: _assistant,
  ...rest
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv => rest
