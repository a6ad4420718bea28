import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Compiled, compiled } from './compiled.ts'
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
import { ROOT, ROOT_VARIABLE } from './root.ts'

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
    .map((bench) => {
      const cut = flags.model === undefined ? bench.cutWithoutModel : []
      return { bench, args: [...bench.inAll!, ...cut, ...handedOn(flags, commandOf(bench))] }
    })
}

/** What one process runs, one after another: benches of a family, or one alone. */
export type Batch = readonly Planned[]

/** Puts families together, in the order of their first; with a model every bench stands alone, so that a budget is spent in order. */
export function batchesOf(plan: readonly Planned[], { model }: Pick<AllFlags, 'model'>): readonly Batch[] {
  const batches = new Map<string, Planned[]>()
  for (const each of plan) {
    const { family, name } = each.bench
    const key = family === undefined || model !== undefined ? `bench ${name}` : `family ${family}`
    batches.set(key, [...(batches.get(key) ?? []), each])
  }
  return [...batches.values()]
}

/**
 * Runs benches, those of a family in one process, and keeps what each gives in the folder. What is kept of the same code,
 * data and options is not run again. A bench that fails does not end the others. Those that tell times run alone, after the
 * others, of which the longest are begun first; with a model all run one after another.
 */
export async function runAll(options: AllOptions): Promise<AllResult> {
  const { signal, model } = options
  const plan = planAll(options, options.benches)
  const run = openRun(plan, options)
  const isAlone = ([first]: Batch) => first!.bench.timed || model !== undefined
  const batches = batchesOf(plan, options)
  const together = batches
    .filter((each) => !isAlone(each))
    .toSorted((a, b) => expectedMinutes(b) - expectedMinutes(a))
  await Promise.all(Array.from({ length: options.jobs }, () => run.work(together)))
  await run.work(batches.filter(isAlone))
  return { states: run.states, stopped: signal.aborted ? INTERRUPTED : run.stopped }
}

function expectedMinutes(benches: Iterable<Planned>): number {
  return [...benches].reduce((sum, { bench }) => sum + bench.cost.warmMinutes, 0)
}

function openRun(plan: readonly Planned[], options: AllOptions) {
  const { signal, onProgress } = options
  const circumstances = { code: codeHash(), dataHash: dataHashOf(options.data) }
  const results = openResultFolder(options.out)
  const clock = remaining(plan)
  const states = new Map<string, State>(plan.map(({ bench }) => [bench.name, 'not run']))
  let budget = options.budgetTokens ?? Number.POSITIVE_INFINITY
  let stopped: string | undefined
  let program: Promise<Compiled> | undefined
  const script = async () => {
    program ??= compiled([MAIN])
    return (await program).script(MAIN)
  }

  async function runBatch(batch: Batch): Promise<void> {
    const say = (bench: string, line: string) => onProgress(`[${bench}] ${line}`)
    const settle = (bench: Bench, ran: Ran) => {
      clock.passed(bench, ran.state === 'kept')
      states.set(bench.name, ran.state)
      budget -= ran.spentTokens
      stopped ??= ran.stopped
      say(bench.name, `${ran.state}; ${clock.line()}`)
    }
    const running = { budget, options, results, circumstances, say, settle, clock, script }
    await runTogether(batch, running)
  }

  return {
    states: states as ReadonlyMap<string, State>,
    get stopped() {
      return stopped
    },
    /** Takes batches off the list until it is empty or the run is stopped. */
    async work(list: Batch[]): Promise<void> {
      for (;;) {
        stopped ??= signal.aborted ? INTERRUPTED : undefined
        if (budget <= 0) stopped ??= 'the budget of tokens is spent'
        if (stopped !== undefined) return
        const next = list.shift()
        if (next === undefined) return
        await runBatch(next)
      }
    },
  }
}

const INTERRUPTED = 'it was interrupted'

type Running = {
  readonly budget: number
  readonly options: AllOptions
  readonly results: ResultFolder
  readonly circumstances: { readonly code: string; readonly dataHash: string | undefined }
  readonly clock: { line(): string }
  /** The benches compiled: a loader makes what they measure a fifth slower, and those that tell times see to it themselves. */
  readonly script: () => Promise<string>
  readonly say: (bench: string, line: string) => void
  readonly settle: (bench: Bench, ran: Ran) => void
}
type Ran = { readonly state: State; readonly spentTokens: number; readonly stopped: string | undefined }

async function runTogether(batch: Batch, running: Running): Promise<void> {
  const { budget, options, results, circumstances, clock, say, settle, script } = running
  const wantedOf = ({ bench, args }: Planned) => ({
    ...circumstances,
    options: decidingOptions(parsed(bench, args)),
  })
  const read = ({ bench }: Planned) => results.read(bench.name, options.model)
  const isKept = (each: Planned) => isFinished(read(each), wantedOf(each))
  const [kept, open] = [batch.filter(isKept), batch.filter((each) => !isKept(each))]
  for (const { bench } of kept) settle(bench, { state: 'kept', spentTokens: 0, stopped: undefined })
  if (open.length === 0) return
  const before = new Map(open.map((each) => [each, read(each)?.run.date]))
  const more = ({ bench }: Planned) =>
    Number.isFinite(budget) && bench.model !== 'none' ? ['--budget-tokens', String(budget)] : []
  const settled = new Set<Planned>()
  /** Of a bench whose process ended, or which gave way to the next one. */
  const settleOne = (each: Planned, said: string) => {
    settled.add(each)
    const after = read(each)
    if (after !== undefined && after.run.date !== before.get(each)) {
      const { spentTokens = 0, stopped } = after.run
      return settle(each.bench, {
        state: (after.run.missing ?? 0) === 0 ? 'done' : 'incomplete',
        spentTokens,
        stopped,
      })
    }
    if (options.signal.aborted)
      return settle(each.bench, { state: 'not run', spentTokens: 0, stopped: INTERRUPTED })
    results.write(failure(each.bench.name, { ...wantedOf(each), said, seed: options.seed }))
    settle(each.bench, { state: 'failed', spentTokens: 0, stopped: undefined })
  }
  const end = await runApart(
    open.map((each) => [each.bench.name, ...each.args, ...more(each), '--out', options.out]),
    {
      script: batch[0]!.bench.timed ? undefined : await script(),
      signal: options.signal,
      say,
      onBegin: (bench) => say(bench, `begins; ${clock.line()}`),
      onEnd(bench, failed) {
        const each = open.find((planned) => planned.bench.name === bench)
        if (each !== undefined) settleOne(each, failed ?? '')
      },
    },
  )
  for (const each of open.filter((planned) => !settled.has(planned))) settleOne(each, reasonOf(end))
}

const MINUTE_MS = 60_000
const MAIN = 'bench/main.ts'
/** Lines of standard error that are kept of a bench that failed. */
const LAST_LINES = 20

/** A bench with its flags as a command that reads arguments and does nothing. */
export function commandOf(bench: Bench): Command {
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

/** Banks are made and dropped by the hundred: with room for a whole one the collector looks at most of it once. */
const UNTIMED_FLAGS = ['--max-semi-space-size=64']

type End = { readonly code: number | null; readonly said: readonly string[] }

type Listener = {
  /** Compiled; undefined: from its source. */
  readonly script: string | undefined
  readonly signal: AbortSignal
  readonly say: (bench: string, line: string) => void
  readonly onBegin: (bench: string) => void
  readonly onEnd: (bench: string, failed: string | undefined) => void
}

/** What a process that runs benches tells of them. */
export type BatchMessage =
  | { readonly begins: string }
  | { readonly ends: string; readonly failed?: string | undefined }

/** In a process group of its own: an interruption of the terminal reaches it through us, and once. */
async function runApart(benches: readonly (readonly string[])[], listener: Listener): Promise<End> {
  const { script, signal, say, onBegin, onEnd } = listener
  const child = fork(script ?? join(ROOT, MAIN), ['together', JSON.stringify(benches)], {
    cwd: ROOT,
    execArgv: script === undefined ? ['--import', 'tsx'] : UNTIMED_FLAGS,
    env: { ...process.env, [ROOT_VARIABLE]: ROOT },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said: string[] = []
  let rest = ''
  let current = benches[0]![0]!
  child.on('message', (message: BatchMessage) => {
    if ('begins' in message) {
      current = message.begins
      onBegin(current)
    } else onEnd(message.ends, message.failed)
  })
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) say(current, line)
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

function reasonOf({ code, said }: End): string {
  const message = said.find((line) => /^\S*Error\b|error:/u.test(line)) ?? said.at(-1) ?? ''
  return `exit code ${code}: ${message}`
}

function failure(
  name: string,
  wanted: {
    options: KeptResult['options']
    code: string
    dataHash: string | undefined
    said: string
    seed: number
  },
): KeptResult {
  const { options, code, dataHash, said, seed } = wanted
  const run = { code, dataHash, seed, commit: '', changed: false, embedder: '', node: process.version }
  return {
    name,
    run: { ...run, date: new Date().toISOString() },
    figures: {},
    options,
    minutes: 0,
    failed: said,
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
