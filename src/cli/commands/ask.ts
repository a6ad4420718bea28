import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Command, Option } from 'commander'
import {
  type Answer,
  type AskOptions,
  formatQuoteTrail,
  type Memory,
  quoteTrail,
  type RecallOptions,
  ValidationError,
} from '../../index.ts'
import { CALL_SECONDS } from '../model-options.ts'
import { answerText } from '../present-answer.ts'
import { type Asking, addQuestionCommand } from '../question-command.ts'
import { readCount } from '../question-options.ts'
import type { Terminal } from '../terminal.ts'
import { counted } from '../words.ts'

type AskCommandOptions = {
  readonly mode?: 'fast' | 'deep' | 'auto'
  readonly episodes?: number
  readonly budgetTokens?: number
  readonly budgetCalls?: number
  readonly budgetSeconds?: number
  readonly trail?: string
}

const EXAMPLES = `
Modes:
  fast  from recalled evidence
  deep  assistants re-read whole episodes, a master answers from their quotes
  auto  fast, and deep where that does not suffice

Examples:
  reinstate ask When did Ana move to Lisbon?
  reinstate ask "What did I say about the roof last May?" --asker Ana
  reinstate ask "Who joined the choir?" --bank conv-26 --as-of 2023-06-30 --explain
  reinstate ask "Which instruments do both of them play?" --mode auto --trail trail.md`

export function addAskCommand(program: Command, terminal: Terminal): void {
  addQuestionCommand(program, terminal, {
    name: 'ask',
    description:
      'answer a question from memory, with the turns that say so; or say that memory does not hold it',
    examples: EXAMPLES,
    addOptions: (command) =>
      command
        .addOption(
          new Option('--mode <mode>', 'how it is answered (default: fast)').choices(['fast', 'deep', 'auto']),
        )
        .option('--episodes <count>', 'episodes read in a round of the deep mode (default: 5)', readCount)
        .option('--budget-tokens <count>', 'tokens that all model calls may take together', readCount)
        .option('--budget-calls <count>', 'how many model calls there may be', readCount)
        .option(
          '--budget-seconds <count>',
          `how long it may take (default: unbounded; one request of a model ${CALL_SECONDS} s)`,
          readCount,
        )
        .option(
          '--trail <file>',
          'write each claim with its quotes: Markdown, or JSON where it ends in .json',
        ),
    bound: `a request is given up after ${CALL_SECONDS} s, the question after --budget-seconds`,
    // The deep mode cuts episodes, which is kept in the bank.
    readOnly: ({ mode }: AskCommandOptions) => mode === undefined || mode === 'fast',
    put: putQuestion,
    show: answerText,
    after: writeTrail,
    holds: ({ answered }) => answered,
  })
}

async function putQuestion(
  memory: Memory,
  question: string,
  { recall, options, note, signal }: Asking<AskCommandOptions>,
): Promise<Answer> {
  if (options.trail !== undefined) await checkTrail(options.trail)
  return answered(memory, question, { ...askOptionsOf(options, recall), signal }, note)
}

/** After the answer is shown: it is not lost where the disk is full. */
async function writeTrail(answer: Answer, { trail: file }: AskCommandOptions): Promise<void> {
  if (file === undefined) return
  const trail = quoteTrail(answer)
  const text = file.endsWith('.json') ? `${JSON.stringify(trail, null, 2)}\n` : formatQuoteTrail(trail)
  await writeFile(file, text).catch((cause: Error) => refuseTrail(file, cause.message, cause))
}

function refuseTrail(file: string, why: string, cause?: unknown): never {
  throw new ValidationError('options.trail', `Cannot write the quote trail to ${file}: ${why}`, { cause })
}

/** An answer may have cost much by the time that its trail is written. */
async function checkTrail(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((cause: Error) => refuseTrail(file, cause.message, cause))
  if ((await stat(file).catch(() => undefined))?.isDirectory()) refuseTrail(file, 'it is a folder')
}

function askOptionsOf(options: AskCommandOptions, recall: RecallOptions): AskOptions {
  const { mode, episodes, budgetTokens, budgetCalls, budgetSeconds } = options
  const budget = {
    ...(budgetTokens === undefined ? {} : { tokens: budgetTokens }),
    ...(budgetCalls === undefined ? {} : { calls: budgetCalls }),
    ...(budgetSeconds === undefined ? {} : { timeoutMs: budgetSeconds * 1000 }),
  }
  return {
    ...recall,
    ...(mode === undefined ? {} : { mode }),
    ...(episodes === undefined ? {} : { episodes }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
  }
}

/** Reading episodes takes a while with a model: each that was read is told. */
async function answered(
  memory: Memory,
  question: string,
  options: AskOptions,
  note: (text: string) => void,
): Promise<Answer> {
  let read = 0
  for await (const event of memory.askStream(question, options)) {
    if (event.type === 'episode') note(`${counted(++read, 'episode')} read\n`)
    if (event.type === 'done') return event.answer
  }
  throw new Error('The answer ended without a result')
}
