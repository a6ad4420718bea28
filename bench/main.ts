import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { CACHE_FOLDER } from './embedding-cache.ts'
import { type SharedFlags, withShared } from './flags.ts'
import { listed } from './list.ts'
import { BENCHES, benchNamed } from './registry.ts'
import {
  type Bench,
  type BenchOptions,
  type BenchResult,
  countFrom,
  counts,
  names,
} from './registry-entry.ts'
import { printTable, type RunFacts, runFacts } from './report.ts'
import { decidingOptions, openResultFolder } from './reports/result-folder.ts'
import { writeReports } from './reports/write-reports.ts'
import { type AllFlags, type BatchMessage, commandOf, runAll } from './run-all.ts'

/** As a shell has it for SIGINT. */
const INTERRUPTED = 130
/** Something is missing: a bench failed, the budget ran out, the key was refused, or a reply is not kept. */
const INCOMPLETE = 3
/** Where `all` and `report` keep results unless told otherwise: ignored by git. */
const RESULTS = join(CACHE_FOLDER, 'bench')

const log = (line: string) => process.stderr.write(`${line}\n`)

const program = new Command('bench').description('Measures Reinstate.')

withShared(program.command('list').description('names what can be measured, and what it costs')).action(
  ({ data, json }: SharedFlags) => {
    const { benches, lines } = listed(BENCHES, existsSync(data) ? data : undefined)
    process.stdout.write(json ? `${JSON.stringify({ benches })}\n` : `${lines.join('\n')}\n`)
  },
)

for (const bench of BENCHES) {
  bench
    .flags(withShared(program.command(bench.name).description(bench.what)))
    .action(async (flags: SharedFlags) => {
      if (bench.needsData) requireData(flags.data)
      await measure(bench, flags)
    })
}

// What `all` runs in a process of its own: benches of one family, which share what each would make anew.
program.command('together <benches>', { hidden: true }).action(async (text: string) => {
  const runs = JSON.parse(text) as readonly (readonly [string, ...string[]])[]
  const beside = runs.map(([name]) => name)
  const tell = (message: BatchMessage) => process.send?.(message)
  for (const [name, ...args] of runs) {
    tell({ begins: name })
    try {
      const bench = benchNamed(name)
      const flags = commandOf(bench).parse(args, { from: 'user' }).opts<SharedFlags>()
      if (bench.needsData) requireData(flags.data)
      await measure(bench, { ...flags, beside })
      tell({ ends: name })
    } catch (error) {
      log(error instanceof Error ? (error.stack ?? error.message) : String(error))
      tell({ ends: name, failed: String(error) })
      process.exitCode = 1
    }
    if (process.exitCode === INTERRUPTED) return
  }
})

program
  .command('all')
  .description(
    'runs whatever needs no model, or with --model whatever asks one; goes on where it was interrupted',
  )
  .option('--data <folder>', 'data sets (default: REINSTATE_DATA, else ../shared/data)')
  .option('--out <folder>', 'where results and the report are kept (default: .cache/bench)', RESULTS)
  .option('--seed <n>', 'for what is drawn at random', countFrom(0), 1)
  .option('--model <name>', 'a model of OPENAI_BASE_URL, or a .gguf file')
  .option('--assistant <name>', 'the model that reads episodes (default: the same)')
  .option('--judge <name>', 'the model that judges answers (default: the same)')
  .option('--effort <which>', 'low, medium or high')
  .option('--only <name,...>', 'only these benches', names)
  .option('--conversations <name,...>', 'only these banks, as conv-26', names)
  .option('--limit <n>', 'questions a bank at most', countFrom(1))
  .option('--concurrency <n>', 'questions, and calls of each, at once', countFrom(1))
  .option('--timeout <ms>', 'for one call', countFrom(1))
  .option('--jobs <n>', 'benches at once, of those that tell no times', countFrom(1), 2)
  .option('--budget-tokens <n>', 'input and output of all benches at most', countFrom(1))
  .option('--replies <folder>', 'where replies and answers are kept')
  .option(
    '--kills <n>',
    'writers that the bench of durability kills (here 40, its long form 200)',
    countFrom(1),
  )
  .option('--sizes <n,...>', 'units of the banks that are timed', counts)
  .action(async (flags: AllFlags & { readonly jobs: number }) => {
    const data = flags.data ?? withShared(new Command()).opts<SharedFlags>().data
    requireData(data)
    await interruptible(true, async (signal) => {
      const { states, stopped } = await runAll({ ...flags, data, benches: BENCHES, signal, onProgress: log })
      const written = writeReports(flags.out)
      log([...states].map(([name, state]) => `${name}: ${state}`).join(', '))
      if (stopped !== undefined) log(`ended early: ${stopped}; run the same command to go on`)
      log(`report: ${(await written).join(', ')}`)
      return [...states.values()].every((state) => state === 'done' || state === 'kept')
    })
  })

program
  .command('report')
  .description('writes the report of what is kept')
  .option('--out <folder>', 'where results are kept (default: .cache/bench)', RESULTS)
  .option('--write <file.md>', 'write a choice of the figures there as well, its plots beside it')
  .action(async ({ out, write }: { out: string; write?: string }) => {
    for (const file of await writeReports(out, write)) log(file)
  })

await program.parseAsync()

/** Runs a bench, prints its figures and keeps them. */
async function measure(
  bench: Bench,
  { beside, ...flags }: SharedFlags & { readonly dryRun?: boolean; readonly beside?: readonly string[] },
): Promise<void> {
  const noSignal = new AbortController().signal
  if (flags.dryRun && bench.dryRun !== undefined) {
    const cost = bench.dryRun({ ...flags, onProgress: log, signal: noSignal })
    process.stdout.write(`${JSON.stringify({ name: bench.name, what: bench.what, ...cost })}\n`)
    return
  }
  await interruptible(bench.model !== 'none', async (signal) => {
    const options: BenchOptions = { ...flags, beside, onProgress: log, signal }
    // Taken before, so that code edited meanwhile is not taken for what was measured.
    const facts = runFacts(flags)
    const started = performance.now()
    const result = await bench.run(options)
    const run = { ...facts, ...told(result) }
    const minutes = (performance.now() - started) / 60_000
    const kept = {
      name: bench.name,
      run,
      figures: result.figures,
      options: decidingOptions({ ...flags }),
      minutes,
    }
    if (flags.out !== undefined) openResultFolder(flags.out).write(kept)
    print(bench.name, flags, { run, figures: result.figures })
    return (result.missing ?? 0) === 0
  })
}

/**
 * Does some work and sets the exit code: 3 where it says that something is missing. A first SIGINT lets what is under way
 * come to its end where the work heeds it, a second ends it at once.
 */
async function interruptible(heeds: boolean, work: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
  const stopping = new AbortController()
  const interrupt = () => {
    if (stopping.signal.aborted || !heeds) process.exit(INTERRUPTED)
    log('ending once what is under way has ended; once more to end at once')
    stopping.abort()
  }
  process.on('SIGINT', interrupt)
  try {
    const isWhole = await work(stopping.signal)
    if (!isWhole) process.exitCode = stopping.signal.aborted ? INTERRUPTED : INCOMPLETE
  } finally {
    process.off('SIGINT', interrupt)
  }
}

function told({ models, missing = 0, stopped, spentTokens }: BenchResult): Partial<RunFacts> {
  if (models === undefined) return {}
  return { models, missing, stopped, ...(spentTokens !== undefined && { spentTokens }) }
}

function print(
  name: string,
  { json }: SharedFlags,
  { run, figures }: { run: RunFacts; figures: BenchResult['figures'] },
): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ name, run, figures })}\n`)
    return
  }
  if (Object.keys(figures).length > 0) printTable({ name, run, figures })
  const { models, missing = 0, stopped, spentTokens } = run
  if (models === undefined) return
  const roles = Object.entries(models).map(([role, model]) => `${role} ${model}`)
  log(`models: ${roles.join(', ') || 'none'}; tokens spent in this run: ${spentTokens}`)
  if (missing > 0)
    log(
      `${missing} answers are missing${stopped === undefined ? '' : `: ${stopped}`}; run the same command to go on`,
    )
}

function requireData(folder: string): void {
  if (existsSync(folder)) return
  program.error(`bench: the data folder does not exist: ${folder} (give --data DIR or set REINSTATE_DATA)`, {
    exitCode: 2,
  })
}
