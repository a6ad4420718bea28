import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../report.ts'

/** What is kept of a bench: its report, how it was asked for, and how long it took. */
export type KeptResult = Report & {
  /** The flags that decide figures. */
  readonly options: Readonly<Record<string, string>>
  readonly minutes: number
  /** Why it has no figures; undefined where it has. */
  readonly failed?: string | undefined
}

/** A folder with one JSON file a bench; those with a model stand beside those without. */
export type ResultFolder = {
  readonly folder: string
  read(name: string, model: string | undefined): KeptResult | undefined
  /** Whole or not at all: an interruption leaves the file as it was. */
  write(result: KeptResult): void
  /** All that is kept, by file name. */
  all(): readonly KeptResult[]
}

export function openResultFolder(folder: string): ResultFolder {
  const fileOf = (name: string, model: string | undefined) =>
    join(folder, `${name}${model === undefined ? '' : `@${model.replaceAll(/[^\w.-]+/gu, '_')}`}.json`)
  const parse = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as KeptResult
  return {
    folder,
    read(name, model) {
      const file = fileOf(name, model)
      return existsSync(file) ? parse(file) : undefined
    },
    write(result) {
      mkdirSync(folder, { recursive: true })
      const file = fileOf(result.name, result.options.model)
      writeFileSync(`${file}.part`, `${JSON.stringify(result, undefined, 2)}\n`)
      renameSync(`${file}.part`, file)
    },
    all() {
      if (!existsSync(folder)) return []
      const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
      return files.sort().map((file) => parse(join(folder, file)))
    },
  }
}

/** Flags that decide where, how fast or how far, but no figure. */
const NO_MATTER = new Set([
  'data',
  'json',
  'out',
  'replies',
  'replay',
  'pace',
  'dryRun',
  'concurrency',
  'timeout',
  'budgetTokens',
])

/** The flags of a run that decide its figures, as text. */
export function decidingOptions(flags: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(flags)
      .filter(([name, value]) => !NO_MATTER.has(name) && value !== undefined)
      .map(([name, value]) => [name, String(value)] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  )
}

/** Whether a kept result is what a run with these options, code and data would give, and whole. */
export function isFinished(
  kept: KeptResult | undefined,
  wanted: { options: KeptResult['options']; code: string; dataHash: string | undefined },
): kept is KeptResult {
  if (kept === undefined || kept.failed !== undefined || (kept.run.missing ?? 0) > 0) return false
  return (
    kept.run.code === wanted.code &&
    kept.run.dataHash === wanted.dataHash &&
    JSON.stringify(kept.options) === JSON.stringify(wanted.options)
  )
}
