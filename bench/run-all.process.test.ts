import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { KeptResult } from './reports/result-folder.ts'

const root = join(import.meta.dirname, '..')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-all-'))
  await mkdir(join(folder, 'data'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a run that is interrupted keeps what it has, ends its children, and goes on from there', async () => {
  const first = start()
  await first.said('[durability] kill 1:')
  first.child.kill('SIGINT')
  expect(await first.code()).toBe(130)
  expect(first.text()).toContain('anchoring: done, durability: not run')
  const anchoring = await kept('anchoring')
  expect(anchoring.figures.throughput!.n).toBe(100)
  await expect(kept('durability')).rejects.toThrow('ENOENT')

  const second = start()
  expect(await second.code()).toBe(0)
  expect(second.text()).toContain('anchoring: kept, durability: done')
  expect(await kept('anchoring')).toEqual(anchoring)
  const durability = await kept('durability')
  expect(durability.figures.kills).toMatchObject({ n: 4, lostTurns: 0 })

  const markdown = await readFile(join(folder, 'out', 'report.md'), 'utf8')
  const { acknowledged } = durability.figures.kills!
  expect(markdown).toContain(`| kills | 4 | ${acknowledged} | 0 | 0 | 1 |`)
}, 300_000)

test('a bench that fails is told with its reason, and the others run all the same', async () => {
  // The folder has no time gold.
  const run = start(['--only', 'time,anchoring'])
  expect(await run.code()).toBe(3)
  expect(run.text()).toContain('time: failed, anchoring: done')
  expect((await kept('time')).failed).toMatch(/^Error: ENOENT/u)
  expect(await readFile(join(folder, 'out', 'report.html'), 'utf8')).toContain('ENOENT')
}, 300_000)

function start(more: readonly string[] = ['--only', 'anchoring,durability', '--kills', '4']) {
  const flags = ['--data', join(folder, 'data'), '--out', join(folder, 'out'), ...more]
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/main.ts', 'all', ...flags], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return listenTo(child)
}

function listenTo(child: ChildProcess) {
  let text = ''
  child.stderr!.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  const closed = once(child, 'close')
  return {
    child,
    text: () => text,
    async said(line: string) {
      while (!text.includes(line)) {
        if (child.exitCode !== null) throw new Error(`It ended without saying ${line}: ${text}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async code() {
      const [code] = (await closed) as [number]
      return code
    },
  }
}

async function kept(name: string): Promise<KeptResult> {
  return JSON.parse(await readFile(join(folder, 'out', `${name}.json`), 'utf8')) as KeptResult
}
