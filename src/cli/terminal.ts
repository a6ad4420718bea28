import { once } from 'node:events'
import { styleText } from 'node:util'

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
  /** Whether standard error is looked at, and whether questions can be answered. */
  readonly noteIsTty: boolean
  readonly canAsk: boolean
}

/** The terminal of this process. A reader that went away (`| head`) ends the process without a word. */
export function processTerminal({ stdout, stderr, stdin, env, exit }: NodeJS.Process): Terminal {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') exit(0)
      throw error
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
    columns: stdout.isTTY === true ? stdout.columns : undefined,
    noteIsTty: stderr.isTTY === true,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
  }
}
