import { type Command, CommanderError } from 'commander'
import { ExitCode } from './exit-codes.ts'
import { failureOf } from './failure.ts'
import { reinstateProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

type Environment = { readonly [name: string]: string | undefined }

/** Runs one command line; what went wrong is told on the terminal and in the exit code, never thrown. */
export async function runReinstate(
  args: readonly string[],
  terminal: Terminal,
  env: Environment = {},
): Promise<void> {
  const program = reinstateProgram(terminal)
  try {
    if (args.length > 0) {
      await program.parseAsync(args, { from: 'user' })
    } else {
      program.outputHelp({ error: true })
      terminal.setExitCode(ExitCode.invalid)
    }
  } catch (error) {
    // Help and version end that way too.
    if (error instanceof CommanderError && error.exitCode === 0) return
    report(error, terminal, {
      json: args.includes('--json'),
      debug: (env.REINSTATE_DEBUG ?? '') !== '',
      help: helpFor(program, args),
    })
  }
}

function report(
  error: unknown,
  terminal: Terminal,
  { json, debug, help }: { json: boolean; debug: boolean; help: string },
): void {
  const { exitCode, code, message, path } = failureOf(error, help)
  terminal.setExitCode(exitCode)
  const document = { error: { code, message, ...(path === undefined ? {} : { path }) } }
  terminal.note(json ? `${JSON.stringify(document)}\n` : `reinstate: ${message}\n`)
  if (debug && error instanceof Error) terminal.note(`${error.stack}\n`)
}

/** The help of the command that was called, as far as it can be told. */
function helpFor(program: Command, args: readonly string[]): string {
  const names = new Set(program.commands.map((command) => command.name()))
  // The first: a question may hold the name of another command.
  const called = args.find((arg) => names.has(arg))
  return `reinstate ${called === undefined ? '' : `${called} `}--help`
}
