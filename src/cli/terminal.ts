import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { styleText } from 'node:util'
import { ExitCode } from './exit-codes.ts'

export type Style = 'bold' | 'dim' | 'cyan' | 'green' | 'yellow' | 'red'

/** Where a command reads and writes: results on standard output, everything else on standard error. */
export type Terminal = {
  /** Writes a result; waits while the reader is slower. */
  out(text: string): Promise<void>
  /** Writes a note, a question or progress. */
  note(text: string): void
  /** Colours text for standard output, if that shows colours. */
  style(style: Style, text: string): string
  /** Columns of standard output; undefined where nobody looks at it (a file, a pipe). */
  readonly columns: number | undefined
  /** Whether standard error is looked at. */
  readonly noteIsTty: boolean
  /** Asks for a line, empty if nothing was said; undefined where nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  /** Standard input. */
  readonly input: Readable
  /** What the process ends with, once all is done. */
  setExitCode(code: number): void
}

const USUAL_COLUMNS = 80

/** The terminal of this process. A reader that went away (`| head`) ends the process without a word. */
export function processTerminal(process: NodeJS.Process): Terminal {
  const { stdout, stderr, stdin, env } = process
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(ExitCode.ok)
      // Raised beside any command, so no command can tell of it.
      if (stream === stdout) stderr.write(`reinstate: Cannot write the result: ${error.message}\n`)
      process.exit(ExitCode.unexpected)
    })
  }
  const colours = stdout.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  return {
    async out(text) {
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    note(text) {
      stderr.write(text)
    },
    style: (style, text) => (colours ? styleText(style, text) : text),
    // Some terminals do not know their width and say 0.
    columns: stdout.isTTY === true ? stdout.columns || USUAL_COLUMNS : undefined,
    noteIsTty: stderr.isTTY === true,
    ask: stdin.isTTY === true && stderr.isTTY === true ? (question) => askLine(question, process) : undefined,
    input: stdin,
    setExitCode(code) {
      process.exitCode = code
    },
  }
}

/** The line that was typed; empty where the question was left with Ctrl-C or Ctrl-D. */
async function askLine(question: string, { stdin, stderr }: NodeJS.Process): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr })
  const leaving = new AbortController()
  for (const event of ['SIGINT', 'close']) lines.once(event, () => leaving.abort())
  try {
    return await lines.question(question, { signal: leaving.signal })
  } catch (error) {
    if (!leaving.signal.aborted) throw error
    stderr.write('\n')
    return ''
  } finally {
    lines.close()
  }
}
