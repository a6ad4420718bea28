import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import { type AnswerFlags, answerCommand, withAnswerFlags } from './answers/command.ts'
import { EXPERIMENTS, type ExperimentName } from './answers/experiments.ts'
import { CACHE_FOLDER } from './embedding-cache.ts'
import type { FigureSets } from './figures.ts'
import { printTable, runFacts } from './report.ts'

const DATA = process.env.REINSTATE_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url))

/** What each bench measures; the order of `list`. */
const BENCHES = {
  retrieval: 'how often recall finds the evidence: LoCoMo by turn, LongMemEval by session',
  anchoring: 'how fast a model anchors windows, and what of its units is refused',
  time: 'how often time words are read as the gold reads them',
  durability: 'what is left of acknowledged turns when writers are killed',
  speed: 'recall, append and import on banks of several sizes',
  fit: 'fits the weights of recall on the tuning conversations (prints, writes nothing), and tries its context list there',
  'latent-state': 'what the kept state of an episode saves an assistant in process',
  ...whatOf(EXPERIMENTS),
} as const

type Shared = { readonly data: string; readonly json?: boolean; readonly seed: number }

type RetrievalFlags = Shared & {
  readonly set?: 'locomo' | 'longmemeval'
  readonly captions: boolean
  readonly units?: 'observation' | 'both'
}

const log = (line: string) => process.stderr.write(`${line}\n`)

const program = new Command('bench').description('Measures Reinstate.')

program
  .command('list')
  .description('names what can be measured')
  .option('--json', 'one JSON object')
  .action(({ json }: { json?: boolean }) => {
    const lines = Object.entries(BENCHES).map(([name, what]) => `${name.padEnd(16)}${what}`)
    process.stdout.write(json ? `${JSON.stringify({ benches: BENCHES })}\n` : `${lines.join('\n')}\n`)
  })

bench('retrieval')
  .option('--set <name>', 'locomo or longmemeval; default both', oneOf(['locomo', 'longmemeval']))
  .option('--no-captions', 'leave captions of images out')
  .option(
    '--units <which>',
    'observation or both: LoCoMo with units that a model wrote, beside those of the turns',
    oneOf(['observation', 'both']),
  )
  .action(async (options: RetrievalFlags) => {
    requireData(options.data)
    const { retrieval, unitRetrieval } = await import('./retrieval/retrieval.ts')
    const { units } = options
    const sets = options.set === undefined ? (['locomo', 'longmemeval'] as const) : [options.set]
    const figures =
      units === undefined
        ? await retrieval({ ...options, sets, onProgress: log })
        : await unitRetrieval({ data: options.data, units, onProgress: log })
    report('retrieval', options, figures)
  })

bench('time').action(async (options: Shared) => {
  requireData(options.data)
  const { time } = await import('./time/time.ts')
  report('time', options, await time(options))
})

bench('anchoring')
  .option('--windows <n>', 'windows of the import', wholeNumber, 100)
  .action(async (options: Shared & { windows: number }) => {
    const { anchoring } = await import('./anchoring/anchoring.ts')
    report('anchoring', options, await anchoring(options))
  })

bench('durability')
  .option('--kills <n>', 'writers to kill', wholeNumber, 200)
  .action(async (options: Shared & { kills: number }) => {
    const { durability } = await import('./durability/durability.ts')
    report('durability', options, await durability({ ...options, onProgress: log }))
  })

bench('speed')
  .option('--sizes <n,...>', 'units of the banks', wholeNumbers, [10_000, 100_000])
  .action(async (options: Shared & { sizes: number[] }) => {
    requireData(options.data)
    const { speed } = await import('./speed/speed.ts')
    report('speed', options, await speed({ ...options, cacheDir: CACHE_FOLDER, onProgress: log }))
  })

bench('fit').action(async (options: Shared) => {
  requireData(options.data)
  const { fitRecall } = await import('./retrieval/fit.ts')
  report('fit', options, await fitRecall(options.data))
})

bench('latent-state')
  .requiredOption('--gguf <file>', 'the model')
  .option('--episodes <n>', 'episodes to read, from 2', wholeNumber, 3)
  .option('--tokens <n>', 'tokens of an episode', wholeNumber, 2_000)
  .action(async (options: Shared & { gguf: string; episodes: number; tokens: number }) => {
    requireData(options.data)
    const { latentState } = await import('./latent-state/latent-state.ts')
    report('latent-state', options, await latentState({ ...options, onProgress: log }))
  })

for (const name of Object.keys(EXPERIMENTS) as ExperimentName[]) {
  withAnswerFlags(bench(name)).action(async (options: AnswerFlags) => {
    requireData(options.data)
    await answerCommand(name, options)
  })
}

await program.parseAsync()

function bench(name: keyof typeof BENCHES): Command {
  return program
    .command(name)
    .description(BENCHES[name])
    .option('--data <folder>', 'data sets (default: REINSTATE_DATA, else ../shared/data)', DATA)
    .option('--json', 'one JSON object instead of a table')
    .option('--seed <n>', 'for what is drawn at random', wholeNumber, 1)
}

function report(name: string, { data, json, seed }: Shared, figures: FigureSets): void {
  const result = { name, run: runFacts({ data, seed }), figures }
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else printTable(result)
}

function whatOf<Name extends string>(
  experiments: Readonly<Record<Name, { readonly what: string }>>,
): Record<Name, string> {
  return Object.fromEntries(
    Object.entries<{ readonly what: string }>(experiments).map(([name, { what }]) => [name, what]),
  ) as Record<Name, string>
}

function requireData(folder: string): void {
  if (existsSync(folder)) return
  program.error(`bench: the data folder does not exist: ${folder} (give --data DIR or set REINSTATE_DATA)`, {
    exitCode: 2,
  })
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError('must be a whole number from 0')
  return number
}

function wholeNumbers(text: string): number[] {
  return text.split(',').map((part) => wholeNumber(part.trim()))
}

function oneOf(allowed: readonly string[]) {
  return (text: string) => {
    if (!allowed.includes(text)) throw new InvalidArgumentError(`must be one of ${allowed.join(', ')}`)
    return text
  }
}
