import { type Command, Option } from 'commander'
import { ValidationError } from '../../index.ts'
import { ExitCode } from '../exit-codes.ts'
import { Interrupted } from '../failure.ts'
import type { GlobalOptions } from '../global-options.ts'
import { listenForInterruption } from '../interruption.ts'
import { addModelOptions, type ModelOptions, openModels, REQUEST_BOUND } from '../model-options.ts'
import { openExisting } from '../open-bank.ts'
import { anchoringDocument, anchoringLines } from '../present-anchoring.ts'
import { usageLine } from '../present-usage.ts'
import { showProgress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'
import { tellWaiting } from '../waiting.ts'
import { counted, oneLine } from '../words.ts'

type AnchorOptions = GlobalOptions & ModelOptions & { readonly again?: 'refused' | 'all' }

const EXAMPLES = `
A language model reads the turns by windows and writes self-contained memory units beside them. What the turns do not
bear out is refused. Stopping it loses nothing: the next run goes on with the next window.

Examples:
  OPENAI_BASE_URL=http://localhost:11434/v1 reinstate anchor --model qwen3:8b
  reinstate anchor --bank ana --again all`

export function addAnchorCommand(program: Command, terminal: Terminal): void {
  addModelOptions(
    program
      .command('anchor')
      .description('let a language model write memory units for the turns that await it')
      .addOption(
        new Option(
          '--again <which>',
          'ask again for turns that the provider refused, or for all turns',
        ).choices(['refused', 'all']),
      ),
  )
    .addHelpText('after', EXAMPLES)
    .action(async (_, command: Command) => {
      await anchor(command.optsWithGlobals<AnchorOptions>(), terminal)
    })
}

async function anchor(options: AnchorOptions, terminal: Terminal): Promise<void> {
  await using models = await openModels(options)
  if (models.option.models === undefined)
    throw new ValidationError(
      'models',
      'Cannot anchor: no writer is set; name a language model with --model or REINSTATE_MODEL (see: reinstate anchor --help)',
    )
  await using bank = await openExisting(options, {
    ...models.option,
    anchoring: { inBackground: false },
  })
  using interruption = listenForInterruption()
  const { signal } = interruption
  const progress = showProgress(terminal, {
    label: `Anchoring ${oneLine(bank.name)}`,
    amount: (turns) => counted(turns, 'turn'),
    quiet: options.quiet === true || options.json === true,
  })
  using waiting = tellWaiting({
    models: options.quiet || options.json ? [] : models.names,
    note(text) {
      progress.end()
      terminal.note(text)
    },
    bound: REQUEST_BOUND,
  })
  let total: number | undefined
  try {
    const anchored = await bank.memory.anchor({
      signal,
      ...(options.again === undefined ? {} : { again: options.again }),
      onProgress: ({ awaiting }) => {
        waiting.heard()
        total ??= awaiting
        progress.update(total - awaiting, total)
      },
    })
    progress.end()
    const usage = bank.memory.usage()
    const cost = usageLine(usage)
    await terminal.out(
      options.json
        ? `${JSON.stringify({ bank: bank.name, ...anchoringDocument(anchored), usage }, null, 2)}\n`
        : `${[...anchoringLines(anchored), ...(cost === undefined ? [] : [cost])].join('\n')}\n`,
    )
    if (anchored.failed.length > 0) terminal.setExitCode(ExitCode.model)
  } catch (error) {
    progress.end()
    if (!signal.aborted) throw error
    const cost = usageLine(bank.memory.usage())
    if (cost !== undefined && options.json !== true && !options.quiet) terminal.note(`${cost}\n`)
    throw new Interrupted('Stopped. The windows that were anchored are kept; go on with: reinstate anchor')
  }
}
