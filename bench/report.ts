import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedLocalEmbedder } from '../src/embed/local-embedder.ts'
import type { FigureSets } from './figures.ts'

/** Under which circumstances figures were made. */
export type RunFacts = {
  readonly commit: string
  /** True when tracked files differ from the commit. */
  readonly changed: boolean
  readonly seed: number
  readonly embedder: string
  /** SHA-256 over names and bytes of the data files; undefined where there are none. */
  readonly dataHash: string | undefined
  readonly node: string
  readonly date: string
}

export type Report = { readonly name: string; readonly run: RunFacts; readonly figures: FigureSets }

/** Reads the circumstances of this run. */
export function runFacts({ data, seed }: { data: string; seed: number }): RunFacts {
  return {
    commit: git(['rev-parse', '--short', 'HEAD']),
    changed: git(['status', '--porcelain', '--untracked-files=no']) !== '',
    seed,
    embedder: sharedLocalEmbedder().id,
    dataHash: existsSync(data) ? hashOf(data) : undefined,
    node: process.version,
    date: new Date().toISOString(),
  }
}

/** Prints a line for each set. */
export function printTable({ name, run, figures }: Report): void {
  const { commit, changed, seed, embedder, node } = run
  const lines = [
    `${name}  commit ${commit}${changed ? ' + changes' : ''}  seed ${seed}  ${embedder}  node ${node}`,
  ]
  const width = Math.max(...Object.keys(figures).map((set) => set.length)) + 2
  for (const [set, { n, ...metrics }] of Object.entries(figures)) {
    const values = Object.entries(metrics).map(([metric, value]) => `${metric} ${format(value)}`)
    lines.push(`${set.padEnd(width)}n ${n ?? '-'}  ${values.join('  ')}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

function format(value: number): string {
  return Number.isInteger(value)
    ? String(value)
    : Math.abs(value) >= 100
      ? value.toFixed(1)
      : value.toFixed(4)
}

function git(args: readonly string[]): string {
  try {
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    return execFileSync('git', [...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // A copy without its history can still be measured.
    return 'unknown'
  }
}

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const name of names.filter((each) => statSync(join(folder, each)).isFile())) {
    hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
