import type { Command } from 'commander'
import { ExitCode } from '../exit-codes.ts'
import type { GlobalOptions } from '../global-options.ts'
import { checkFilters } from '../known-filters.ts'
import { openExisting } from '../open-bank.ts'
import { indexNote } from '../present-frame.ts'
import { recollectionText } from '../present-recollection.ts'
import { traceText } from '../present-trace.ts'
import { addQuestionOptions, type QuestionOptions, recallOptionsOf } from '../question-options.ts'
import type { Terminal } from '../terminal.ts'

const EXAMPLES = `
Examples:
  reinstate recall Ana Lisbon
  reinstate recall "What happened to the roof?" --during 2023-05-01..2023-05-31 --limit 5
  reinstate recall "Who sings?" --speaker Bo --json`

export function addRecallCommand(program: Command, terminal: Terminal): void {
  addQuestionOptions(
    program
      .command('recall')
      .description('list the evidence for a question, best first, without answering it')
      .argument('<question...>', 'quote it where it holds signs that the shell reads'),
  )
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], _, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & QuestionOptions>()
      terminal.setExitCode(await recall(words.join(' '), options, terminal))
    })
}

async function recall(
  question: string,
  options: GlobalOptions & QuestionOptions,
  terminal: Terminal,
): Promise<number> {
  await using bank = await openExisting(options, { readOnly: true })
  await checkFilters(bank.memory, options)
  const start = performance.now()
  const recollection = await bank.memory.recall(question, recallOptionsOf(options))
  const milliseconds = performance.now() - start
  const page = { ...terminal, timeZone: bank.memory.bank.timeZone }
  if (options.json) {
    const { trace, ...rest } = recollection
    const document = { bank: bank.name, ...rest, ...(options.explain ? { trace } : {}), milliseconds }
    await terminal.out(`${JSON.stringify(document, null, 2)}\n`)
  } else {
    if (options.explain) await terminal.out(`${await traceText(recollection, page)}\n`)
    await terminal.out(recollectionText(recollection, milliseconds, page))
    const note = indexNote(recollection)
    if (note !== undefined && !options.quiet) terminal.note(`${note}\n`)
  }
  return recollection.evidence.length > 0 ? ExitCode.ok : ExitCode.unanswered
}
