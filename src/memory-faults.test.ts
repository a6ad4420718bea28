import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Fault, faults, type Answer as Reply } from '../test/model-server/answers.ts'
import { API_KEY } from '../test/model-server/connect-model.ts'
import type { ModelServer } from '../test/model-server/model-server.ts'
import { startDutifulServer } from '../test/models/dutiful.ts'
import { collect, modelAt, shedTurns, TRIAL_OPTIONS } from '../test/models/shed.ts'
import type { LogEntry, Memory } from './api.ts'
import { openMemory } from './memory.ts'
import {
  ContextTooLongError,
  MalformedModelOutputError,
  ProviderAuthError,
  ProviderError,
  ProviderOverloadedError,
  ProviderRefusedError,
  ProviderTimeoutError,
  type ReinstateError,
} from './model/errors.ts'
import type { TaskName } from './model/usage.ts'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]()
})

/** Requests that one call may send. */
const ATTEMPTS = 2
/** Long enough for a server on loopback on a busy machine, short enough to wait for. */
const HANG_MS = 1_000

type Kind = new (...args: never[]) => ReinstateError
type FaultCase = {
  readonly name: string
  readonly answer: Reply
  readonly kind: Kind
  readonly code: string
  /** Requests of one call. */
  readonly attempts: number
  /** Whether the reply came and could not be read, so that it is asked for once more. */
  readonly reasked?: true
}

const providerAuth = { kind: ProviderAuthError, code: 'provider-auth' }
const providerOverloaded = { kind: ProviderOverloadedError, code: 'provider-overloaded' }
const providerTimeout = { kind: ProviderTimeoutError, code: 'provider-timeout' }
const providerRefused = { kind: ProviderRefusedError, code: 'provider-refused' }
const contextTooLong = { kind: ContextTooLongError, code: 'context-too-long' }
const malformedModelOutput = { kind: MalformedModelOutputError, code: 'malformed-model-output' }
const provider = { kind: ProviderError, code: 'provider' }

const CASES: readonly FaultCase[] = [
  { name: '401', answer: faults.unauthorised(API_KEY), ...providerAuth, attempts: 1 },
  { name: '403', answer: faults.forbidden(), ...providerAuth, attempts: 1 },
  { name: '429', answer: faults.tooManyRequests('0'), ...providerOverloaded, attempts: ATTEMPTS },
  {
    name: '429 that asks to wait for an hour',
    answer: faults.tooManyRequests('3600'),
    ...providerOverloaded,
    attempts: 1,
  },
  { name: '500', answer: faults.serverError(), ...provider, attempts: ATTEMPTS },
  { name: '503', answer: faults.unavailable(), ...providerOverloaded, attempts: ATTEMPTS },
  { name: 'a hang', answer: faults.hang(), ...providerTimeout, attempts: ATTEMPTS },
  { name: 'a cut connection', answer: faults.cutConnection(), ...provider, attempts: ATTEMPTS },
  { name: 'a cut answer', answer: faults.cutConnection('{"id":'), ...provider, attempts: ATTEMPTS },
  { name: 'a refusal', answer: faults.refusal('I cannot help.'), ...providerRefused, attempts: 1 },
  { name: 'a content filter', answer: faults.contentFilter(), ...providerRefused, attempts: 1 },
  { name: 'a filter of prompts', answer: faults.promptFiltered(), ...providerRefused, attempts: 1 },
  { name: 'a page instead of an answer', answer: faults.garbage(), ...provider, attempts: 1 },
  {
    name: 'garbage for a reply',
    answer: 'Lorem ipsum, dolor.',
    ...malformedModelOutput,
    attempts: 1,
    reasked: true,
  },
  {
    name: 'a reply over the token limit',
    answer: faults.overLimit('Well, let me think about '),
    ...malformedModelOutput,
    attempts: 1,
    reasked: true,
  },
  { name: 'a context too small', answer: faults.contextTooLong(), ...contextTooLong, attempts: 1 },
]

const QUESTION = 'Does Ada keep ducklings in the shed?'

type Trial = {
  readonly memory: Memory
  readonly server: ModelServer
  readonly log: readonly LogEntry[]
}

async function trial(task: TaskName, { name, answer }: FaultCase): Promise<Trial> {
  const server = await startDutifulServer({ [task]: answer })
  open.push(server)
  const log: LogEntry[] = []
  const memory = await openMemory(':memory:', {
    ...TRIAL_OPTIONS,
    models: modelAt(server),
    calls: { attempts: ATTEMPTS, timeoutMs: name === 'a hang' ? HANG_MS : 60_000 },
    episodes: { tokens: 256, overlap: 0 },
    log: (entry) => void log.push(entry),
  })
  open.push(memory)
  await memory.append(shedTurns(4))
  return { memory, server, log }
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  )

/** Everything that would be seen of an error in a log. */
function seenOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? ''
  return [error.name, error.message, error.stack, JSON.stringify(error), seenOf(error.cause)].join('\n')
}

/** What holds whatever went wrong: the turns are there, whole and found; the calls are bounded and told. */
async function expectSound({ memory, server, log }: Trial, task: TaskName, fault: FaultCase): Promise<void> {
  const { attempts, reasked } = fault
  const asked = server.requests.filter((request) => request.task === task)
  const calls = memory.usage().calls.filter((call) => call.task === task)
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.reduce((sum, call) => sum + call.attempts, 0)).toBe(asked.length)
  for (const call of calls) {
    expect(call.attempts).toBe(attempts)
    // A reply that cannot be read is a call that was answered.
    expect(call.outcome === 'ok').toBe(reasked === true)
  }
  expect(calls.filter(({ reask }) => reask).length).toBe(reasked ? calls.length / 2 : 0)
  expect((await collect(memory.turns())).map(({ id }) => id)).toEqual(['t1', 't2', 't3', 't4'])
  const { evidence } = await memory.recall('ducklings')
  expect(evidence[0]?.turns[0].id).toBe('t2')
  expect(await memory.verify()).toMatchObject({ healthy: true, turns: 4 })
  expect(JSON.stringify([log, memory.usage()])).not.toContain(API_KEY)
}

function expectTyped(error: unknown, { kind, attempts }: FaultCase): void {
  expect(error).toBeInstanceOf(kind)
  if (error instanceof ProviderError) expect(error.attempts).toBe(attempts)
  expect((error as Error).message.length).toBeGreaterThan(20)
  expect(seenOf(error)).not.toContain(API_KEY)
}

beforeAll(async () => {
  // What the first call of a process loads may take longer than a hang is waited for.
  const { memory } = await trial('reflect', CASES[0]!)
  await memory.ask(QUESTION)
})

describe('a fault of the model that anchors', () => {
  it.each(CASES)(
    '$name: the turns stay found by their own words, and are told and asked for again',
    async (fault) => {
      const given = await trial('anchor', fault)
      const { memory, server } = given
      const { anchoring, awaitingModel } = await memory.flush()
      const refused = fault.kind === ProviderRefusedError
      if (refused) {
        expect(anchoring).toMatchObject({ refusedTurns: 4, awaiting: 0, failed: [], units: 0, windows: 0 })
      } else {
        expect(anchoring).toMatchObject({ refusedTurns: 0, awaiting: 4, units: 0, windows: 0 })
        const turns = anchoring?.failed.flatMap((each) => each.turns)
        expect(turns?.toSorted()).toEqual(['t1', 't2', 't3', 't4'])
        for (const { error } of anchoring?.failed ?? []) expectTyped(error, fault)
        expect(awaitingModel).toBe(4)
      }
      expect(server.requests.filter(({ task }) => task === 'anchor').length).toBeLessThanOrEqual(14)
      expect((await collect(memory.units())).filter(({ origin }) => origin === 'model')).toEqual([])
      await expectSound(given, 'anchor', fault)
      const asked = server.requests.length
      await memory.flush()
      // What was refused would be refused again.
      expect(server.requests.length > asked).toBe(!refused)
    },
  )

  it('a reply over the token limit keeps the units that are whole, and is told', async () => {
    const whole = { restatement: 'Ada keeps lanterns in the shed.', sources: ['t1'] }
    const text = `{"units":[${JSON.stringify(whole)},{"restatement":"Ada keeps duckl`
    const fault = { ...CASES[0]!, answer: faults.overLimit(text) }
    const { memory, server } = await trial('anchor', fault)
    const { anchoring } = await memory.flush()
    expect(anchoring).toMatchObject({ windows: 1, units: 1, truncated: 1, failed: [], awaiting: 0 })
    expect(server.requests).toHaveLength(1)
    const written = (await collect(memory.units())).filter(({ origin }) => origin === 'model')
    expect(written.map(({ restatement }) => restatement)).toEqual([whole.restatement])
    expect((await memory.recall('ducklings')).evidence[0]?.turns[0].id).toBe('t2')
  })
})

describe('a fault of the model that reads a question', () => {
  it.each(CASES)('$name: the answer comes without it, and the trace says so', async (fault) => {
    const given = await trial('analyse-and-plan', fault)
    const answer = await given.memory.ask(QUESTION, { effort: 'medium' })
    expect(answer).toMatchObject({ answered: true, citations: [{ turn: 't2' }] })
    expect(answer.trace.consultations).toEqual([{ task: 'analyse-and-plan', outcome: fault.code }])
    expect(answer.usage.calls.map(({ task }) => task)).toContain('answer')
    await expectSound(given, 'analyse-and-plan', fault)
  })
})

describe('a fault of the model that looks at the evidence', () => {
  it.each(CASES)('$name: the answer comes from what there is, and the trace says so', async (fault) => {
    const given = await trial('reflect', fault)
    const answer = await given.memory.ask(QUESTION, { effort: 'high' })
    expect(answer).toMatchObject({ answered: true, citations: [{ turn: 't2' }] })
    expect(answer.trace.reflection).toMatchObject([{ outcome: fault.code, searches: [] }])
    await expectSound(given, 'reflect', fault)
  })
})

describe('a fault of the model that answers', () => {
  it.each(CASES)('$name: is thrown by its kind', async (fault) => {
    const given = await trial('answer', fault)
    expectTyped(await failureOf(given.memory.ask(QUESTION)), fault)
    await expectSound(given, 'answer', fault)
  })

  it.each(CASES)('$name: ends a stream by its kind, after the evidence', async (fault) => {
    const { memory, server } = await trial('answer', fault)
    const types: string[] = []
    const reading = async () => {
      for await (const event of memory.askStream(QUESTION)) types.push(event.type)
    }
    const failure = await failureOf(reading())
    // A page or a cut answer is a stream without an end; a refusal is text before it is known to be one.
    const kinds = /page|cut answer|a refusal/u.test(fault.name)
      ? [ProviderError, MalformedModelOutputError]
      : [fault.kind]
    expect(
      kinds.some((kind) => failure instanceof kind),
      String(failure),
    ).toBe(true)
    expect(types).toEqual(['frame', 'evidence'])
    expect(server.requests.length).toBeLessThanOrEqual(ATTEMPTS * 2)
    expect(seenOf(failure)).not.toContain(API_KEY)
  })

  it.each<[string, Fault]>([
    ['is cut', faults.cutStream('{"reasoning":"x","answer":"Duck', 'lings')],
    ['ends without an end', faults.unfinishedStream('{"reasoning":"x","answer":"Duck', 'lings')],
    ['names an error', faults.failingStream('{"reasoning":"x","answer":"Duck', 'lings')],
  ])(
    'a stream that %s is a typed error after the text that came, and is not begun anew',
    async (_, answer) => {
      const { memory, server } = await trial('answer', { ...CASES[0]!, answer })
      let text = ''
      const reading = async () => {
        for await (const event of memory.askStream(QUESTION)) if (event.type === 'text') text += event.text
      }
      expect(await failureOf(reading())).toBeInstanceOf(ProviderError)
      expect(text).toBe('Ducklings')
      expect(server.requests).toHaveLength(1)
      expect(memory.usage().calls).toMatchObject([{ task: 'answer', attempts: 1 }])
    },
  )
})

describe('a fault of an assistant', () => {
  it.each(CASES)('$name: its episode is read without it, and the answer names it', async (fault) => {
    const given = await trial('assist', fault)
    const answer = await given.memory.ask(QUESTION, { mode: 'deep' })
    expect(answer).toMatchObject({ answered: true, citations: [{ turn: 't2' }], mode: 'deep' })
    expect(answer.deep?.readings).toMatchObject([{ failed: fault.code, relevant: true }])
    expect(answer.deep?.readings[0]?.evidence.every(({ by }) => by === 'extract')).toBe(true)
    await expectSound(given, 'assist', fault)
  })
})

describe('a fault of the master', () => {
  it.each(CASES)('$name: is thrown by its kind', async (fault) => {
    const given = await trial('aggregate', fault)
    expectTyped(await failureOf(given.memory.ask(QUESTION, { mode: 'deep' })), fault)
    await expectSound(given, 'aggregate', fault)
  })
})

describe('a fault of the model that summarises', () => {
  const FAR_TURNS = 24

  it.each(CASES)('$name: sentences stand in, and the log names it', async (fault) => {
    const given = await trial('summarise', fault)
    const { memory, server, log } = given
    await memory.append(shedTurns(FAR_TURNS).slice(4))
    expect((await memory.flush()).anchoring).toMatchObject({ failed: [], awaiting: 0 })
    expect(log.filter(({ event }) => event === 'summary-failed').length).toBeGreaterThan(0)
    const answer = await memory.ask(QUESTION, { mode: 'deep' })
    expect(answer).toMatchObject({ answered: true, citations: [{ turn: 't2' }] })
    const asked = server.requests.filter(({ task }) => task === 'summarise').length
    expect(asked).toBeLessThanOrEqual(ATTEMPTS * 3)
    await memory.forget({
      turns: shedTurns(FAR_TURNS)
        .slice(4)
        .map(({ id }) => id!),
    })
    await expectSound(given, 'summarise', fault)
  })

  it('a key that is refused is tried on one episode, not on each', async () => {
    const { memory, server } = await trial('summarise', CASES[0]!)
    await memory.append(shedTurns(80).slice(4))
    await memory.flush()
    expect((await memory.ask(QUESTION, { mode: 'deep' })).deep?.readings.length).toBeGreaterThan(2)
    expect(server.requests.filter(({ task }) => task === 'summarise')).toHaveLength(1)
  })
})
