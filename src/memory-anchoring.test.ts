import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, faults, type ServedRequest } from '../test/model-server/answers.ts'
import type { ModelServer } from '../test/model-server/model-server.ts'
import { type Overrides, promptOf, startDutifulServer, unitsOf } from '../test/models/dutiful.ts'
import { collect, modelAt, shedTurns, TRIAL_OPTIONS, wordEmbedder } from '../test/models/shed.ts'
import type { Memory, MemoryOptions } from './api.ts'
import { openMemory } from './memory.ts'

const open: AsyncDisposable[] = []
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reinstate-models-'))
})
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function serverOf(overrides: Overrides = {}): Promise<ModelServer> {
  const server = await startDutifulServer(overrides)
  open.push(server)
  return server
}

async function opened(server: ModelServer | undefined, options: MemoryOptions = {}, name = 'bank.db') {
  const memory = await openMemory(join(folder, name), {
    ...TRIAL_OPTIONS,
    embedder: wordEmbedder,
    ...(server && { models: modelAt(server) }),
    episodes: { tokens: 256, overlap: 0 },
    ...options,
  })
  open.push(memory)
  return memory
}

const written = async (memory: Memory) =>
  (await collect(memory.units())).filter(({ origin }) => origin === 'model')

/** The turns that each call was to anchor. */
const windowsOf = ({ requests }: { requests: readonly ServedRequest[] }) =>
  requests
    .filter(({ task }) => task === 'anchor')
    .map((request) => unitsOf(promptOf(request)).flatMap(({ sources }) => sources))

async function bytesOf(names: readonly string[] = []): Promise<string> {
  const files = names.length > 0 ? names : await readdir(folder)
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')))).join('')
}

describe('units of a model beside those of the turns', () => {
  it('are searched as asked for, and evidence of both is one, told by its turn', async () => {
    const memory = await opened(await serverOf())
    await memory.append(shedTurns(12))
    await memory.flush()
    const recalled = async (units?: 'turns' | 'model' | 'both') => {
      const { evidence } = await memory.recall('Which ducklings does Ada keep?', {
        ...(units && { units }),
        limit: 3,
      })
      return evidence.map(({ unit, restatedBy, turns }) => ({
        turn: turns[0].id,
        origins: [unit.origin, ...restatedBy.map(({ origin }) => origin)],
      }))
    }
    expect((await recalled('turns'))[0]).toEqual({ turn: 't2', origins: ['turn'] })
    expect((await recalled('model'))[0]).toEqual({ turn: 't2', origins: ['model'] })
    const both = await recalled('both')
    expect(both[0]?.turn).toBe('t2')
    expect(both[0]?.origins.toSorted()).toEqual(['model', 'turn'])
    expect(new Set(both.map(({ turn }) => turn)).size).toBe(both.length)
    expect(await recalled()).toEqual(both)
  })

  it('are found in a bank that was opened without a model, where they are asked for', async () => {
    const server = await serverOf()
    const memory = await opened(server)
    await memory.append(shedTurns(5))
    await memory.flush()
    await memory.close()
    const plain = await opened(undefined)
    expect((await plain.recall('ducklings')).evidence[0]).toMatchObject({
      unit: { origin: 'turn' },
      restatedBy: [],
    })
    expect((await plain.recall('ducklings', { units: 'model' })).evidence[0]?.unit.origin).toBe('model')
    expect((await plain.recall('ducklings')).index.awaitingModel).toBe(0)
  })

  it('have their vectors once anchoring has been waited for', async () => {
    const memory = await opened(await serverOf())
    await memory.append(shedTurns(60))
    await memory.anchor()
    expect((await memory.recall('ducklings')).index.wordsOnly).toBe(0)
    expect(await memory.verify()).toMatchObject({ units: 120, vectors: 120, pending: 0 })
  })
})

describe('forgetting a turn', () => {
  it('drops what the model wrote of its window, in words and vectors; the others are asked for again', async () => {
    const server = await serverOf()
    const memory = await opened(server)
    await memory.append(shedTurns(9))
    await memory.flush()
    expect(windowsOf(server)).toEqual([
      ['t1', 't2', 't3', 't4', 't5'],
      ['t6', 't7', 't8', 't9'],
    ])
    expect(await written(memory)).toHaveLength(9)
    expect(await memory.forget({ turn: 't2' })).toMatchObject({ turns: 1, erased: true })
    const left = (await written(memory)).map(({ sources }) => sources[0])
    expect(left.every((id) => ['t6', 't7', 't8', 't9'].includes(id))).toBe(true)
    const before = windowsOf(server).length
    const { anchoring, awaitingModel } = await memory.flush()
    expect({ failed: anchoring?.failed, awaitingModel }).toEqual({ failed: [], awaitingModel: 0 })
    expect(windowsOf(server).slice(before).flat()).toEqual(expect.arrayContaining(['t1', 't3', 't4', 't5']))
    expect(windowsOf(server).slice(before).flat()).not.toContain('t2')
    for (const request of server.requests.slice(-1)) expect(promptOf(request)).not.toContain('ducklings')
    expect((await written(memory)).map(({ sources }) => sources[0]).toSorted()).toEqual([
      't1',
      't3',
      't4',
      't5',
      't6',
      't7',
      't8',
      't9',
    ])
    await memory.close()
    expect(await bytesOf()).not.toContain('ducklings')
  })

  it('while its window is with the model stores nothing of it, and loses no other turn', async () => {
    let release = () => {}
    const gate = new Promise<void>((go) => (release = go))
    const server = await serverOf({
      anchor: async (_, before) => {
        if (before === 0) await gate
        return undefined
      },
    })
    const memory = await opened(server)
    await memory.append(shedTurns(5))
    const flushing = memory.flush()
    while (server.requests.length === 0) await pause(1)
    await memory.forget({ turn: 't2' })
    release()
    const { awaitingModel } = await flushing
    expect(awaitingModel).toBe(0)
    expect((await written(memory)).map(({ sources }) => sources[0]).toSorted()).toEqual([
      't1',
      't3',
      't4',
      't5',
    ])
    await memory.close()
    expect(await bytesOf()).not.toContain('ducklings')
  })

  it('of which a summary tells drops the summary', async () => {
    const server = await serverOf({
      summarise: ({ body }) =>
        JSON.stringify({
          summary: body.messages.some(({ content }) => content.includes('ducklings'))
            ? 'Quackery is spoken of.'
            : 'Things are kept.',
        }),
    })
    const memory = await opened(server)
    await memory.append(shedTurns(40))
    await memory.flush()
    await memory.forget({
      turns: shedTurns(40)
        .filter(({ text }) => String(text).includes('ducklings'))
        .map(({ id }) => id!),
    })
    await memory.close()
    expect(await bytesOf()).not.toContain('Quackery')
  })
})

it('keeps what a model wrote when the words of the bank are analysed anew', async () => {
  const server = await serverOf()
  const memory = await opened(server)
  await memory.append(shedTurns(9))
  await memory.flush()
  const before = await written(memory)
  await memory.close()
  const file = new DatabaseSync(join(folder, 'bank.db'))
  const { changes } = file.prepare("UPDATE bank SET analyser = 'older'").run()
  expect(changes).toBe(1)
  file.close()
  const log: string[] = []
  const again = await opened(server, { log: ({ event }) => void log.push(event) })
  expect(log).toContain('outdated-analysis')
  expect(await written(again)).toEqual(before)
  expect((await again.recall('ducklings', { units: 'model' })).evidence[0]?.turns[0].id).toBe('t2')
  expect((await again.flush()).anchoring).toMatchObject({ windows: 0, awaiting: 0 })
  expect(windowsOf(server)).toHaveLength(2)
})

describe('a bank that is only read', () => {
  async function frozen(turns = 40) {
    const server = await serverOf()
    const memory = await opened(server)
    await memory.append(shedTurns(turns))
    await memory.flush()
    await memory.freeze(join(folder, 'frozen.db'))
    await memory.close()
    return server
  }

  it('answers with models in every mode, reads its episodes, and is not written', async () => {
    const server = await frozen()
    const before = await bytesOf(['frozen.db'])
    const asked = server.requests.length
    const memory = await opened(server, { readOnly: true }, 'frozen.db')
    for (const mode of ['fast', 'deep', 'auto'] as const) {
      const answer = await memory.ask('Which ducklings does Ada keep?', { mode, effort: 'medium' })
      expect(answer).toMatchObject({ answered: true, index: { awaitingModel: 0 } })
      if (mode === 'deep') expect(answer.deep?.readings.some(({ relevant }) => relevant)).toBe(true)
    }
    expect((await memory.recall('ducklings', { units: 'model' })).evidence[0]?.unit.origin).toBe('model')
    const tasks = new Set(server.requests.slice(asked).map(({ task }) => task))
    expect(tasks.has('anchor') || tasks.has('summarise')).toBe(false)
    await expect(memory.anchor()).rejects.toThrow('read only')
    expect((await memory.flush()).anchoring).toBeUndefined()
    await memory.close()
    expect(await bytesOf(['frozen.db'])).toBe(before)
  })

  it('and has no episodes yet is cut in memory, so that it can be read', async () => {
    const writing = await opened(undefined)
    await writing.append(shedTurns(12))
    await writing.close()
    const memory = await opened(undefined, { readOnly: true })
    for (const mode of ['deep', 'auto'] as const) {
      const answer = await memory.ask('Which lanterns, ducklings and boots does Ada keep?', { mode })
      expect(answer).toMatchObject({ answered: true, mode: 'deep' })
      expect(answer.deep?.readings.some(({ relevant }) => relevant)).toBe(true)
    }
  })
})

describe('anchoring in the background', () => {
  it('takes full windows as turns come in, while questions are answered', async () => {
    const server = await serverOf()
    const memory = await opened(server, {
      anchoring: { windowTurns: 5, overlapTurns: 1, inBackground: true },
    })
    await memory.append(shedTurns(12))
    // Two windows of five and four are full; three turns wait for a third.
    for (let awaiting = 12; awaiting > 3; ) {
      const { evidence, index } = await memory.recall('ducklings')
      expect(evidence[0]?.turns[0].id).toBe('t2')
      expect(index.awaitingModel).toBeLessThanOrEqual(awaiting)
      awaiting = index.awaitingModel
      await pause(5)
    }
    expect(windowsOf(server)).toHaveLength(2)
    expect((await memory.flush()).anchoring).toMatchObject({ windows: 3, awaiting: 0 })
    expect(windowsOf(server)).toHaveLength(3)
  })

  it('does not hold up the end of the memory', async () => {
    const server = await serverOf({ anchor: { type: 'hang' } })
    const memory = await opened(server, {
      anchoring: { windowTurns: 5, overlapTurns: 1, inBackground: true },
    })
    await memory.append(shedTurns(12))
    while (server.requests.length < 2) await pause(1)
    await memory.close()
    await Promise.all(server.requests.map(({ ended }) => ended))
    expect(server.requests.every(({ hungUp }) => hungUp)).toBe(true)
    const again = await opened(undefined)
    expect(await collect(again.turns())).toHaveLength(12)
  })
})

describe('what was paid for', () => {
  it('is told by the next flush where the embedder fails after it', async () => {
    let fails = true
    const embedder: typeof wordEmbedder = {
      ...wordEmbedder,
      async embed(...texts) {
        if (fails) throw new Error('No memory left')
        return wordEmbedder.embed(...texts)
      },
    }
    const server = await serverOf()
    const memory = await opened(server, { embedder })
    await memory.append(shedTurns(9))
    await expect(memory.flush()).rejects.toThrow('No memory left')
    await expect(memory.anchor()).rejects.toThrow('No memory left')
    fails = false
    expect((await memory.flush()).anchoring).toMatchObject({ windows: 2, units: 9, awaiting: 0 })
    expect((await memory.flush()).anchoring).toMatchObject({ windows: 0, units: 0 })
    expect(windowsOf(server)).toHaveLength(2)
  })

  it.each([
    ['refuses the key', faults.unauthorised()],
    ['is down', faults.serverError()],
  ])('stays when all is to be anchored anew and the server %s', async (_, fault) => {
    let answer: Answer | undefined
    const server = await serverOf({ anchor: () => answer })
    const memory = await opened(server, { calls: { attempts: 1 } })
    await memory.append(shedTurns(13))
    await memory.flush()
    const before = await written(memory)
    answer = fault
    const failed = await memory.anchor({ again: 'all' })
    expect(failed).toMatchObject({ units: 0, awaiting: 13 })
    expect(await written(memory)).toEqual(before)
    expect((await memory.recall('ducklings', { units: 'model' })).evidence[0]?.turns[0].id).toBe('t2')
    answer = undefined
    expect(await memory.anchor()).toMatchObject({ units: 13, awaiting: 0 })
    expect(await written(memory)).toEqual(before)
    expect(await memory.verify()).toMatchObject({ healthy: true, turns: 13, units: 26 })
  })

  it('goes window by window as new units come, and what failed in between stays', async () => {
    let anew = false
    const server = await serverOf({
      anchor: (request) => {
        if (!anew) return undefined
        const units = unitsOf(promptOf(request))
        if (units.some(({ sources }) => sources.includes('t6'))) return 'no form at all'
        return JSON.stringify({
          units: units.map(({ restatement, sources }) => ({
            restatement: restatement.replace('keeps', 'has'),
            sources,
          })),
        })
      },
    })
    const memory = await opened(server)
    await memory.append(shedTurns(13))
    await memory.flush()
    anew = true
    expect(await memory.anchor({ again: 'all' })).toMatchObject({ units: 9, awaiting: 4 })
    const verbs = (await written(memory)).map(({ restatement }) => restatement.split(' ')[1])
    expect(verbs).toEqual([...Array(5).fill('has'), ...Array(4).fill('keeps'), ...Array(4).fill('has')])
    expect(await memory.verify()).toMatchObject({ healthy: true, units: 26 })
  })
})

describe('processes that anchor one bank', () => {
  const script = fileURLToPath(new URL('../test/models/anchor-process.ts', import.meta.url))

  function start({ baseURL }: ModelServer) {
    const command = ['--import', 'tsx', script, join(folder, 'bank.db'), baseURL]
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
    return { child, report: text(child.stdout).then((out) => (out === '' ? undefined : JSON.parse(out))) }
  }

  async function filled(turns: number) {
    const memory = await opened(undefined)
    await memory.append(shedTurns(turns))
    return memory
  }

  it('killed in the middle leaves whole windows, which are not asked for again', async () => {
    const server = await serverOf({
      anchor: async (_, before) => {
        // The fifth call and all after it never come back.
        if (before >= 4) await pause(600_000, undefined, { ref: false })
        return undefined
      },
    })
    const memory = await filled(29)
    const { child } = start(server)
    while ((await written(memory)).length < 17) await pause(20)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await memory.verify()).toMatchObject({ healthy: true, turns: 29 })
    const stored = (await written(memory)).map(({ sources }) => sources[0])
    expect((await memory.recall('ducklings')).evidence[0]?.turns[0].id).toBe('t2')
    const second = await serverOf()
    expect(await start(second).report).toMatchObject({ awaiting: 0, failed: 0 })
    expect(windowsOf(second).flat().toSorted()).toEqual(
      shedTurns(29)
        .map(({ id }) => id!)
        .filter((id) => !stored.includes(id as (typeof stored)[0]))
        .toSorted(),
    )
    expect((await written(memory)).map(({ sources }) => sources[0]).toSorted()).toEqual(
      shedTurns(29)
        .map(({ id }) => id!)
        .toSorted(),
    )
  })

  it('at once store each unit once', async () => {
    const server = await serverOf({
      anchor: async () => {
        await pause(30)
        return undefined
      },
    })
    const memory = await filled(41)
    const reports = await Promise.all([start(server).report, start(server).report])
    expect(reports.map(({ awaiting, failed }) => ({ awaiting, failed }))).toEqual([
      { awaiting: 0, failed: 0 },
      { awaiting: 0, failed: 0 },
    ])
    const sources = (await written(memory)).map((unit) => unit.sources[0])
    expect(sources.toSorted()).toEqual(
      shedTurns(41)
        .map(({ id }) => id!)
        .toSorted(),
    )
    expect(await memory.verify()).toMatchObject({ healthy: true, turns: 41, units: 82 })
  })
})
