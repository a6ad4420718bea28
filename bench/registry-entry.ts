import { type Command, InvalidArgumentError } from 'commander'
import type { FigureSets } from './figures.ts'

/** Something that can be measured, as `list` names it and a command of its own runs it. */
export type Bench = {
  readonly name: string
  readonly what: string
  /** Whose experiment it is. */
  readonly from: 'RaMem' | 'E-mem' | 'both' | 'ours'
  /** Whether it asks a language model: never; for a part of its figures; for all of them. */
  readonly model: 'none' | 'partly' | 'needed'
  readonly cost: Cost
  /** Whether it tells times: `all` then runs nothing beside it. */
  readonly timed: boolean
  /** Whether it reads the data sets; where they are absent it is then refused. */
  readonly needsData: boolean
  /** Benches of one family run in one process in `all`, one after another, and share what each would make anew. */
  readonly family: string | undefined
  /** The arguments with which `all` runs it; undefined where `all` leaves it out. */
  readonly inAll: readonly string[] | undefined
  /** What `all` adds without a model, where what is measured then is not worth its whole length; none with one. */
  readonly cutWithoutModel: readonly string[]
  /** Adds its own flags to those that all have. */
  readonly flags: (command: Command) => Command
  readonly run: (options: BenchOptions) => Promise<BenchResult>
  /** What a run with these flags would cost; where it has none, `--dry-run` is refused. */
  readonly dryRun?: ((options: BenchOptions) => Readonly<Record<string, number>>) | undefined
}

export type Cost = {
  /** Minutes without a model on two cores in `all`, after its family: vectors still to be made, and kept. */
  readonly coldMinutes: number
  readonly warmMinutes: number
  /** Calls of models, at least and at most, from the data; undefined where there are none. */
  readonly calls?: ((data: string) => Calls) | undefined
}

export type Calls = { readonly least: number; readonly most: number }

/** What every bench is given. Those that cannot be cut to some questions or banks do without the flags for it. */
export type BenchOptions = {
  /** The folder of the data sets. */
  readonly data: string
  readonly seed: number
  /** A line on what is going on. */
  readonly onProgress: (line: string) => void
  /** Aborted when the run is to end: what is under way may come to its end. */
  readonly signal: AbortSignal
  /** Benches that this process runs; default: this one alone. */
  readonly beside?: readonly string[] | undefined
}

/** Figures, and for a bench that can be stopped or asks models, how far it came. */
export type BenchResult = {
  readonly figures: FigureSets
  /** Names of the models by role. */
  readonly models?: Readonly<Record<string, string>>
  /** Answers that are not there yet: the run was interrupted, or its budget ran out. */
  readonly missing?: number
  /** Why it was stopped. */
  readonly stopped?: string | undefined
  /** Tokens that this run spent. */
  readonly spentTokens?: number
}

/** A bench whose own flags, as its `flags` parses them, have the type `Flags`. */
export function defineBench<Flags = unknown>(
  bench: Omit<Bench, 'run' | 'dryRun' | 'flags' | 'needsData' | 'timed' | 'family' | 'cutWithoutModel'> & {
    /** Default: none. */
    readonly flags?: Bench['flags']
    /** Default true. */
    readonly needsData?: boolean
    /** Default false. */
    readonly timed?: boolean
    /** Default: none. */
    readonly family?: string
    /** Default: none. */
    readonly cutWithoutModel?: readonly string[]
    readonly run: (options: BenchOptions & Flags) => Promise<BenchResult>
    readonly dryRun?: (options: BenchOptions & Flags) => Readonly<Record<string, number>>
  },
): Bench {
  const { dryRun } = bench
  return {
    flags: (command) => command,
    needsData: true,
    timed: false,
    family: undefined,
    cutWithoutModel: [],
    ...bench,
    run: (options) => bench.run(options as BenchOptions & Flags),
    dryRun: dryRun && ((options) => dryRun(options as BenchOptions & Flags)),
  }
}

/** Flags of a bench over banks with questions. */
export type CutFlags = { readonly limit: number; readonly conversations?: readonly string[] | undefined }

/** Adds the flags that cut a bench to some banks and questions. */
export function withCutFlags(command: Command): Command {
  return command
    .option('--conversations <name,...>', 'only these banks, as conv-26', names)
    .option('--limit <n>', 'questions a bank at most', countFrom(1), Number.POSITIVE_INFINITY)
}

/** Parses `a, b` as names. */
export function names(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** Parses a whole number that is not below `least`. */
export function countFrom(least: number) {
  return (text: string): number => {
    const number = Number(text)
    if (text.trim() === '' || !Number.isInteger(number) || number < least)
      throw new InvalidArgumentError(`must be a whole number from ${least}`)
    return number
  }
}

/** Parses `10,100` as whole numbers. */
export function counts(text: string): number[] {
  return text.split(',').map(countFrom(0))
}

/** Parses one of some words. */
export function oneOf(...allowed: readonly string[]) {
  return (text: string): string => {
    if (!allowed.includes(text)) throw new InvalidArgumentError(`must be one of ${allowed.join(', ')}`)
    return text
  }
}
