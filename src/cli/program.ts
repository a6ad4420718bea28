import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addAnchorCommand } from './commands/anchor.ts'
import { addAskCommand } from './commands/ask.ts'
import { addBanksCommand } from './commands/banks.ts'
import { addExportCommand } from './commands/export.ts'
import { addForgetCommand } from './commands/forget.ts'
import { addImportCommand } from './commands/import.ts'
import { addRecallCommand } from './commands/recall.ts'
import { addReembedCommand } from './commands/reembed.ts'
import { addShowCommand } from './commands/show.ts'
import { addVerifyCommand } from './commands/verify.ts'
import { EXIT_CODE_HELP } from './exit-codes.ts'
import { addGlobalOptions } from './global-options.ts'
import type { Terminal } from './terminal.ts'

const EXAMPLES = `
Examples:
  reinstate import chat.jsonl
  reinstate ask "When did Ana move to Lisbon?"
  reinstate ask "Who joined the choir last May?" --explain
  reinstate COMMAND --help

${EXIT_CODE_HELP}`

/** The commands of `reinstate`; parsing throws a `CommanderError` instead of ending the process. */
export function reinstateProgram(terminal: Terminal): Command {
  const program = addGlobalOptions(
    new Command('reinstate')
      .description('Long-term memory that checks evidence before it answers. Offline, one file a bank.')
      .version(version())
      .helpCommand('help [command]', 'what a command does')
      .configureHelp({ showGlobalOptions: true })
      .showSuggestionAfterError()
      .exitOverride()
      .configureOutput({
        outputError() {},
        writeErr: (text) => terminal.note(text),
        writeOut: (text) => void terminal.out(text),
      })
      .addHelpText('after', EXAMPLES),
  )
  const add = [
    addImportCommand,
    addAskCommand,
    addRecallCommand,
    addShowCommand,
    addBanksCommand,
    addExportCommand,
    addForgetCommand,
    addVerifyCommand,
    addReembedCommand,
    addAnchorCommand,
  ]
  for (const addCommand of add) addCommand(program, terminal)
  return program
}

/** The package stands two folders above, in the repository as in an installed package. */
function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
