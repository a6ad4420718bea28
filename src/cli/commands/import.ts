import { type Command, Option } from 'commander'
import {
  type ImportedBank,
  type ImportFormat,
  type ImportTarget,
  importConversations,
  ReadOnlyStoreError,
  readConversations,
} from '../../index.ts'
import { makeFolder } from '../../make-folder.ts'
import { type BankShelf, openShelf } from '../bank-shelf.ts'
import { Interrupted } from '../failure.ts'
import { finishBanks, reportAnchoring } from '../finish-banks.ts'
import type { GlobalOptions } from '../global-options.ts'
import { listenForInterruption } from '../interruption.ts'
import { addModelOptions, type ModelOptions, openModels } from '../model-options.ts'
import { onlyOneBank, refuseSeveralBanks } from '../one-bank.ts'
import { DEFAULT_BANK } from '../open-bank.ts'
import { importedText, sum } from '../present-imported.ts'
import { showProgress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'
import { byteWords, listed, oneLine } from '../words.ts'

type ImportOptions = GlobalOptions &
  ModelOptions & { readonly format?: ImportFormat; readonly captions: boolean }

const HELP = `
Formats, told from the content:
  jsonl         a turn a line: {"speaker": "Ana", "text": "Hi!", "time": "2024-05-01T09:00:00Z"};
                also id, session, session_started_at, role, metadata and user (a bank for each user);
                {"role": "user", "content": "Hi!", "time": …} is a turn of the speaker “user”;
                a time without an offset is read in the zone of the bank; where only the session has one, say
                session_started_at
  locomo        each conversation becomes a bank of its own, named by its sample_id
  longmemeval   each question's history becomes a bank of its own, named by its question_id

Importing a file again adds nothing. A fault in a file is named with its line; what stands before it stays.

Examples:
  reinstate import chat.jsonl
  reinstate import chat.jsonl --bank ana --timezone Europe/Lisbon
  zcat chat.jsonl.gz | reinstate import -`

export function addImportCommand(program: Command, terminal: Terminal): void {
  addModelOptions(
    program
      .command('import')
      .description('read conversations from files (- for standard input) into memory')
      .argument('<file...>'),
  )
    .addOption(
      new Option('--format <format>', 'instead of telling it from the content').choices([
        'jsonl',
        'locomo',
        'longmemeval',
      ]),
    )
    .option('--no-captions', 'leave out the captions of shared images (locomo)')
    .addHelpText('after', HELP)
    .action(async (files: string[], _, command: Command) => {
      await importFiles(files, command.optsWithGlobals<ImportOptions>(), terminal)
    })
}

async function importFiles(
  files: readonly string[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<void> {
  makeHome(options.home)
  await using models = await openModels(options)
  await using shelf = openShelf(options, { ...models.option, anchoring: { inBackground: false } })
  using interruption = listenForInterruption()
  const totals = new Map<string, ImportedBank>()
  const report = async () => {
    const banks = [...totals].map(([bank, { added, known, blank }]) => ({ bank, added, known, blank }))
    await terminal.out(
      options.json
        ? `${JSON.stringify({ banks, stopped: interruption.signal.aborted }, null, 2)}\n`
        : await importedText(banks, terminal),
    )
  }
  let read = 0
  try {
    for (const file of files) {
      await importFile(file, { options, terminal, shelf, totals, signal: interruption.signal })
      if (interruption.signal.aborted) break
      read += 1
    }
  } catch (error) {
    if (totals.size > 0) await report()
    const unread = files.slice(read + 1)
    if (unread.length > 0 && !options.json && !options.quiet)
      terminal.note(`Not read for what follows: ${listed(unread.map(oneLine))}\n`)
    throw error
  }
  const running = { options, terminal, shelf, models: models.names, signal: interruption.signal }
  const finished = await finishBanks([...totals.keys()], running)
  await report()
  reportAnchoring(finished, running)
  if (!interruption.signal.aborted) return
  const awaits = models.names.length > 0 ? ', or await the language model' : ''
  throw new Interrupted(
    `Stopped. What was appended is kept, though some of it may be searched by words only${awaits}. Run the same command again to go on: nothing is added twice.`,
  )
}

function makeHome(home: string): void {
  try {
    makeFolder(home)
  } catch (cause) {
    throw new ReadOnlyStoreError(
      `Cannot make the folder ${home} for the banks: ${(cause as Error).message}`,
      {
        cause,
      },
    )
  }
}

type Running = {
  options: ImportOptions
  terminal: Terminal
  shelf: BankShelf
  signal: AbortSignal
}

async function importFile(
  file: string,
  { options, terminal, shelf, totals, signal }: Running & { totals: Map<string, ImportedBank> },
): Promise<void> {
  const { format, captions } = options
  const reading = { captions, ...(format ? { format } : {}) }
  await refuseSeveralBanks(file, options.bank, reading)
  const parts = readConversations(file === '-' ? terminal.input : file, reading)
  const before = new Map(totals)
  const bankOf = (named: string | undefined) => options.bank ?? named ?? DEFAULT_BANK
  const progress = showProgress(terminal, {
    label: `Reading ${oneLine(file)}`,
    amount: byteWords,
    quiet: options.quiet === true || options.json === true,
  })
  // A pipe that gives nothing would hold up the end.
  const release = () => file === '-' && terminal.input.destroy()
  signal.addEventListener('abort', release, { once: true })
  try {
    await importConversations(
      onlyOneBank(parts, file, options.bank),
      (named): Promise<ImportTarget> => shelf.open(bankOf(named)),
      {
        signal,
        onProgress({ banks, progress: { bytes, totalBytes } }) {
          const now = new Map(before)
          for (const imported of banks)
            now.set(bankOf(imported.bank), sum(now.get(bankOf(imported.bank)), imported))
          for (const [bank, total] of now) totals.set(bank, total)
          progress.update(bytes, totalBytes)
        },
      },
    )
  } catch (error) {
    if (!(signal.aborted && file === '-')) throw error
  } finally {
    signal.removeEventListener('abort', release)
    progress.end()
  }
}
