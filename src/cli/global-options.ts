import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** Options that every command has. */
export type GlobalOptions = {
  readonly bank?: string
  readonly home: string
  readonly timezone?: string
  readonly dateOrder?: 'DMY' | 'MDY'
  readonly json?: true
  readonly quiet?: true
}

export function addGlobalOptions(program: Command): Command {
  return program
    .option('-b, --bank <name>', 'the bank to use (default: "default", or the only one there is)')
    .addOption(
      new Option('--home <folder>', 'where the banks lie')
        .argParser(readFolder)
        .default(
          process.env.REINSTATE_HOME || join(homedir(), '.reinstate'),
          '$REINSTATE_HOME or ~/.reinstate',
        ),
    )
    .option('--timezone <zone>', 'IANA name, fixed when a bank is made [Europe/Amsterdam] (default: UTC)')
    .addOption(
      new Option(
        '--date-order <order>',
        'how 03/04/2023 is read, fixed when a bank is made (default: both ways)',
      ).choices(['DMY', 'MDY']),
    )
    .option('--json', 'one JSON document on standard output, errors as JSON on standard error')
    .option('-q, --quiet', 'no progress and no notes')
}

function readFolder(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('It must name a folder.')
}
