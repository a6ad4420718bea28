import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const chat = join(repository, 'examples/boathouse.jsonl')
let built = ''
let folder = ''
let home = ''

beforeAll(async () => {
  // Below the repository, so that the built files find its packages; beside them what they read from the package.
  await mkdir(join(repository, '.cache'), { recursive: true })
  built = await mkdtemp(join(repository, '.cache/cli-'))
  const tsc = join(repository, 'node_modules/typescript/bin/tsc')
  const options = [
    '-p',
    'tsconfig.build.json',
    '--outDir',
    join(built, 'dist'),
    '--declaration',
    'false',
    '--noCheck',
  ]
  await promisify(execFile)(process.execPath, [tsc, ...options], { cwd: repository })
  for (const shared of ['package.json', 'models', 'examples'])
    await symlink(join(repository, shared), join(built, shared))
})
afterAll(() => rm(built, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-cli-'))
  home = join(folder, 'home')
  return () => rm(folder, { recursive: true, force: true })
})

type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

function start(
  args: readonly string[],
  { entry = 'main.js', env = {} }: { entry?: string; env?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, [join(built, 'dist/cli', entry), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, REINSTATE_HOME: home, ...env },
  })
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.err += text
  })
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...texts }))
  return { child, ended }
}

async function reinstate(...args: string[]): Promise<Ended> {
  const { child, ended } = start(args)
  child.stdin.end()
  return ended
}

async function json(...args: string[]) {
  const { out, err, code } = await reinstate(...args, '--json')
  return {
    code,
    document: out === '' ? undefined : JSON.parse(out),
    error: err === '' ? undefined : JSON.parse(err).error,
  }
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

const line = (id: string, fields: object = {}) =>
  `${JSON.stringify({ id, session: 's1', speaker: 'Ana', text: `I keep bees, hive ${id}.`, time: '2024-05-01T09:00:00Z', ...fields })}\n`

describe('the command line as a process', () => {
  test('reads standard input', async () => {
    const { child, ended } = start(['import', '-', '--bank', 'Ana/../K'])
    child.stdin.end(line('a'))
    expect(await ended).toMatchObject({ code: 0, out: '1 turn added to bank Ana/../K.\n' })
    expect((await readdir(home)).filter((name) => name.endsWith('.db'))).toEqual(['%41na%2f%2e%2e%2f%4b.db'])
    expect(await readdir(folder)).toEqual(['home'])
  })

  test('from two processes at once stores every turn once', async () => {
    const path = await file('chat.jsonl', Array.from({ length: 250 }, (_, n) => line(`${n}`)).join(''))
    const both = await Promise.all([json('import', path), json('import', path)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    const counts = both.map(({ document }) => document.banks[0])
    expect(counts.reduce((total, { added }) => total + added, 0)).toBe(250)
    expect(counts.map(({ added, known }) => added + known)).toEqual([250, 250])
    expect((await json('verify')).document).toMatchObject({ healthy: true, turns: 250 })
  })

  test('that is interrupted keeps whole parts, says how to go on, and goes on there', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => line(`${n}`))
    const { child, ended } = start(['import', '-', '--json'])
    child.stdin.write(lines.slice(0, 250).join(''))
    // The pipe stays open: the first part of 200 turns is stored, the next one waits for more.
    for (let turns = 0; turns < 200; ) {
      await wait(100)
      turns = existsSync(home) ? (((await json('banks')).document[0]?.turns as number | undefined) ?? 0) : 0
    }
    child.kill('SIGINT')
    const { code, out, err } = await ended
    expect(code).toBe(130)
    expect(JSON.parse(err).error).toEqual({
      code: 'interrupted',
      message: expect.stringContaining('Run the same command again to go on: nothing is added twice.'),
    })
    const { banks, stopped } = JSON.parse(out)
    expect(stopped).toBe(true)
    const again = await json('import', await file('all.jsonl', lines.join('')))
    expect(again.document.banks).toEqual([
      { bank: 'default', added: 300 - banks[0].added, known: banks[0].added, blank: 0 },
    ])
  })

  test('that is killed while it makes all vectors anew leaves a bank that can be searched, and verify makes the rest', async () => {
    await reinstate('import', chat)
    const { child, ended } = start(['reembed'])
    const bank = new DatabaseSync(join(home, 'default.db'), { readOnly: true })
    const counted = () =>
      bank
        .prepare('SELECT (SELECT count(*) FROM vector) AS made, (SELECT count(*) FROM pending) AS missing')
        .get() as { made: number; missing: number }
    for (let now = counted(); now.missing === 0 || now.made === 0; now = counted()) await wait(5)
    child.kill('SIGKILL')
    expect((await ended).code).toBe(null)
    bank.close()
    const asked = await reinstate('recall', 'Ines Hallam and the roof')
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('Ines Hallam') })
    expect(asked.err).toMatch(/could be searched by words only; finish with: reinstate verify/)
    expect((await json('verify')).document).toMatchObject({ healthy: true, index: { wordsOnly: 0 } })
    expect((await reinstate('verify')).out).toMatch(
      /is healthy: (\d+) turns, (\d+) memory units, \2 vectors\.\n$/,
    )
  })

  test('that is killed while it forgets has forgotten all or nothing, and verify erases what is left', async () => {
    const secret = line('secret', { session: 'hidden', text: 'The passphrase is quokkaburra.' })
    await reinstate('import', await file('chat.jsonl', (await readFile(chat, 'utf8')) + secret))
    const { child, ended } = start(['forget', '--session', 'hidden', '--yes'])
    const bank = new DatabaseSync(join(home, 'default.db'), { readOnly: true })
    const left = () => bank.prepare("SELECT 1 FROM turn WHERE id = 'secret'").get() !== undefined
    while (left()) await wait(1)
    child.kill('SIGKILL')
    await ended
    bank.close()
    expect((await json('verify')).code).toBe(0)
    expect((await reinstate('verify')).out).toMatch(/is healthy: 327 turns/)
    for (const name of await readdir(home))
      expect((await readFile(join(home, name))).includes('quokkaburra')).toBe(false)
  })

  test('ends without a word when its reader goes away', async () => {
    await reinstate('import', chat)
    const { child, ended } = start(['export'])
    child.stdout.destroy()
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })

  test('demonstrates itself on the example conversation', async () => {
    const { code, out, err } = await start([], { entry: 'demo.js' }).ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { length } = JSON.parse(await readFile(join(repository, 'examples/questions.json'), 'utf8'))
    expect(out.match(/^ ?\d+ {2}.*\?/gm)).toHaveLength(length)
    expect(out).toMatch(/No answer\. /)
    expect(out).toMatch(/npx reinstate import .*\n.*npx reinstate ask /)
    for (const text of out.split('\n')) expect(text.length).toBeLessThanOrEqual(100)
  })

  test('keeps colours, bars and carriage returns for terminals', async () => {
    const { code, out, err } = await reinstate('import', await file('chat.jsonl', line('a')))
    expect({ code, out }).toEqual({ code: 0, out: '1 turn added to bank default.\n' })
    for (const control of ['\r', '\u001b']) expect(err).not.toContain(control)
  })
})
