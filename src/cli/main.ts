#!/usr/bin/env node
import { CommanderError } from 'commander'
import { ExitCode } from './exit-codes.ts'
import { failureOf } from './failure.ts'
import { reinstateProgram } from './program.ts'
import { processTerminal } from './terminal.ts'

const terminal = processTerminal(process)
const program = reinstateProgram(terminal)
try {
  if (process.argv.length <= 2) {
    program.outputHelp({ error: true })
    process.exitCode = ExitCode.invalid
  } else {
    await program.parseAsync()
  }
} catch (error) {
  if (!(error instanceof CommanderError && error.exitCode === 0)) report(error)
}

function report(error: unknown): void {
  const { exitCode, code, message, path } = failureOf(error)
  process.exitCode = exitCode
  if (process.argv.includes('--json')) {
    terminal.note(
      `${JSON.stringify({ error: { code, message, ...(path === undefined ? {} : { path }) } })}\n`,
    )
  } else {
    terminal.note(`reinstate: ${message}\n`)
  }
  if ((process.env.REINSTATE_DEBUG ?? '') !== '' && error instanceof Error) terminal.note(`${error.stack}\n`)
}
