import type { Command } from 'commander'
import { type Memory, type RecallOptions, type Recollection, ValidationError } from '../index.ts'
import { ExitCode } from './exit-codes.ts'
import { Interrupted } from './failure.ts'
import type { GlobalOptions } from './global-options.ts'
import { listenForInterruption } from './interruption.ts'
import { checkFilters, unknownAsker } from './known-filters.ts'
import { openModels } from './model-options.ts'
import { openExisting } from './open-bank.ts'
import type { Page } from './page.ts'
import { indexNote } from './present-frame.ts'
import { traceText } from './present-trace.ts'
import { usageLine } from './present-usage.ts'
import { addQuestionOptions, type QuestionOptions, recallOptionsOf } from './question-options.ts'
import type { Terminal } from './terminal.ts'
import { tellWaiting } from './waiting.ts'

/** A command that puts a question to a bank; what is put and how it is shown is all in which they differ. */
export type QuestionCommand<Reply extends Recollection, Options> = {
  readonly name: string
  readonly description: string
  readonly examples: string
  /** Options beside those that every question has. */
  readonly addOptions: (command: Command) => Command
  /** What bounds the wait for a model, as it is told while it lasts. */
  readonly bound: string
  /** Whether it can be answered without writing to the bank. */
  readonly readOnly: (options: Options) => boolean
  readonly put: (memory: Memory, question: string, asking: Asking<Options>) => Promise<Reply>
  readonly show: (reply: Reply, milliseconds: number, page: Page) => string
  /** What is done with the reply once it is shown. Default: nothing. */
  readonly after?: (reply: Reply, options: Options) => Promise<void>
  /** Whether the reply holds what was asked for; it decides the exit code. */
  readonly holds: (reply: Reply) => boolean
}

/** What goes with a question. */
export type Asking<Options> = {
  readonly recall: RecallOptions
  readonly options: Options
  /** Tells how far it is, unless it is to be quiet. */
  readonly note: (text: string) => void
  readonly signal: AbortSignal
}

export function addQuestionCommand<Reply extends Recollection, Options>(
  program: Command,
  terminal: Terminal,
  asked: QuestionCommand<Reply, Options>,
): void {
  addQuestionOptions(
    asked.addOptions(
      program
        .command(asked.name)
        .description(asked.description)
        .argument('<question...>', 'quote it where it holds signs that the shell reads'),
    ),
  )
    .addHelpText('after', asked.examples)
    .action(async (words: string[], _, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & QuestionOptions & Options>()
      terminal.setExitCode(await put(asked, words.join(' '), { options, terminal }))
    })
}

type Put<Options> = {
  readonly options: GlobalOptions & QuestionOptions & Options
  readonly terminal: Terminal
}

async function put<Reply extends Recollection, Options>(
  asked: QuestionCommand<Reply, Options>,
  question: string,
  { options, terminal }: Put<Options>,
): Promise<number> {
  if (question.trim() === '') throw new ValidationError('question', 'The question is empty')
  await using models = await openModels(options)
  await using bank = await openExisting(options, {
    ...models.option,
    readOnly: asked.readOnly(options),
    anchoring: { inBackground: false },
  })
  await checkFilters(bank.memory, options)
  const note = noteOf(options, terminal)
  const stranger = await unknownAsker(bank.memory, options.asker)
  if (stranger !== undefined) note(`${stranger}\n`)
  const start = performance.now()
  const reply = await answered(asked, question, {
    bank: bank.memory,
    models: models.names,
    options,
    terminal,
  })
  const milliseconds = performance.now() - start
  await present(asked, reply, { bank, milliseconds, options, terminal })
  await asked.after?.(reply, options)
  return asked.holds(reply) ? ExitCode.ok : ExitCode.unanswered
}

async function answered<Reply extends Recollection, Options>(
  asked: QuestionCommand<Reply, Options>,
  question: string,
  {
    bank,
    models,
    options,
    terminal,
  }: Put<Options> & { readonly bank: Memory; readonly models: readonly string[] },
): Promise<Reply> {
  using interruption = listenForInterruption()
  const { signal } = interruption
  const note = noteOf(options, terminal)
  using _ = tellWaiting({ models, note, bound: asked.bound })
  try {
    return await asked.put(bank, question, { recall: recallOptionsOf(options), options, note, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Interrupted('Stopped.')
  }
}

/** Tells what goes beside the result, unless it is to be quiet. */
function noteOf(
  { quiet, json }: Pick<GlobalOptions, 'quiet' | 'json'>,
  terminal: Terminal,
): (text: string) => void {
  return (text) => {
    if (quiet !== true && json !== true) terminal.note(text)
  }
}

type Shown = {
  readonly bank: { readonly name: string; readonly memory: Memory }
  readonly milliseconds: number
}

async function present<Reply extends Recollection, Options>(
  asked: QuestionCommand<Reply, Options>,
  reply: Reply,
  { bank, milliseconds, options, terminal }: Put<Options> & Shown,
): Promise<void> {
  if (options.json) {
    const { trace, ...rest } = reply
    const document = { bank: bank.name, ...rest, ...(options.explain ? { trace } : {}), milliseconds }
    return terminal.out(`${JSON.stringify(document, null, 2)}\n`)
  }
  const page = { ...terminal, timeZone: bank.memory.bank.timeZone }
  if (options.explain) await terminal.out(`${await traceText(reply, page)}\n`)
  await terminal.out(asked.show(reply, milliseconds, page))
  const cost = usageLine(reply.usage)
  if (cost !== undefined) await terminal.out(`  ${page.style('dim', cost)}\n`)
  const note = indexNote(reply)
  if (note !== undefined && !options.quiet) terminal.note(`${note}\n`)
}
