import type { Command } from 'commander'
import { ExitCode } from '../exit-codes.ts'
import type { GlobalOptions } from '../global-options.ts'
import { checkFilters } from '../known-filters.ts'
import { openExisting } from '../open-bank.ts'
import { answerText } from '../present-answer.ts'
import { indexNote } from '../present-frame.ts'
import { traceText } from '../present-trace.ts'
import { addQuestionOptions, type QuestionOptions, recallOptionsOf } from '../question-options.ts'
import type { Terminal } from '../terminal.ts'

const EXAMPLES = `
Examples:
  reinstate ask When did Ana move to Lisbon?
  reinstate ask "What did I say about the roof last May?" --asker Ana
  reinstate ask "Who joined the choir?" --bank conv-26 --as-of 2023-06-30 --explain`

export function addAskCommand(program: Command, terminal: Terminal): void {
  addQuestionOptions(
    program
      .command('ask')
      .description(
        'answer a question from memory, with the turns that say so; or say that memory does not hold it',
      )
      .argument('<question...>', 'quote it where it holds signs that the shell reads'),
  )
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], _, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & QuestionOptions>()
      terminal.setExitCode(await ask(words.join(' '), options, terminal))
    })
}

async function ask(
  question: string,
  options: GlobalOptions & QuestionOptions,
  terminal: Terminal,
): Promise<number> {
  await using bank = await openExisting(options, { readOnly: true })
  await checkFilters(bank.memory, options)
  const start = performance.now()
  const answer = await bank.memory.ask(question, recallOptionsOf(options))
  const milliseconds = performance.now() - start
  const page = { ...terminal, timeZone: bank.memory.bank.timeZone }
  if (options.json) {
    const { trace, ...rest } = answer
    const document = { bank: bank.name, ...rest, ...(options.explain ? { trace } : {}), milliseconds }
    await terminal.out(`${JSON.stringify(document, null, 2)}\n`)
  } else {
    if (options.explain) await terminal.out(`${await traceText(answer, page)}\n`)
    await terminal.out(answerText(answer, milliseconds, page))
    const note = indexNote(answer)
    if (note !== undefined && !options.quiet) terminal.note(`${note}\n`)
  }
  return answer.answered ? ExitCode.ok : ExitCode.unanswered
}
