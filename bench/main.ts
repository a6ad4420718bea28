import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { listed } from './list.ts'
import { BENCHES } from './registry.ts'
import { type Bench, type BenchOptions, type BenchResult, countFrom } from './registry-entry.ts'
import { printTable, runFacts } from './report.ts'

const DATA = process.env.REINSTATE_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url))

/** As a shell has it for SIGINT. */
const INTERRUPTED = 130
/** Something is missing: the budget ran out, the key was refused, or a reply is not kept. */
const INCOMPLETE = 3

type Shared = {
  readonly data: string
  readonly json?: boolean
  readonly seed: number
  readonly dryRun?: boolean
}

const log = (line: string) => process.stderr.write(`${line}\n`)

const program = new Command('bench').description('Measures Reinstate.')

withShared(program.command('list').description('names what can be measured, and what it costs')).action(
  ({ data, json }: Shared) => {
    const { benches, lines } = listed(BENCHES, existsSync(data) ? data : undefined)
    process.stdout.write(json ? `${JSON.stringify({ benches })}\n` : `${lines.join('\n')}\n`)
  },
)

for (const bench of BENCHES) {
  bench
    .flags(withShared(program.command(bench.name).description(bench.what)))
    .action(async (flags: Shared) => {
      if (bench.needsData) requireData(flags.data)
      await measure(bench, flags)
    })
}

await program.parseAsync()

/** Runs a bench and prints its figures. A first SIGINT lets what is under way come to its end where the bench can be stopped, a second ends it at once. */
async function measure(bench: Bench, flags: Shared): Promise<void> {
  const stopping = new AbortController()
  const options: BenchOptions = { ...flags, onProgress: log, signal: stopping.signal }
  if (flags.dryRun && bench.dryRun !== undefined) {
    process.stdout.write(
      `${JSON.stringify({ name: bench.name, what: bench.what, ...bench.dryRun(options) })}\n`,
    )
    return
  }
  const interrupt = () => {
    if (stopping.signal.aborted || bench.dryRun === undefined) process.exit(INTERRUPTED)
    log('ending once the calls under way have ended; once more to end at once')
    stopping.abort()
  }
  process.on('SIGINT', interrupt)
  try {
    const result = await bench.run(options)
    print(bench.name, flags, result)
    if ((result.missing ?? 0) > 0) process.exitCode = stopping.signal.aborted ? INTERRUPTED : INCOMPLETE
  } finally {
    process.off('SIGINT', interrupt)
  }
}

function print(name: string, { data, json, seed }: Shared, result: BenchResult): void {
  const { figures, models, missing = 0, stopped, spentTokens } = result
  const run = { ...runFacts({ data, seed }), ...(models && { models, missing, stopped, spentTokens }) }
  if (json) {
    process.stdout.write(`${JSON.stringify({ name, run, figures })}\n`)
    return
  }
  if (Object.keys(figures).length > 0) printTable({ name, run, figures })
  if (models === undefined) return
  const roles = Object.entries(models).map(([role, model]) => `${role} ${model}`)
  log(`models: ${roles.join(', ') || 'none'}; tokens spent in this run: ${spentTokens}`)
  if (missing > 0)
    log(
      `${missing} answers are missing${stopped === undefined ? '' : `: ${stopped}`}; run the same command to go on`,
    )
}

function withShared(command: Command): Command {
  return command
    .option('--data <folder>', 'data sets (default: REINSTATE_DATA, else ../shared/data)', DATA)
    .option('--json', 'one JSON object instead of a table')
    .option('--seed <n>', 'for what is drawn at random', countFrom(0), 1)
}

function requireData(folder: string): void {
  if (existsSync(folder)) return
  program.error(`bench: the data folder does not exist: ${folder} (give --data DIR or set REINSTATE_DATA)`, {
    exitCode: 2,
  })
}
