import type { Command } from 'commander'
import { ExitCode } from '../exit-codes.ts'
import { Interrupted } from '../failure.ts'
import type { GlobalOptions } from '../global-options.ts'
import { listenForInterruption } from '../interruption.ts'
import { openExisting } from '../open-bank.ts'
import { showProgress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'
import { counted, oneLine } from '../words.ts'

const EXAMPLES = `
Turns are never touched; what derives from them is mended, and missing vectors are made.

Examples:
  reinstate verify
  reinstate verify --bank ana --json`

export function addVerifyCommand(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .description('check a bank and its index, and mend the index')
    .addHelpText('after', EXAMPLES)
    .action(async (_, command: Command) => {
      terminal.setExitCode(await verify(command.optsWithGlobals<GlobalOptions>(), terminal))
    })
}

async function verify(options: GlobalOptions, terminal: Terminal): Promise<number> {
  await using bank = await openExisting(options, {})
  using interruption = listenForInterruption()
  const { signal } = interruption
  const verification = await bank.memory.verify({ signal })
  const progress = showProgress(terminal, {
    label: 'Indexing',
    amount: (units) => counted(units, 'unit'),
    quiet: options.quiet === true || options.json === true,
  })
  const index = await bank.memory
    .flush({ signal, onProgress: ({ units, wordsOnly }) => progress.update(units - wordsOnly, units) })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
      throw new Interrupted(
        'Stopped. The bank is checked and mended; make the vectors that are missing with: reinstate verify',
      )
    })
    .finally(() => progress.end())
  const unmended = verification.findings.filter(({ mended }) => !mended)
  if (options.json) {
    await terminal.out(`${JSON.stringify({ bank: bank.name, ...verification, index }, null, 2)}\n`)
  } else {
    for (const { what, mended } of verification.findings) {
      await terminal.out(
        `${mended ? terminal.style('green', 'mended  ') : terminal.style('red', 'broken  ')}  ${oneLine(what)}\n`,
      )
    }
    const facts = `${counted(verification.turns, 'turn')}, ${counted(index.units, 'memory unit')}, ${counted(index.units - index.wordsOnly, 'vector')}`
    const state =
      unmended.length > 0 ? 'is damaged' : verification.findings.length > 0 ? 'is whole again' : 'is healthy'
    await terminal.out(`Bank ${oneLine(bank.name)} ${state}: ${facts}.\n`)
  }
  return unmended.length > 0 ? ExitCode.store : ExitCode.ok
}
