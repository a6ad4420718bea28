import { Argument, type Command } from 'commander'
import type { Memory, MemoryUnit, Session, Turn } from '../../index.ts'
import { aligned, type Column } from '../columns.ts'
import type { GlobalOptions } from '../global-options.ts'
import { checkFilters } from '../known-filters.ts'
import { openExisting } from '../open-bank.ts'
import { addFilterOptions, filtersOf, type QuestionOptions, readCount } from '../question-options.ts'
import type { Terminal } from '../terminal.ts'
import { listed, localMinute, oneLine, rangeWords } from '../words.ts'

type ShowOptions = GlobalOptions & Pick<QuestionOptions, 'during' | 'session' | 'speaker' | 'limit'>

const EXAMPLES = `
Examples:
  reinstate show --session session_3
  reinstate show units --speaker Ana --during 2023-05-01..2023-05-31
  reinstate show sessions --json`

export function addShowCommand(program: Command, terminal: Terminal): void {
  addFilterOptions(
    program
      .command('show')
      .description('list what a bank holds')
      .addArgument(
        new Argument('[what]', 'turns, units or sessions')
          .choices(['turns', 'units', 'sessions'])
          .default('turns'),
      ),
  )
    .option('-n, --limit <count>', 'at most so many', readCount)
    .addHelpText('after', EXAMPLES)
    .action(async (what: 'turns' | 'units' | 'sessions', _, command: Command) => {
      await show(what, command.optsWithGlobals<ShowOptions>(), terminal)
    })
}

async function show(
  what: 'turns' | 'units' | 'sessions',
  options: ShowOptions,
  terminal: Terminal,
): Promise<void> {
  await using bank = await openExisting(options, { readOnly: true, embedder: 'none' })
  const { memory } = bank
  await checkFilters(memory, options)
  const { timeZone } = memory.bank
  if (what === 'turns') await print(memory.turns(filtersOf(options)), turnTable(timeZone), options, terminal)
  else if (what === 'units') await print(memory.units(filtersOf(options)), UNIT_TABLE, options, terminal)
  else await print(sessionsOf(memory, options), sessionTable(timeZone), options, terminal)
}

/** How one kind of thing is laid out. */
type Table<T> = { readonly columns: readonly Column[]; readonly row: (item: T) => readonly string[] }

function turnTable(timeZone: string): Table<Turn> {
  return {
    columns: [
      { title: 'time' },
      { title: 'session' },
      { title: 'turn' },
      { title: 'speaker' },
      { title: 'text' },
    ],
    // A wave marks a time that was inferred from the start of the session.
    row: ({ time, timeInferred, session, id, speaker, text }) =>
      [`${localMinute(time, timeZone)}${timeInferred ? '~' : ''}`, session, id, speaker, text].map(oneLine),
  }
}

const UNIT_TABLE: Table<MemoryUnit> = {
  columns: [{ title: 'unit' }, { title: 'kind' }, { title: 'event time' }, { title: 'restatement' }],
  row: ({ id, modality, context, restatement }) =>
    [id, modality, context.eventTime ? rangeWords(context.eventTime) : '–', restatement].map(oneLine),
}

function sessionTable(timeZone: string): Table<Session> {
  return {
    columns: [
      { title: 'session' },
      { title: 'first' },
      { title: 'last' },
      { title: 'turns', right: true },
      { title: 'speakers' },
    ],
    row: ({ id, span, turns, speakers }) =>
      [
        id,
        localMinute(span.start, timeZone),
        localMinute(span.end, timeZone),
        turns.toLocaleString('en'),
        listed(speakers),
      ].map(oneLine),
  }
}

async function* sessionsOf(
  memory: Memory,
  { during, session, speaker }: ShowOptions,
): AsyncGenerator<Session> {
  const { timeZone } = memory.bank
  for (const one of await memory.sessions()) {
    if (session !== undefined && one.id !== session) continue
    if (speaker !== undefined && !one.speakers.includes(speaker)) continue
    const [first, last] = [one.span.start, one.span.end].map((instant) =>
      localMinute(instant, timeZone).slice(0, 10),
    ) as [string, string]
    if (during !== undefined && (last < during.first || first > during.last)) continue
    yield one
  }
}

async function print<T>(
  items: AsyncIterable<T>,
  table: Table<T>,
  options: ShowOptions,
  terminal: Terminal,
): Promise<void> {
  const chosen = first(items, options.limit ?? Number.POSITIVE_INFINITY)
  if (options.json) {
    for await (const text of jsonArray(chosen)) await terminal.out(text)
    return
  }
  const layout = { width: terminal.columns, title: (text: string) => terminal.style('dim', text) }
  let rows = -1
  for await (const line of aligned(table.columns, mapped(chosen, table.row), layout)) {
    await terminal.out(line)
    rows += 1
  }
  if (rows === 0 && !options.quiet) terminal.note('There is nothing of that kind in the bank.\n')
}

async function* first<T>(items: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let left = count
  for await (const item of items) {
    yield item
    left -= 1
    if (left === 0) return
  }
}

async function* mapped<T, U>(items: AsyncIterable<T>, map: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield map(item)
}

/** A JSON array, written as its elements come. */
export async function* jsonArray(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield `${separator}\n${JSON.stringify(item)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}
