import { execFileSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sharedLocalEmbedder } from '../src/embed/local-embedder.ts'
import type { FigureSets } from './figures.ts'
import { figureRows, printFigure } from './reports/named-figure.ts'
import { ROOT } from './root.ts'

/** Under which circumstances figures were made. */
export type RunFacts = {
  readonly commit: string
  /** True when tracked files differ from the commit. */
  readonly changed: boolean
  /** SHA-256 over the sources of the product and the benches, tests left out. */
  readonly code: string
  readonly seed: number
  readonly embedder: string
  /** SHA-256 over names and bytes of the data files; undefined where there are none. */
  readonly dataHash: string | undefined
  readonly node: string
  readonly date: string
  /** Names of the models by role; absent where the bench knows none. */
  readonly models?: Readonly<Record<string, string>>
  /** Answers that are not there yet, and why. */
  readonly missing?: number
  readonly stopped?: string | undefined
  readonly spentTokens?: number
}

export type Report = { readonly name: string; readonly run: RunFacts; readonly figures: FigureSets }

/** Reads the circumstances of this run. */
export function runFacts({ data, seed }: { data: string; seed: number }): RunFacts {
  return {
    commit: git(['rev-parse', '--short', 'HEAD']),
    changed: git(['status', '--porcelain', '--untracked-files=no']) !== '',
    code: codeHash(),
    seed,
    embedder: sharedLocalEmbedder().id,
    dataHash: dataHashOf(data),
    node: process.version,
    date: new Date().toISOString(),
  }
}

/** Names the code that measures and is measured, or a part of it: folders from the root. */
export function codeHash(folders: readonly string[] = ['src', 'bench']): string {
  return hashOf(
    folders.map((folder) => join(ROOT, folder)),
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
}

/** Names the releases of all packages. */
export function packagesHash(): string {
  return digestOf(createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json'))))
}

export function dataHashOf(data: string): string | undefined {
  return existsSync(data) ? hashOf([data], () => true) : undefined
}

/** Prints a line for each set. */
export function printTable({ name, run, figures }: Report): void {
  const { commit, changed, seed, embedder, node } = run
  const lines = [
    `${name}  commit ${commit}${changed ? ' + changes' : ''}  seed ${seed}  ${embedder}  node ${node}`,
  ]
  const width = Math.max(...Object.keys(figures).map((set) => set.length)) + 2
  for (const row of figureRows(name, figures)) {
    const values = row.figures.map((figure) => `${figure.metric} ${printFigure(figure)}`)
    lines.push(`${row.set.padEnd(width)}n ${row.n ?? '-'}  ${values.join('  ')}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

function git(args: readonly string[]): string {
  try {
    return execFileSync('git', [...args], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // A copy without its history can still be measured.
    return 'unknown'
  }
}

function hashOf(folders: readonly string[], isIn: (name: string) => boolean): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isIn).sort()
    for (const name of names.filter((each) => statSync(join(folder, each)).isFile())) {
      hash.update(name).update(readFileSync(join(folder, name)))
    }
  }
  return digestOf(hash)
}

const digestOf = (hash: Hash): string => hash.digest('hex').slice(0, 16)
