import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { faults } from '../../test/model-server/answers.ts'
import { API_KEY } from '../../test/model-server/connect-model.ts'
import type { ModelServer } from '../../test/model-server/model-server.ts'
import { type Overrides, startDutifulServer } from '../../test/models/dutiful.ts'
import { shedTurns } from '../../test/models/shed.ts'
import { runReinstate } from './run.ts'
import type { Terminal } from './terminal.ts'

let folder = ''
let home = ''
let chat = ''
const open: AsyncDisposable[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-cli-models-'))
  home = join(folder, 'home')
  chat = join(folder, 'chat.jsonl')
  await writeFile(
    chat,
    shedTurns(12)
      .map((turn) => `${JSON.stringify(turn)}\n`)
      .join(''),
  )
  for (const role of ['WRITER', 'READER', 'ASSISTANT']) vi.stubEnv(`REINSTATE_${role}_MODEL`, '')
  for (const name of ['REINSTATE_MODEL', 'OPENAI_BASE_URL', 'OPENAI_API_KEY', 'REINSTATE_STATES'])
    vi.stubEnv(name, '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command line; whatever it tells must never hold the key. */
async function reinstate(...args: string[]) {
  const told = { code: 0, out: '', err: '' }
  const terminal: Terminal = {
    async out(text) {
      told.out += text
    },
    note(text) {
      told.err += text
    },
    style: (_, text) => text,
    columns: undefined,
    noteIsTty: false,
    ask: undefined,
    input: Readable.from([]),
    setExitCode(code) {
      told.code = code
    },
  }
  await runReinstate([...args, '--home', home], terminal, { REINSTATE_DEBUG: '1' })
  expect(told.out + told.err).not.toContain(API_KEY)
  return told
}

/** The environment names a model, `tiny`, behind a server on loopback. */
async function withModel(overrides: Overrides = {}): Promise<ModelServer> {
  const server = await startDutifulServer(overrides)
  open.push(server)
  vi.stubEnv('OPENAI_BASE_URL', server.baseURL)
  vi.stubEnv('OPENAI_API_KEY', API_KEY)
  vi.stubEnv('REINSTATE_MODEL', 'tiny')
  return server
}

const tasksOf = ({ requests }: ModelServer) => requests.map(({ task }) => task)
const QUESTION = 'Does Ada keep ducklings in the shed?'
const LIST = 'Which lanterns, ducklings and boots does Ada keep in the shed?'

describe('reinstate import with a model', () => {
  test('anchors what it imports, and says what was written and what it cost', async () => {
    const server = await withModel()
    const { code, out, err } = await reinstate('import', chat)
    expect({ code, out }).toEqual({ code: 0, out: '12 turns added to bank default.\n' })
    expect(err).toMatch(/default: 12 memory units written from 1 window\./)
    expect(err).toMatch(/1 call of tiny · [\d,]+ tokens in, [\d,]+ out/)
    expect(tasksOf(server)).toEqual(['anchor'])
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`)
    const { out: found } = await reinstate('recall', 'ducklings', '--units', 'model', '--json')
    expect(JSON.parse(found).evidence[0].unit).toMatchObject({
      origin: 'model',
      restatement: 'Ada keeps ducklings in the shed.',
    })
  })

  test('tells of units that the turns do not bear out, and why', async () => {
    const invented = { restatement: 'Ada owns 400 geese in Norway.', sources: ['t2'] }
    await withModel({ anchor: JSON.stringify({ units: [invented] }) })
    const { err, code } = await reinstate('import', chat)
    expect(code).toBe(0)
    expect(err).toMatch(/1 unit refused, as the turns do not bear them out: number not in source 1\./)
  })

  test('keeps all turns where the model fails, asks once, says how to go on, and ends with 7', async () => {
    const server = await withModel({ anchor: faults.unauthorised(API_KEY) })
    const { code, out, err } = await reinstate('import', chat)
    expect({ code, out }).toEqual({ code: 7, out: '12 turns added to bank default.\n' })
    expect(err).toMatch(/A window failed \(12 turns from t1\): .*does not accept the API key/)
    expect(err).toMatch(/12 turns found by their own words only so far; go on with: reinstate anchor/)
    expect(tasksOf(server)).toEqual(['anchor'])
    expect((await reinstate('recall', 'ducklings', '--no-model')).out).toMatch(/ducklings/)
  })

  test('as JSON has the bank on standard output and the model’s work beside it, messages and all', async () => {
    await withModel({ anchor: faults.contextTooLong() })
    const { code, out, err } = await reinstate('import', chat, '--json')
    expect(code).toBe(7)
    expect(JSON.parse(out)).toEqual({
      banks: [{ bank: 'default', added: 12, known: 0, blank: 0 }],
      stopped: false,
    })
    const { bank, anchoring, usage } = JSON.parse(err)
    expect(bank).toBe('default')
    expect(anchoring.failed[0].error).toEqual({
      code: 'context-too-long',
      message: expect.stringContaining('longer than the model can read'),
    })
    expect(usage.calls.length).toBeGreaterThan(0)
  })

  test('with --no-model asks none, whatever the environment names', async () => {
    const server = await withModel()
    expect(await reinstate('import', chat, '--no-model')).toMatchObject({ code: 0, err: '' })
    expect(server.requests).toEqual([])
  })
})

describe('reinstate anchor', () => {
  test('anchors what was imported without a model, once, and makes its vectors', async () => {
    await reinstate('import', chat)
    const server = await withModel()
    const { code, out } = await reinstate('anchor')
    expect(code).toBe(0)
    expect(out).toMatch(/12 memory units written from 1 window\.\n1 call of tiny · /)
    expect((await reinstate('anchor')).out).toMatch(/0 memory units written from 0 windows/)
    expect(tasksOf(server)).toEqual(['anchor'])
    const { out: recalled } = await reinstate('recall', 'ducklings', '--json')
    expect(JSON.parse(recalled).index).toEqual({ units: 24, wordsOnly: 0, awaitingModel: 0 })
  })

  test('with --again asks for refused turns, or for all of them', async () => {
    await reinstate('import', chat)
    const refusing = await withModel({ anchor: faults.contentFilter() })
    const refused = await reinstate('anchor')
    expect(refused.out).toMatch(
      /12 turns refused by the provider; ask again with: reinstate anchor --again refused/,
    )
    const asked = refusing.requests.length
    await reinstate('anchor')
    expect(refusing.requests).toHaveLength(asked)
    const server = await withModel()
    expect(JSON.parse((await reinstate('anchor', '--again', 'refused', '--json')).out)).toMatchObject({
      bank: 'default',
      windows: 1,
      units: 12,
      refusedTurns: 0,
      usage: { calls: [{ task: 'anchor', model: 'tiny' }] },
    })
    await reinstate('anchor', '--again', 'all')
    expect(tasksOf(server)).toEqual(['anchor', 'anchor'])
    expect(JSON.parse((await reinstate('recall', 'ducklings', '--json')).out).index.units).toBe(24)
  })

  test('without a model says which option is missing', async () => {
    await reinstate('import', chat)
    const { code, err } = await reinstate('anchor')
    expect(code).toBe(2)
    expect(err).toMatch(/no writer is set; name a language model with --model or REINSTATE_MODEL/)
  })

  test('ends with 7 where windows failed', async () => {
    await reinstate('import', chat)
    await withModel({ anchor: faults.garbage() })
    const { code, out } = await reinstate('anchor')
    expect(code).toBe(7)
    expect(out).toMatch(/A window failed/)
  })
})

describe('reinstate ask with a model', () => {
  beforeEach(async () => {
    await reinstate('import', chat)
  })

  test('answers from the evidence, cites it and says what it cost', async () => {
    const server = await withModel()
    const { code, out } = await reinstate('ask', QUESTION)
    expect(code).toBe(0)
    expect(out).toMatch(/^I keep ducklings in the shed\./)
    expect(out).toMatch(/Ada, .*2 May 2031 \[t2\]/)
    expect(out).toMatch(/fast mode: tiny answered from the recalled evidence/)
    expect(out).toMatch(/1 call of tiny · /)
    expect(tasksOf(server)).toEqual(['answer'])
  })

  test('takes the model of --model for every role', async () => {
    const server = await withModel()
    vi.stubEnv('REINSTATE_MODEL', '')
    vi.stubEnv('REINSTATE_READER_MODEL', 'other')
    await reinstate('ask', QUESTION, '--model', 'named')
    expect(server.requests.map(({ body }) => body.model)).toEqual(['named'])
  })

  test('with --no-model answers from the words of the evidence', async () => {
    const server = await withModel()
    expect(await reinstate('ask', QUESTION, '--no-model')).toMatchObject({ code: 0 })
    expect(server.requests).toEqual([])
  })

  test('explains what the model read, searched for and missed', async () => {
    await withModel({
      'analyse-and-plan': JSON.stringify({
        kind: 'thing',
        persons: [],
        locations: [],
        entities: [],
        topics: [],
        order: 'none',
        orderEvent: '',
        timeWords: '',
        firstDay: '',
        lastDay: '',
        queries: [{ text: 'Ada has birds.', keywords: ['poultry'] }],
      }),
      reflect: (_, before) =>
        before === 0
          ? JSON.stringify({ missing: 'who feeds them', searches: ['Ada feeds birds.'] })
          : faults.serverError(),
    })
    const { out, code } = await reinstate('ask', QUESTION, '--effort', 'high', '--explain', '--limit', '2')
    expect(code).toBe(0)
    expect(out).toMatch(/What the language model added\n {2}analyse-and-plan\s+ok/)
    expect(out).toMatch(/“Ada has birds\.” and the words poultry/)
    expect(out).toMatch(
      /reflection 1\s+“who feeds them” is missing; searched for “Ada feeds birds\.”: \d+ units? more/,
    )
    expect(out).toMatch(/How it was answered\n {2}fast: tiny answered from the recalled evidence/)
  })

  test('goes deep when asked to, shows what was read, and leaves a trail', async () => {
    const server = await withModel()
    const trail = join(folder, 'trail.md')
    const { out, err, code } = await reinstate(
      'ask',
      QUESTION,
      '--mode',
      'deep',
      '--explain',
      '--trail',
      trail,
    )
    expect(code).toBe(0)
    expect(tasksOf(server)).toEqual(['assist', 'aggregate'])
    expect(out).toMatch(/round 1: “Does Ada keep ducklings in the shed\?”\n {4}episode 1 by .*symbolic #1/)
    expect(out).toMatch(/“I keep ducklings in the shed\.” Ada, .*2 May 2031 \[t2\]/)
    expect(out).toMatch(/ended: the evidence suffices/)
    expect(out).toMatch(/tokens: [\d,]+ small, [\d,]+ large, [\d,]+ normalised/)
    expect(out).toMatch(/deep mode: asked for the deep mode/)
    expect(err).toMatch(/1 episode read/)
    const text = await readFile(trail, 'utf8')
    for (const part of ['I keep ducklings in the shed.', 't2', 'Ada', '2031-05-02'])
      expect(text).toContain(part)
    expect(text).toMatch(/[0-9a-f]{64}/)
  })

  test('writes the trail as JSON where its name says so', async () => {
    await withModel()
    const trail = join(folder, 'trail.json')
    await reinstate('ask', QUESTION, '--mode', 'deep', '--trail', trail)
    const text = await readFile(trail, 'utf8')
    expect(JSON.parse(text)).toBeTypeOf('object')
    expect(text).toContain('"I keep ducklings in the shed."')
    expect(text).toMatch(/[0-9a-f]{64}/)
  })

  test('in auto mode goes deep where that is needed, and says why', async () => {
    const server = await withModel()
    const { out } = await reinstate('ask', LIST, '--mode', 'auto')
    expect(tasksOf(server)).toEqual(['answer', 'assist', 'aggregate'])
    expect(out).toMatch(/deep mode: the fast mode did not suffice: the question /)
  })

  test('as JSON has mode, reason, usage and the whole of the deep mode', async () => {
    await withModel()
    const { out } = await reinstate('ask', QUESTION, '--mode', 'deep', '--json')
    expect(JSON.parse(out)).toMatchObject({
      mode: 'deep',
      why: 'asked for the deep mode',
      answered: true,
      citations: [{ turn: 't2', quote: 'I keep ducklings in the shed.' }],
      deep: { stoppedBy: 'enough', readings: [{ failed: null }].map(() => expect.anything()) },
      usage: { calls: [{ task: 'assist' }, { task: 'aggregate' }] },
    })
  })

  test.each([
    ['--budget-calls', '1'],
    ['--budget-tokens', '10'],
  ])('keeps to %s %s and says that the budget ran out', async (flag, value) => {
    const server = await withModel()
    const { out, code } = await reinstate('ask', LIST, '--mode', 'auto', flag, value)
    expect(code).toBe(0)
    expect(server.requests.length).toBeLessThanOrEqual(1)
    expect(out).toMatch(/fast mode: .*budget/)
  })

  test('keeps to --budget-seconds where the model hangs', async () => {
    await withModel({ answer: faults.hang() })
    const { out, code } = await reinstate('ask', 'What does Ada keep in the shed?', '--budget-seconds', '1')
    expect(code).toBe(0)
    expect(out).toMatch(/fast mode: the budget did not suffice/)
  })

  test('tells of the wait for a model that hangs, and how it is bounded', async () => {
    await withModel({ answer: faults.hang() })
    await reinstate('import', chat, '--no-model')
    const wait = async (...flags: string[]) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        const asked = reinstate('ask', 'What does Ada keep in the shed?', '--budget-seconds', '2', ...flags)
        await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), {
          timeout: 20_000,
          interval: 5,
        })
        vi.advanceTimersByTime(10_000)
        return (await asked).err
      } finally {
        vi.useRealTimers()
      }
    }
    expect(await wait()).toMatch(/Waiting for tiny since \d+ s; .* 120 s.*--budget-seconds/)
    expect(await wait('--json')).toBe('')
    const { out } = await reinstate('ask', '--help')
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /--budget-seconds <count> how long it may take \(default: unbounded; .*120 s\)/,
    )
  })

  test('names the model whose stream is none, and what it may be', async () => {
    await withModel({ answer: faults.garbage() })
    const { code, err } = await reinstate('ask', QUESTION)
    expect(code).toBe(7)
    expect(err).toMatch(/tiny.*stream of events/)
  })

  test.each([
    ['401', faults.unauthorised(API_KEY), /does not accept the API key/],
    ['a refusal', faults.refusal('No.'), /refuses/],
    ['garbage', 'Lorem ipsum', /Cannot read the reply of tiny to “answer”, also after asking again/],
  ])('ends with 7 and one sentence on %s', async (_, answer, message) => {
    await withModel({ answer })
    const { code, out, err } = await reinstate('ask', QUESTION)
    expect({ code, out }).toEqual({ code: 7, out: '' })
    expect(err).toMatch(message)
    const asJson = await reinstate('ask', QUESTION, '--json')
    expect(JSON.parse(asJson.err.split('\n')[0]!).error.code).toMatch(/^(?:provider|malformed)/)
  })
})

describe('a model that cannot be asked', () => {
  test.each([['ask', QUESTION], ['anchor'], ['import', 'CHAT']])(
    'for want of an endpoint is refused: %s',
    async (...args) => {
      await reinstate('import', chat)
      vi.stubEnv('REINSTATE_MODEL', 'some-model')
      const { code, out, err } = await reinstate(...args.map((arg) => (arg === 'CHAT' ? chat : arg)))
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/'some-model' but no endpoint: set OPENAI_BASE_URL/)
    },
  )

  test('for want of an endpoint names the flag by which it was named', async () => {
    await reinstate('import', chat)
    const { code, err } = await reinstate('ask', QUESTION, '--model', 'qwen')
    expect(code).toBe(2)
    expect(err).toMatch(/--model names the model 'qwen' but no endpoint/)
    expect(err.split('\n')[0]).not.toContain('REINSTATE_MODEL')
  })

  test('for want of its file says so', async () => {
    await reinstate('import', chat)
    const { code, err } = await reinstate('ask', QUESTION, '--model', join(folder, 'none.gguf'))
    expect(code).toBe(4)
    expect(err).toMatch(/There is no model file .*none\.gguf/)
  })
})
