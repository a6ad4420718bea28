import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { StoreBusyError } from '../../model/errors.ts'
import type { TurnId } from '../../model/turn.ts'
import { found, idsOf, turnOf, unitsOf, wordAnchor } from '../conformance-bank.ts'
import type { Store } from '../store.ts'
import { trialFolder } from './trial-folder.ts'

const script = fileURLToPath(new URL('./trial-process.ts', import.meta.url))

function freshFolder() {
  const folder = trialFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder
}

/** Runs a role in a process of its own and returns what it printed. */
async function run(role: string, file: string, name: string, count: number, wrapper: readonly string[] = []) {
  const command = [...wrapper, process.execPath, '--import', 'tsx', script, role, file, name, String(count)]
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return (output + errors).trim()
}

test('two writers and four readers at once lose nothing and never find the bank locked', async () => {
  const folder = freshFolder()
  const file = folder.file('bank.db')
  await using store = await folder.open('bank.db')
  const reports = await Promise.all([
    run('write', file, 'a', 100),
    run('write', file, 'b', 100),
    ...[1, 2, 3, 4].map(() => run('read', file, 'r', 200)),
  ])
  expect(reports).toEqual(Array(6).fill('done'))
  expect((await idsOf(store)).length).toBe(200)
  expect(await found(store, { words: ['b77'] })).toEqual(['unit-b77'])
  expect(await store.upkeep.verify()).toMatchObject({ healthy: true, turns: 200, units: 200, pending: 200 })
})

test('two servers that make the same bank and take twenty calls at once keep all of them', async () => {
  const folder = freshFolder()
  const file = folder.file('bank.db')
  expect(await Promise.all(['a', 'b'].map((name) => run('serve', file, name, 20)))).toEqual(['done', 'done'])
  await using store = await folder.open('bank.db')
  expect(await store.upkeep.verify()).toMatchObject({ healthy: true, turns: 40, units: 40 })
})

test('two processes that tell the windows of a bank at once store each of them once', async () => {
  const folder = freshFolder()
  const file = folder.file('bank.db')
  await using store = await folder.open('bank.db')
  await fill(store, 121)
  const reports = await Promise.all(['a', 'b'].map((name) => run('tell', file, name, 0)))
  expect(reports.map((report) => report.split('\n').at(-1))).toEqual(['done', 'done'])
  const told = reports.flatMap((report) =>
    [...report.matchAll(/told (\d)/g)].map(([, count]) => Number(count)),
  )
  expect(told.reduce((sum, count) => sum + count)).toBe(121)
  await expectTold(store, 121)
})

test('a process that is killed while it tells leaves each window whole or waiting', async () => {
  const folder = freshFolder()
  const file = folder.file('bank.db')
  await using store = await folder.open('bank.db')
  await fill(store, 400)
  for (const after of [3, 17]) {
    const command = ['--import', 'tsx', script, 'tell', file, 'a', '0']
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'ignore'] })
    let seen = 0
    child.stdout.on('data', (chunk) => {
      seen += String(chunk).split('told').length - 1
      if (seen >= after) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    const units = await unitsOf(store, { origin: 'model' })
    const { awaiting } = await store.derived.windows.count()
    expect(units.length).toBe(400 - awaiting)
    expect((await store.upkeep.verify()).findings).toEqual([])
  }
  expect(await run('tell', file, 'a', 0)).toMatch(/done$/)
  await expectTold(store, 400)
})

async function fill(store: Store, count: number): Promise<void> {
  await store.append(
    Array.from({ length: count }, (_, i) => turnOf(`t${i}`, { text: `word${i}` })),
    wordAnchor,
  )
}

/** Each turn was told once, and lies in one episode. */
async function expectTold(store: Store, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, i) => `t${i}`)
  const units = await unitsOf(store, { origin: 'model' })
  expect(units.map(({ unit }) => unit.sources)).toEqual(all.map((id) => [id]))
  expect(await store.derived.windows.count()).toEqual({ awaiting: 0, refused: 0 })
  const { episodes } = store.derived
  const cut = await Promise.all((await episodes.heads()).map(({ number }) => episodes.read(number)))
  expect(cut.flatMap(({ turns }) => turns.map(({ turn }) => turn.id))).toEqual(all)
  expect((await store.upkeep.verify()).findings).toEqual([])
}

test('a writer that waits too long for another process is told that it may try again', async () => {
  const folder = freshFolder()
  await using store = await folder.open('bank.db', { busyTimeoutMs: 50 })
  const other = new DatabaseSync(folder.file('bank.db'))
  other.exec('BEGIN IMMEDIATE')
  await expect(store.append([turnOf('a')], wordAnchor)).rejects.toThrow(StoreBusyError)
  await expect(store.derived.vectors.reset()).rejects.toThrow(StoreBusyError)
  expect(await idsOf(store)).toEqual([])
  other.exec('ROLLBACK')
  other.close()
  expect((await store.append([turnOf('a')], wordAnchor)).added).toEqual(['a'])
})

test('a waiting writer leaves the event loop free', async () => {
  const folder = freshFolder()
  await using store = await folder.open('bank.db')
  const other = new DatabaseSync(folder.file('bank.db'))
  other.exec('BEGIN IMMEDIATE')
  const appended = store.append([turnOf('a')], wordAnchor)
  // The lock is let go by this very process, which a blocked event loop could not do.
  setTimeout(() => other.exec('COMMIT'), 100)
  expect((await appended).added).toEqual(['a'])
  other.close()
})

test.skipIf(process.platform === 'win32')(
  'a full disk refuses the turn whole and keeps all before it',
  async () => {
    const folder = freshFolder()
    const file = folder.file('bank.db')
    const limited = ['sh', '-c', `trap '' XFSZ; ulimit -f 8192; exec "$@"`, 'sh']
    const report = await run('fill', file, 'a', 400, limited)
    expect(report).toMatch(/^StoreFullError: Cannot write to .*bank\.db/)
    await using store = await folder.open('bank.db')
    const ids = await idsOf(store)
    expect(ids.length).toBeGreaterThan(5)
    expect(ids).toEqual(ids.map((_, i) => `a${i}` as TurnId))
    expect((await store.upkeep.verify()).healthy).toBe(true)
  },
)
