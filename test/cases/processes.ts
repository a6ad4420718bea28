import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Order, Report } from './child-order.ts'
import type { Done } from './observation.ts'
import type { World } from './world.ts'

/** What cannot be tried in one process: other processes, other time zones, other users, a driver that does not load. */

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** A user without rights over the files of root, on every Unix. */
const NOBODY = 65_534

type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly report: Report | undefined
  readonly errors: string
}

type SpawnOptions = { readonly timeZone?: string; readonly asNobody?: boolean }

/** Runs a child process with one order; what it reports is the last line of its output. */
export function runChild(order: Order, { timeZone, asNobody = false }: SpawnOptions = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--expose-gc', CHILD, JSON.stringify(order)], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...(timeZone === undefined ? {} : { TZ: timeZone }),
        ...(asNobody ? { TMPDIR: tmpdir(), HOME: tmpdir() } : {}),
      },
      ...(asNobody && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const last = output.trim().split('\n').at(-1)
      resolve({ code, signal, errors, report: last ? (JSON.parse(last) as Report) : undefined })
    })
  })
}

/** The turns as a process in another zone stores them. */
export async function runInZone(order: Order, timeZone: string): Promise<Report> {
  const { report, errors } = await runChild(order, { timeZone })
  if (report === undefined) throw new Error(`A child process reported nothing: ${errors}`)
  return report
}

/** [readers, seconds, writers, turns of each writer] */
export async function readAndWriteTogether(
  world: World,
  [readers, seconds, writers, turns]: readonly [number, number, number, number],
): Promise<Done> {
  const bank = (await world.bank(undefined)).bank.name
  const children = [
    ...Array.from({ length: readers }, () => runChild({ task: 'read', bank, seconds })),
    ...Array.from({ length: writers }, (_, index) =>
      runChild({ task: 'write', bank, turns, prefix: `w${index}-` }),
    ),
  ]
  const ended = await Promise.all(children)
  const failed = ended.filter(({ code, report }) => code !== 0 || report?.error !== undefined)
  return {
    facts: { errors: failed.length, failures: failed.map(({ errors, report }) => report?.error ?? errors) },
  }
}

export async function killBeforeVector(world: World): Promise<Done> {
  const { input, turns } = world
  const bank = world.pathOf(world.users()[0])
  const { signal, report, errors } = await runChild({ task: 'die', bank, input: { ...input, turns } })
  if (signal !== 'SIGKILL') throw new Error(`The process did not die as told: ${errors}`)
  return { facts: { acknowledged: report } }
}

/** Some texts at once in each of several processes; the digests of their vectors must agree. */
export async function embedInProcesses(count: number): Promise<Done> {
  const ended = await Promise.all(
    Array.from({ length: count }, () => runChild({ task: 'embed', texts: 1, more: 0 })),
  )
  return {
    facts: {
      exitCodes: ended.map(({ code }) => code),
      vectors: ended.map(({ report }) => JSON.stringify(report?.vector)),
    },
  }
}

export async function growthOfMemory(texts: number, more: number): Promise<Done> {
  const { report, errors } = await runChild({ task: 'embed', texts, more })
  if (report?.growthMb === undefined) throw new Error(`A child process reported nothing: ${errors}`)
  return { facts: { rssGrowthMb: report.growthMb } }
}

export async function importWithoutDriver(): Promise<Done> {
  const { report, errors } = await runChild({ task: 'without-driver' })
  if (report === undefined) throw new Error(`A child process reported nothing: ${errors}`)
  throw asError(report)
}

/** [“<folder without write permission>/new.db”] */
export async function openWithoutPermission(described: string): Promise<Done> {
  const folder = mkdtempSync(join(tmpdir(), 'reinstate-read-only-'))
  const path = described.replace(/<[^>]*>/u, folder)
  chmodSync(folder, 0o555)
  try {
    const { report, errors } = await runChild({ task: 'open', bank: path }, { asNobody: true })
    if (report === undefined) throw new Error(`A child process reported nothing: ${errors}`)
    const cli = await runCli(['ask', 'Where?', '--bank', path])
    if (report.error === undefined) return { facts: { path } }
    throw Object.assign(asError(report), { path, cliExitCode: cli.code, cliErrors: cli.errors })
  } finally {
    chmodSync(folder, 0o755)
    rmSync(folder, { recursive: true })
  }
}

function runCli(args: readonly string[]): Promise<{ code: number | null; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/cli/main.ts'), ...args], {
      cwd: ROOT,
      ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.stdout.resume()
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, errors }))
  })
}

/** The error of another process, so far as it can be told here: its class and its words. */
function asError({ error, message = '' }: Report): Error {
  const told = new Error(message)
  told.name = error ?? 'Error'
  return told
}
