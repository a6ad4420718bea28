import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { withShared } from './flags.ts'
import type { Bench } from './registry-entry.ts'
import { codeHash, dataHashOf } from './report.ts'
import {
  decidingOptions,
  isFinished,
  type KeptResult,
  openResultFolder,
  type ResultFolder,
} from './reports/result-folder.ts'

/** What `all` hands on to every bench that has a flag for it. */
export type AllFlags = {
  readonly data: string
  readonly seed: number
  readonly out: string
  readonly model?: string
  readonly assistant?: string
  readonly judge?: string
  readonly limit?: number
  readonly conversations?: readonly string[]
  readonly concurrency?: number
  readonly timeout?: number
  readonly replies?: string
  readonly effort?: string
  readonly budgetTokens?: number
  readonly kills?: number
  readonly sizes?: readonly number[]
  /** Names; undefined: all. */
  readonly only?: readonly string[]
}

export type AllOptions = AllFlags & {
  readonly benches: readonly Bench[]
  /** Benches at once, of those that tell no times. */
  readonly jobs: number
  readonly signal: AbortSignal
  readonly onProgress: (line: string) => void
}

/** What became of a bench: kept of an earlier run, done now, failed, done in part, or not reached. */
export type State = 'kept' | 'done' | 'failed' | 'incomplete' | 'not run'

export type AllResult = {
  /** By name, in the order of the run. */
  readonly states: ReadonlyMap<string, State>
  /** Why it ended early; undefined where it did not. */
  readonly stopped: string | undefined
}

/** A bench with its arguments. */
export type Planned = { readonly bench: Bench; readonly args: readonly string[] }

/** Without a model whatever needs none; with one the rest. */
export function planAll(flags: AllFlags, benches: readonly Bench[]): readonly Planned[] {
  return benches
    .filter(({ inAll }) => inAll !== undefined)
    .filter(({ model }) => (flags.model === undefined ? model !== 'needed' : model !== 'none'))
    .filter(({ name }) => flags.only?.includes(name) ?? true)
    .map((bench) => ({ bench, args: [...bench.inAll!, ...handedOn(flags, commandOf(bench))] }))
}

/**
 * Runs benches, each in a process of its own, and keeps what each gives in the folder. What is kept of the same code, data
 * and options is not run again. A bench that fails does not end the others. Those that tell times run alone, after the
 * others; with a model all run one after another, so that a budget is spent in order.
 */
export async function runAll(options: AllOptions): Promise<AllResult> {
  const { signal } = options
  const plan = planAll(options, options.benches)
  const run = openRun(plan, options)
  const isAlone = ({ bench }: Planned) => bench.timed || options.model !== undefined
  const [together, alone] = [plan.filter((each) => !isAlone(each)), plan.filter(isAlone)]
  await Promise.all(Array.from({ length: options.jobs }, () => run.work(together)))
  await run.work(alone)
  return { states: run.states, stopped: signal.aborted ? INTERRUPTED : run.stopped }
}

function openRun(plan: readonly Planned[], options: AllOptions) {
  const { signal, onProgress } = options
  const circumstances = { code: codeHash(), dataHash: dataHashOf(options.data) }
  const results = openResultFolder(options.out)
  const clock = remaining(plan)
  const states = new Map<string, State>(plan.map(({ bench }) => [bench.name, 'not run']))
  let budget = options.budgetTokens ?? Number.POSITIVE_INFINITY
  let stopped: string | undefined

  async function runNext({ bench, args }: Planned): Promise<void> {
    const say = (line: string) => onProgress(`[${bench.name}] ${line}`)
    say(`begins; ${clock.line()}`)
    const ran = await runOne(bench, { args, budget, options, results, circumstances, say })
    clock.passed(bench, ran.state === 'kept')
    states.set(bench.name, ran.state)
    budget -= ran.spentTokens
    stopped ??= ran.stopped
    say(`${ran.state}; ${clock.line()}`)
  }

  return {
    states: states as ReadonlyMap<string, State>,
    get stopped() {
      return stopped
    },
    /** Takes benches off the list until it is empty or the run is stopped. */
    async work(list: Planned[]): Promise<void> {
      for (;;) {
        stopped ??= signal.aborted ? INTERRUPTED : undefined
        if (budget <= 0) stopped ??= 'the budget of tokens is spent'
        if (stopped !== undefined) return
        const next = list.shift()
        if (next === undefined) return
        await runNext(next)
      }
    },
  }
}

const INTERRUPTED = 'it was interrupted'

type Running = {
  readonly args: readonly string[]
  readonly budget: number
  readonly options: AllOptions
  readonly results: ResultFolder
  readonly circumstances: { readonly code: string; readonly dataHash: string | undefined }
  readonly say: (line: string) => void
}
type Ran = { readonly state: State; readonly spentTokens: number; readonly stopped: string | undefined }

async function runOne(bench: Bench, running: Running): Promise<Ran> {
  const { args, budget, options, results, circumstances, say } = running
  const wanted = { ...circumstances, options: decidingOptions(parsed(bench, args)) }
  const read = () => results.read(bench.name, options.model)
  if (isFinished(read(), wanted)) return { state: 'kept', spentTokens: 0, stopped: undefined }
  const bounded = Number.isFinite(budget) && bench.model !== 'none'
  const more = bounded ? ['--budget-tokens', String(budget)] : []
  const before = read()?.run.date
  const end = await runApart([bench.name, ...args, ...more, '--out', options.out], {
    signal: options.signal,
    say,
  })
  const after = read()
  if (after !== undefined && after.run.date !== before) {
    const { spentTokens = 0, stopped } = after.run
    return { state: (after.run.missing ?? 0) === 0 ? 'done' : 'incomplete', spentTokens, stopped }
  }
  if (options.signal.aborted) return { state: 'not run', spentTokens: 0, stopped: INTERRUPTED }
  results.write(failure(bench.name, { ...wanted, end, seed: options.seed }))
  return { state: 'failed', spentTokens: 0, stopped: undefined }
}

const MINUTE_MS = 60_000
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Lines of standard error that are kept of a bench that failed. */
const LAST_LINES = 20

function commandOf(bench: Bench): Command {
  return bench.flags(withShared(new Command(bench.name)))
}

function parsed(bench: Bench, args: readonly string[]): Record<string, unknown> {
  return commandOf(bench).parse(args, { from: 'user' }).opts()
}

const HANDED_ON = [
  'data',
  'seed',
  'model',
  'assistant',
  'judge',
  'limit',
  'conversations',
  'concurrency',
  'timeout',
  'replies',
  'effort',
  'kills',
  'sizes',
] as const satisfies readonly (keyof AllFlags)[]

function handedOn(flags: AllFlags, command: Command): string[] {
  return HANDED_ON.flatMap((name) => {
    const value = flags[name]
    const option = command.options.find((each) => each.attributeName() === name)
    return value === undefined || option === undefined ? [] : [option.long!, String(value)]
  })
}

type End = { readonly code: number | null; readonly said: readonly string[] }

/** In a process group of its own: an interruption of the terminal reaches it through us, and once. */
async function runApart(
  args: readonly string[],
  { signal, say }: { signal: AbortSignal; say: (line: string) => void },
): Promise<End> {
  const child = fork(MAIN, args, {
    cwd: ROOT,
    execArgv: ['--import', 'tsx'],
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said: string[] = []
  let rest = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) say(line)
    said.push(...lines)
    said.splice(0, said.length - LAST_LINES)
  })
  const interrupt = () => process.kill(-child.pid!, 'SIGINT')
  const kill = () => process.kill(-child.pid!, 'SIGKILL')
  signal.addEventListener('abort', interrupt, { once: true })
  process.once('exit', kill)
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', kill)
  signal.removeEventListener('abort', interrupt)
  return { code, said: [...said, rest].filter((line) => line !== '') }
}

function failure(
  name: string,
  wanted: {
    options: KeptResult['options']
    code: string
    dataHash: string | undefined
    end: End
    seed: number
  },
): KeptResult {
  const { options, code, dataHash, end, seed } = wanted
  const run = { code, dataHash, seed, commit: '', changed: false, embedder: '', node: process.version }
  const message = end.said.find((line) => /^\S*Error\b|error:/u.test(line)) ?? end.said.at(-1) ?? ''
  return {
    name,
    run: { ...run, date: new Date().toISOString() },
    figures: {},
    options,
    minutes: 0,
    failed: `exit code ${end.code}: ${message}`,
  }
}

/** What is left, from what the benches are said to cost and how fast those that ran passed. */
function remaining(plan: readonly Planned[], now = () => performance.now()) {
  const started = now()
  const ahead = new Set(plan.map(({ bench }) => bench))
  const expected = (benches: Iterable<Bench>) =>
    [...benches].reduce((sum, { cost }) => sum + cost.warmMinutes, 0)
  const ran: Bench[] = []
  return {
    passed(bench: Bench, isKept: boolean) {
      ahead.delete(bench)
      if (!isKept) ran.push(bench)
    },
    line(): string {
      const elapsed = (now() - started) / MINUTE_MS
      const pace = ran.length === 0 ? 1 : elapsed / expected(ran)
      const left = Math.ceil(expected(ahead) * pace)
      return `${plan.length - ahead.size} of ${plan.length} done in ${elapsed.toFixed(1)} min, about ${left} min left`
    },
  }
}
