import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { findGguf } from '../../test/gguf.ts'
import { faults, type ServedRequest } from '../../test/model-server/answers.ts'
import { promptOf, startDutifulServer, unitsOf } from '../../test/models/dutiful.ts'
import { shedTurns } from '../../test/models/shed.ts'

const { path, reason } = await findGguf()
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const repository = fileURLToPath(new URL('../../', import.meta.url))
let folder = ''
let chat = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-cli-process-'))
  chat = join(folder, 'chat.jsonl')
  await writeFile(
    chat,
    shedTurns(TURNS)
      .map((turn) => `${JSON.stringify(turn)}\n`)
      .join(''),
  )
  return () => rm(folder, { recursive: true, force: true })
})

/** Several processes one after the other, each of which takes seconds to start on a busy machine. */
const SLOW_MS = 300_000

/** Three windows: 40 turns, then 38 each. */
const TURNS = 116
const WINDOWS = 3

type Env = Record<string, string>

function start(args: readonly string[], env: Env = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: folder, REINSTATE_HOME: join(folder, 'home'), ...env },
  })
  const told = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.err += text))
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, ...told })) }
}

const reinstate = (args: readonly string[], env: Env = {}) => start(args, env).ended
const modelEnv = ({ baseURL }: { baseURL: string }): Env => ({
  OPENAI_BASE_URL: baseURL,
  REINSTATE_MODEL: 'tiny',
})
const anchored = (requests: readonly ServedRequest[]) =>
  requests.flatMap((request) => unitsOf(promptOf(request)).flatMap(({ sources }) => sources))

describe.each([['import', 'CHAT'], ['anchor']])('Ctrl-C of reinstate %s with a model', (...words) => {
  const args = () => words.map((word) => (word === 'CHAT' ? chat : word))

  test(
    'keeps what was written, says how to go on, and goes on there',
    async () => {
      if (words[0] === 'anchor') await reinstate(['import', chat])
      await using server = await startDutifulServer({
        anchor: (_, before) => (before < 1 ? undefined : faults.hang()),
      })
      const { child, ended } = start(args(), modelEnv(server))
      while (server.requests.length < WINDOWS) {
        // A process that has failed asks nothing any more.
        if (child.exitCode !== null) throw new Error((await ended).err)
        await pause(20)
      }
      child.kill('SIGINT')
      const { code, err } = await ended
      expect(code).toBe(130)
      expect(err).toMatch(
        words[0] === 'anchor' ? /go on with: reinstate anchor/ : /Run the same command again to go on/,
      )
      expect(err).toMatch(/\d calls of tiny/)
      await using second = await startDutifulServer()
      const again = await reinstate(
        [...args(), ...(words[0] === 'anchor' ? ['--json'] : [])],
        modelEnv(second),
      )
      expect(again.code).toBe(0)
      const asked = anchored(second.requests)
      expect(new Set(asked).size).toBe(asked.length)
      // What was answered before the end is not asked for again: at least the first window.
      expect(asked.length).toBeLessThan(TURNS)
      const { out } = await reinstate(['recall', 'ducklings', '--json', '--no-model'])
      expect(JSON.parse(out).index).toMatchObject({ units: TURNS * 2 })
    },
    SLOW_MS,
  )
})

describe('a GGUF model', () => {
  test('without its package is refused with the line that installs it', async () => {
    const file = join(folder, 'small.gguf')
    await writeFile(file, 'GGUF and more')
    const hook =
      "export async function resolve(name, context, next) { if (name === 'node-llama-cpp') throw Object.assign(new Error(\"Cannot find package 'node-llama-cpp'\"), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context) }"
    const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)})`
    const { code, out, err } = await reinstate(['ask', 'Where are the ducklings?', '--model', file], {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(register)}`,
    })
    expect({ code, out }).toEqual({ code: 7, out: '' })
    expect(err).toMatch(/node-llama-cpp is not installed: npm install node-llama-cpp/)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test.skipIf(path === undefined)(
    `in process answers, and lets the process end${reason ? ` (skipped: ${reason})` : ''}`,
    async () => {
      await writeFile(chat, `${JSON.stringify(shedTurns(2)[1])}\n`)
      await reinstate(['import', chat])
      const { code, out } = await reinstate([
        'ask',
        'What does Ada keep in the shed?',
        '--json',
        '--model',
        path!,
      ])
      expect([0, 3]).toContain(code)
      expect(JSON.parse(out).usage.calls[0]).toMatchObject({ task: 'answer', outcome: 'ok' })
    },
    SLOW_MS,
  )
})
