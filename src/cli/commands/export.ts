import type { Command } from 'commander'
import { exportJsonl } from '../../index.ts'
import type { GlobalOptions } from '../global-options.ts'
import { openExisting } from '../open-bank.ts'
import type { Terminal } from '../terminal.ts'
import { jsonArray } from './show.ts'

const EXAMPLES = `
Imported into an empty bank the file gives the same turns again.

Examples:
  reinstate export > backup.jsonl
  reinstate export --bank ana | gzip > ana.jsonl.gz`

export function addExportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('write all turns of a bank as JSONL, a turn a line')
    .addHelpText('after', EXAMPLES)
    .action(async (_, command: Command) => {
      await exportBank(command.optsWithGlobals<GlobalOptions>(), terminal)
    })
}

async function exportBank(options: GlobalOptions, terminal: Terminal): Promise<void> {
  await using bank = await openExisting(options, { readOnly: true, embedder: 'none' })
  const lines = exportJsonl(bank.memory)
  for await (const text of options.json ? jsonArray(parsed(lines)) : lines) await terminal.out(text)
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<unknown> {
  for await (const line of lines) yield JSON.parse(line)
}
