import type { Command } from 'commander'
import { modelsFromEnvironment } from '../../src/llm/from-environment.ts'
import type { LanguageModelClient } from '../../src/llm/model-client.ts'
import { CACHE_FOLDER } from '../embedding-cache.ts'
import { type BenchOptions, countFrom, names, oneOf } from '../registry-entry.ts'
import { type Estimate, estimate } from './estimate.ts'
import type { ExperimentName } from './experiments.ts'
import type { RunModels } from './protocols/protocol.ts'
import { type ExperimentResult, runExperiment } from './run-experiment.ts'

export type AnswerFlags = {
  readonly data: string
  readonly seed: number
  readonly model?: string
  readonly assistant?: string
  readonly judge?: string
  readonly units: 'turns' | 'both'
  readonly effort: 'low' | 'medium' | 'high'
  readonly protocols?: readonly string[]
  readonly conversations?: readonly string[]
  readonly limit: number
  readonly concurrency: number
  readonly timeout: number
  readonly budgetTokens: number
  readonly replies: string
  readonly replay?: boolean
  readonly pace?: boolean
  readonly dryRun?: boolean
}

/** The flags of a run that may ask a model, added to a command. */
export function withAnswerFlags(command: Command): Command {
  return command
    .option(
      '--model <name>',
      'a model of OPENAI_BASE_URL, or a .gguf file; default: only what needs no model',
    )
    .option('--assistant <name>', 'the model that reads episodes (default: the same)')
    .option('--judge <name>', 'the model that judges answers (default: the same)')
    .option(
      '--units <which>',
      'turns, or both: the model writes units of its own first',
      oneOf('turns', 'both'),
      'both',
    )
    .option(
      '--effort <which>',
      'low, medium or high: calls that a search may cost',
      oneOf('low', 'medium', 'high'),
      'low',
    )
    .option('--protocols <name,...>', 'only these ways to answer', names)
    .option('--conversations <name,...>', 'only these banks, as conv-26', names)
    .option('--limit <n>', 'questions a bank at most', countFrom(1), Infinity)
    .option('--concurrency <n>', 'questions, and calls of each, at once', countFrom(1), 8)
    .option('--timeout <ms>', 'for one call', countFrom(1), 120_000)
    .option('--budget-tokens <n>', 'input and output at most; then the run stops', countFrom(1), Infinity)
    .option(
      '--replies <folder>',
      'where replies and answers are kept; they quote the data sets (default: .cache/runs, ignored by git)',
      `${CACHE_FOLDER}/runs`,
    )
    .option('--replay', 'ask nothing: kept replies only')
    .option('--pace', 'give kept replies after as long as they took, so that times are told of them too')
    .option('--dry-run', 'only say what it would cost')
}

/** Runs an experiment; where the signal is aborted it ends once the calls under way have ended, and goes on from there when run again. */
export async function runAnswers(
  name: ExperimentName,
  options: AnswerFlags & Pick<BenchOptions, 'signal' | 'onProgress'>,
): Promise<ExperimentResult> {
  const models = await modelsOf(options)
  const judge = options.judge === undefined ? undefined : await modelNamed(options.judge)
  try {
    return await runExperiment(name, {
      ...options,
      settings: { units: options.units, effort: options.effort },
      models,
      judge,
      folder: options.replies,
      replay: options.replay ?? false,
      timeoutMs: options.timeout,
      stop: options.signal,
      say: options.onProgress,
    })
  } finally {
    // A model in process holds its memory and its threads until it is let go.
    for (const model of new Set([...Object.values(models ?? {}), judge]))
      if (model !== undefined && Symbol.asyncDispose in model)
        await (model as LanguageModelClient & AsyncDisposable)[Symbol.asyncDispose]()
  }
}

/** What the run would cost, with no model asked. */
export function estimateAnswers(name: ExperimentName, flags: AnswerFlags): Estimate {
  const { units, effort, protocols } = flags
  return estimate(name, {
    ...flags,
    settings: { units, effort },
    wanted: ({ name: each, needsModel }) =>
      (needsModel ? flags.model !== undefined : true) &&
      (protocols === undefined || protocols.includes(each)),
  })
}

async function modelsOf({ model, assistant }: AnswerFlags): Promise<RunModels | undefined> {
  if (model === undefined) return undefined
  const reader = await modelNamed(model)
  return {
    writer: reader,
    reader,
    assistant: assistant === undefined || assistant === model ? reader : await modelNamed(assistant),
  }
}

/** @throws {ValidationError} If it has no endpoint. */
async function modelNamed(name: string): Promise<LanguageModelClient> {
  const models = await modelsFromEnvironment({
    OPENAI_BASE_URL: process.env.OPENAI_BASE_URL,
    OPENAI_API_KEY: process.env.OPENAI_API_KEY,
    REINSTATE_READER_MODEL: name,
  })
  return (models as { readonly reader: LanguageModelClient }).reader
}
