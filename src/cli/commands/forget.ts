import type { Command } from 'commander'
import {
  type ForgetScope,
  type Forgotten,
  removeBank,
  ScopeRequiredError,
  ValidationError,
} from '../../index.ts'
import { Interrupted } from '../failure.ts'
import type { GlobalOptions } from '../global-options.ts'
import { checkFilters } from '../known-filters.ts'
import { type OpenBank, openExisting } from '../open-bank.ts'
import type { Terminal } from '../terminal.ts'
import { counted, listed, oneLine } from '../words.ts'

type ForgetOptions = GlobalOptions & {
  readonly turn?: readonly string[]
  readonly session?: string
  readonly speaker?: string
  readonly everything?: true
  readonly bankItself?: true
  readonly dryRun?: true
  readonly yes?: true
}

const EXAMPLES = `
Say exactly one of --turn, --session, --speaker, --everything and --bank-itself.
The words are removed from the file, with all that was drawn from them.

Examples:
  reinstate forget --turn D1:3 --turn D1:4
  reinstate forget --speaker Bo --dry-run
  reinstate forget --bank ana --bank-itself --yes`

export function addForgetCommand(program: Command, terminal: Terminal): void {
  program
    .command('forget')
    .description('remove turns from memory for good; says what goes and asks first')
    .option('--turn <id...>', 'these turns')
    .option('--session <id>', 'all turns of this session')
    .option('--speaker <name>', 'all turns of this speaker')
    .option('--everything', 'all turns of the bank')
    .option('--bank-itself', 'all turns and the bank with its name')
    .option('--dry-run', 'only say what would go')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', EXAMPLES)
    .action(async (_, command: Command) => {
      await forget(command.optsWithGlobals<ForgetOptions>(), terminal)
    })
}

async function forget(options: ForgetOptions, terminal: Terminal): Promise<void> {
  const { scope, words } = scopeOf(options)
  let name: string
  {
    await using bank = await openExisting(options, {
      embedder: 'none',
      // What a model in process has kept of the episodes goes as well, and no model has to be loaded for it.
      states: process.env.REINSTATE_STATES?.trim() || undefined,
      anchoring: { inBackground: false },
    })
    name = bank.name
    await checkFilters(bank.memory, options)
    const planned = await bank.memory.forget(scope, { dryRun: true })
    const what = `${words} in bank ${oneLine(name)}: ${counted(planned.turns, 'turn')}, ${counted(planned.units, 'memory unit')}`
    if (options.dryRun) {
      await report({ ...planned, bank: name, dryRun: true }, `Would forget ${what}.`, options, terminal)
      return
    }
    if (!options.yes) await confirm(`Forget ${what}, for good?`, terminal)
    const forgotten = await bank.memory.forget(scope)
    if (!options.bankItself) {
      await report(
        { ...forgotten, bank: name, dryRun: false },
        forgottenSentence(words, bank, forgotten),
        options,
        terminal,
      )
      return
    }
  }
  await removeBank(options.home, name)
  await report(
    { bank: name, dryRun: false, removed: true },
    `Forgot bank ${oneLine(name)}.`,
    options,
    terminal,
  )
}

function scopeOf(options: ForgetOptions): { scope: ForgetScope; words: string } {
  const { turn, session, speaker, everything, bankItself } = options
  const scopes: readonly { scope: ForgetScope; words: string }[] = [
    ...(turn
      ? [{ scope: { turns: turn }, words: turn.length === 1 ? `turn ${turn[0]}` : `turns ${listed(turn)}` }]
      : []),
    ...(session !== undefined ? [{ scope: { session }, words: `session ${session}` }] : []),
    ...(speaker !== undefined ? [{ scope: { speaker }, words: `all that ${speaker} said` }] : []),
    ...(everything ? [{ scope: { everything }, words: 'everything' } as const] : []),
    ...(bankItself
      ? [{ scope: { everything: true }, words: 'everything and the bank itself' } as const]
      : []),
  ]
  const [only, ...more] = scopes
  if (!only)
    throw new ScopeRequiredError(
      'Say what to forget: --turn, --session, --speaker, --everything or --bank-itself',
    )
  if (more.length > 0)
    throw new ValidationError(
      'scope',
      'Say only one of --turn, --session, --speaker, --everything and --bank-itself',
    )
  return { scope: only.scope, words: oneLine(only.words) }
}

async function confirm(question: string, { ask }: Terminal): Promise<void> {
  if (!ask) {
    throw new ValidationError(
      'yes',
      `${question} Nobody can be asked here: say --yes to go on, or --dry-run to look`,
    )
  }
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new Interrupted('Nothing was forgotten.')
}

function forgottenSentence(words: string, { name }: OpenBank, { turns, units, erased }: Forgotten): string {
  const what = `Forgot ${words} in bank ${oneLine(name)}: ${counted(turns, 'turn')}, ${counted(units, 'memory unit')}.`
  return erased
    ? what
    : `${what} Its bytes could not be overwritten yet, as another process reads the bank or the disk is full; once that has ended, erase them with: reinstate verify`
}

async function report(
  document: object,
  sentence: string,
  options: ForgetOptions,
  terminal: Terminal,
): Promise<void> {
  await terminal.out(options.json ? `${JSON.stringify(document, null, 2)}\n` : `${sentence}\n`)
}
