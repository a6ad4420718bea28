import type { Command } from 'commander'
import { Interrupted } from '../failure.ts'
import type { GlobalOptions } from '../global-options.ts'
import { listenForInterruption } from '../interruption.ts'
import { openExisting } from '../open-bank.ts'
import { showProgress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'
import { counted, oneLine } from '../words.ts'

const EXAMPLES = `
Needed after the embedding model has changed. Until it is done, units without a vector are searched by words.
Where it was stopped, reinstate verify makes the rest.

Examples:
  reinstate reembed
  reinstate reembed --bank ana`

export function addReembedCommand(program: Command, terminal: Terminal): void {
  program
    .command('reembed')
    .description('make all vectors of a bank anew')
    .addHelpText('after', EXAMPLES)
    .action(async (_, command: Command) => {
      await reembed(command.optsWithGlobals<GlobalOptions>(), terminal)
    })
}

async function reembed(options: GlobalOptions, terminal: Terminal): Promise<void> {
  await using bank = await openExisting(options, { replaceVectors: true })
  using interruption = listenForInterruption()
  const { signal } = interruption
  const progress = showProgress(terminal, {
    label: `Embedding ${oneLine(bank.name)}`,
    amount: (units) => counted(units, 'unit'),
    quiet: options.quiet === true || options.json === true,
  })
  try {
    const index = await bank.memory.reembed({
      signal,
      onProgress: ({ units, wordsOnly }) => progress.update(units - wordsOnly, units),
    })
    progress.end()
    const sentence = `${counted(index.units - index.wordsOnly, 'vector')} made anew in bank ${oneLine(bank.name)}.`
    await terminal.out(
      options.json ? `${JSON.stringify({ bank: bank.name, ...index }, null, 2)}\n` : `${sentence}\n`,
    )
  } catch (error) {
    progress.end()
    if (!signal.aborted) throw error
    throw new Interrupted('Stopped. The vectors made so far are kept; make the rest with: reinstate verify')
  }
}
