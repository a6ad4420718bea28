import { type Command, InvalidArgumentError } from 'commander'
import { modelsFromEnvironment } from '../../src/llm/from-environment.ts'
import type { LanguageModelClient } from '../../src/llm/model-client.ts'
import { CACHE_FOLDER } from '../embedding-cache.ts'
import { printTable, runFacts } from '../report.ts'
import { estimate } from './estimate.ts'
import { EXPERIMENTS, type ExperimentName } from './experiments.ts'
import type { RunModels } from './protocols/protocol.ts'
import { type ExperimentResult, runExperiment } from './run-experiment.ts'

export type AnswerFlags = {
  readonly data: string
  readonly json?: boolean
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
    .option('--limit <n>', 'questions a bank at most', number, Infinity)
    .option('--concurrency <n>', 'questions, and calls of each, at once', number, 8)
    .option('--timeout <ms>', 'for one call', number, 120_000)
    .option('--budget-tokens <n>', 'input and output at most; then the run stops', number, Infinity)
    .option(
      '--replies <folder>',
      'where replies and answers are kept; they quote the data sets (default: .cache/runs, ignored by git)',
      `${CACHE_FOLDER}/runs`,
    )
    .option('--replay', 'ask nothing: kept replies only')
    .option('--pace', 'give kept replies after as long as they took, so that times are told of them too')
    .option('--dry-run', 'only say what it would cost')
}

/**
 * Runs an experiment and prints its figures. SIGINT ends it once the calls under way have ended; the same command goes on
 * from there. A second SIGINT ends it at once.
 */
export async function answerCommand(name: ExperimentName, flags: AnswerFlags): Promise<void> {
  const models = await modelsOf(flags)
  if (flags.dryRun) return printEstimate(name, flags)
  const stopping = new AbortController()
  const interrupt = () => {
    if (stopping.signal.aborted) process.exit(INTERRUPTED)
    say('ending once the calls under way have ended; once more to end at once')
    stopping.abort()
  }
  process.on('SIGINT', interrupt)
  try {
    const result = await runExperiment(name, {
      ...flags,
      settings: { units: flags.units, effort: flags.effort },
      models,
      judge: flags.judge === undefined ? undefined : await modelNamed(flags.judge),
      folder: flags.replies,
      replay: flags.replay ?? false,
      timeoutMs: flags.timeout,
      stop: stopping.signal,
      say,
    })
    print(name, flags, result)
    if (result.missing > 0) process.exitCode = stopping.signal.aborted ? INTERRUPTED : INCOMPLETE
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** As a shell has it for SIGINT. */
const INTERRUPTED = 130
/** Questions are missing: the budget ran out, the key was refused, or a reply is not kept. */
const INCOMPLETE = 3

const say = (line: string) => process.stderr.write(`${line}\n`)

function print(name: ExperimentName, { data, json, seed }: AnswerFlags, result: ExperimentResult): void {
  const { figures, models, missing, stopped, spentTokens } = result
  const run = { ...runFacts({ data, seed }), models, missing, stopped, spentTokens }
  if (json) {
    process.stdout.write(`${JSON.stringify({ name, run, figures })}\n`)
    return
  }
  if (Object.keys(figures).length > 0) printTable({ name, run, figures })
  const roles = Object.entries(models).map(([role, model]) => `${role} ${model}`)
  say(`models: ${roles.join(', ') || 'none'}; tokens spent in this run: ${spentTokens}`)
  if (missing > 0)
    say(
      `${missing} answers are missing${stopped === undefined ? '' : `: ${stopped}`}; run the same command to go on`,
    )
}

function printEstimate(name: ExperimentName, flags: AnswerFlags): void {
  const { units, effort, protocols } = flags
  const cost = estimate(name, {
    ...flags,
    settings: { units, effort },
    wanted: ({ name: each, needsModel }) =>
      (needsModel ? flags.model !== undefined : true) &&
      (protocols === undefined || protocols.includes(each)),
  })
  process.stdout.write(`${JSON.stringify({ name, what: EXPERIMENTS[name].what, ...cost })}\n`)
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

function names(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

function number(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('must be a whole number from 1')
  return value
}

function oneOf(...allowed: readonly string[]) {
  return (text: string) => {
    if (!allowed.includes(text)) throw new InvalidArgumentError(`must be one of ${allowed.join(', ')}`)
    return text
  }
}
