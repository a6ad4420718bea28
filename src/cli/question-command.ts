import type { Command } from 'commander'
import type { Memory, RecallOptions, Recollection } from '../index.ts'
import { ExitCode } from './exit-codes.ts'
import type { GlobalOptions } from './global-options.ts'
import { checkFilters } from './known-filters.ts'
import { openExisting } from './open-bank.ts'
import type { Page } from './page.ts'
import { indexNote } from './present-frame.ts'
import { traceText } from './present-trace.ts'
import { addQuestionOptions, type QuestionOptions, recallOptionsOf } from './question-options.ts'
import type { Terminal } from './terminal.ts'

/** A command that puts a question to a bank; what is put and how it is shown is all in which they differ. */
export type QuestionCommand<Reply extends Recollection> = {
  readonly name: string
  readonly description: string
  readonly examples: string
  readonly put: (memory: Memory, question: string, options: RecallOptions) => Promise<Reply>
  readonly show: (reply: Reply, milliseconds: number, page: Page) => string
  /** Whether the reply holds what was asked for; it decides the exit code. */
  readonly holds: (reply: Reply) => boolean
}

export function addQuestionCommand<Reply extends Recollection>(
  program: Command,
  terminal: Terminal,
  asked: QuestionCommand<Reply>,
): void {
  addQuestionOptions(
    program
      .command(asked.name)
      .description(asked.description)
      .argument('<question...>', 'quote it where it holds signs that the shell reads'),
  )
    .addHelpText('after', asked.examples)
    .action(async (words: string[], _, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & QuestionOptions>()
      terminal.setExitCode(await put(asked, words.join(' '), { options, terminal }))
    })
}

async function put<Reply extends Recollection>(
  asked: QuestionCommand<Reply>,
  question: string,
  { options, terminal }: { readonly options: GlobalOptions & QuestionOptions; readonly terminal: Terminal },
): Promise<number> {
  await using bank = await openExisting(options, { readOnly: true })
  await checkFilters(bank.memory, options)
  const start = performance.now()
  const reply = await asked.put(bank.memory, question, recallOptionsOf(options))
  const milliseconds = performance.now() - start
  if (options.json) {
    const { trace, ...rest } = reply
    const document = { bank: bank.name, ...rest, ...(options.explain ? { trace } : {}), milliseconds }
    await terminal.out(`${JSON.stringify(document, null, 2)}\n`)
  } else {
    const page = { ...terminal, timeZone: bank.memory.bank.timeZone }
    if (options.explain) await terminal.out(`${await traceText(reply, page)}\n`)
    await terminal.out(asked.show(reply, milliseconds, page))
    const note = indexNote(reply)
    if (note !== undefined && !options.quiet) terminal.note(`${note}\n`)
  }
  return asked.holds(reply) ? ExitCode.ok : ExitCode.unanswered
}
