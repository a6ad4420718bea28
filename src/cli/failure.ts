import { CommanderError } from 'commander'
import {
  ConflictError,
  MalformedModelOutputError,
  ModuleMissingError,
  NotFoundError,
  ProviderError,
  ReinstateError,
  ScopeRequiredError,
  ValidationError,
} from '../index.ts'
import { ExitCode } from './exit-codes.ts'
import { oneLine } from './words.ts'

/** An error as the user is told of it. */
export type Failure = {
  readonly exitCode: number
  readonly code: string
  /** One line, which cannot steer the terminal whatever a file or a bank holds. */
  readonly message: string
  /** The field that does not hold, where the error names one. */
  readonly path: string | undefined
}

/** The user ended a command early; the message says what was kept and how to go on. */
export class Interrupted extends Error {}

/**
 * Tells what an error means for the user.
 *
 * @param help The command line that shows what would have been right, for usage that does not say it by itself.
 */
export function failureOf(error: unknown, help = 'reinstate --help'): Failure {
  const path = error instanceof ValidationError ? error.path : undefined
  if (error instanceof CommanderError) {
    return { exitCode: ExitCode.invalid, code: 'usage', message: usageMessage(error, help), path }
  }
  if (error instanceof Interrupted) {
    return { exitCode: ExitCode.interrupted, code: 'interrupted', message: error.message, path }
  }
  if (error instanceof ReinstateError) {
    return { exitCode: exitCodeOf(error), code: error.code, message: inFlags(oneLine(error.message)), path }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    exitCode: ExitCode.unexpected,
    code: 'unexpected',
    message: `Unexpected fault: ${oneLine(message)} (REINSTATE_DEBUG=1 shows where)`,
    path,
  }
}

function exitCodeOf(error: ReinstateError): number {
  if (error instanceof ValidationError || error instanceof ScopeRequiredError) return ExitCode.invalid
  if (error instanceof NotFoundError) return ExitCode.notFound
  if (error instanceof ConflictError) return ExitCode.conflict
  if (MODEL_FAILURES.some((kind) => error instanceof kind)) return ExitCode.model
  return ExitCode.store
}

/** A model that cannot be loaded is among them: the bank is as good as before. */
const MODEL_FAILURES = [ProviderError, MalformedModelOutputError, ModuleMissingError] as const

function usageMessage(error: CommanderError, help: string): string {
  const message = oneLine(error.message.replace(/^error: /, ''))
  const says = SAYS_WHAT_IS_RIGHT.test(message) ? '' : `; see: ${help}`
  return `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, says === '' ? '.' : '')}${says}`
}

const SAYS_WHAT_IS_RIGHT = /Did you mean|It must be|Allowed choices/

/** Names an option of the library as it is called here: [options.asOf → --as-of]. */
function inFlags(message: string): string {
  return message.replaceAll(
    /\boptions\.(\w+)(?:\.\w+)*/g,
    (_, key: string) =>
      `--${key === 'timeZone' ? 'timezone' : key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  )
}
