import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { type BankFile, listBanks, openMemory, ReinstateError } from '../../index.ts'
import { aligned } from '../columns.ts'
import type { GlobalOptions } from '../global-options.ts'
import type { Terminal } from '../terminal.ts'
import { localDay, oneLine } from '../words.ts'

const EXAMPLES = `
Examples:
  reinstate banks
  reinstate banks --home ./memory --json`

type BankRow = {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly turns?: number
  readonly sessions?: number
  readonly first?: string
  readonly last?: string
  readonly timeZone?: string
  /** Why the bank could not be read. */
  readonly fault?: string
}

export function addBanksCommand(program: Command, terminal: Terminal): void {
  program
    .command('banks')
    .description('list the banks with their turns, sessions and days')
    .addHelpText('after', EXAMPLES)
    .action(async (_, command: Command) => {
      await banks(command.optsWithGlobals<GlobalOptions>(), terminal)
    })
}

async function banks(options: GlobalOptions, terminal: Terminal): Promise<void> {
  const rows: BankRow[] = []
  for (const file of await listBanks(options.home)) rows.push(await describe(file))
  if (options.json) {
    await terminal.out(`${JSON.stringify(rows, null, 2)}\n`)
    return
  }
  if (rows.length === 0) {
    await terminal.out(`There is no bank in ${options.home} yet; make one with: reinstate import FILE\n`)
    return
  }
  const titles = [
    { title: 'bank' },
    { title: 'turns', right: true },
    { title: 'sessions', right: true },
    { title: 'first day' },
    { title: 'last day' },
    { title: 'time zone' },
  ]
  for await (const line of aligned(titles, rows.map(cells), {
    width: terminal.columns,
    title: (text) => terminal.style('dim', text),
  }))
    await terminal.out(line)
}

/** A bank that cannot be read must not hide the others. */
async function describe({ name, path }: BankFile): Promise<BankRow> {
  const bytes = (await stat(path)).size
  try {
    await using memory = await openMemory(path, { readOnly: true, embedder: 'none' })
    const sessions = await memory.sessions()
    const { timeZone } = memory.bank
    const turns = sessions.reduce((total, session) => total + session.turns, 0)
    const starts = sessions.map(({ span }) => span.start).sort()
    const ends = sessions.map(({ span }) => span.end).sort()
    const [first, last] = [starts[0], ends.at(-1)]
    const days = first && last ? { first: localDay(first, timeZone), last: localDay(last, timeZone) } : {}
    return { name, path, bytes, turns, sessions: sessions.length, ...days, timeZone }
  } catch (error) {
    if (error instanceof ReinstateError) return { name, path, bytes, fault: error.message }
    throw error
  }
}

function cells(row: BankRow): readonly string[] {
  if (row.fault !== undefined)
    return [oneLine(row.name), '', '', '', '', `cannot be read: ${oneLine(row.fault)}`]
  const count = (value: number | undefined) => (value ?? 0).toLocaleString('en')
  return [
    oneLine(row.name),
    count(row.turns),
    count(row.sessions),
    row.first ?? '',
    row.last ?? '',
    row.timeZone ?? '',
  ]
}
