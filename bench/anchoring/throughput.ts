import { createAnchor } from '../../src/anchor/anchor.ts'
import { createModelAnchorer } from '../../src/indexing/model-anchorer.ts'
import { callLimits } from '../../src/llm/call-limits.ts'
import { createModelCaller } from '../../src/llm/create-model-caller.ts'
import { createOpenAICompatibleModel } from '../../src/llm/openai-compatible.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { NewTurn } from '../../src/store/store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import { reply } from '../../test/model-server/answers.ts'
import { startModelServer } from '../../test/model-server/model-server.ts'
import type { Figures } from '../figures.ts'

/** The server answers after so long. */
const LATENCY_MS = 50
const CONCURRENCY = 8
/** W and O. @see RaMem, appendix C.2 */
const SHAPE = { turns: 40, overlap: 2 }
/** How much longer than its calls alone the calling stage may take. */
const ALLOWANCE = 1.3

/**
 * How long the calling stage of an import takes against a server on loopback that answers after 50 ms: windows are cut,
 * asked for at once, checked and stored in their order.
 *
 * @returns Calls, milliseconds, the bound 1.3 × 50 ms × ⌈calls / 8⌉ and the share of it that was taken; milliseconds of
 *   processor, the server's included, as on a busy machine these are what is scarce.
 */
export async function throughput(windows: number): Promise<Figures> {
  await using server = await startModelServer(({ body }) => reply(unitsFor(body.messages.at(-1)!.content)), {
    latencyMs: LATENCY_MS,
  })
  await using store = await openSqliteStore(':memory:', {
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'bench',
  })
  const options = { timeZone: 'UTC', dateOrder: undefined }
  await store.append(turns((SHAPE.turns - SHAPE.overlap) * windows + SHAPE.overlap), createAnchor(options))
  const client = createOpenAICompatibleModel({ baseURL: server.baseURL, model: 'scripted' })
  const writer = createModelCaller(client, {
    role: 'writer',
    limits: callLimits({ concurrency: CONCURRENCY }),
  })
  const failures: unknown[] = []
  const anchorer = createModelAnchorer(store.derived.windows, {
    ...options,
    writer,
    shape: SHAPE,
    concurrency: CONCURRENCY,
    events: { onFailure: (error) => failures.push(error) },
  })
  const from = performance.now()
  const before = process.cpuUsage()
  const { units, failed } = await anchorer.drain({ signal: undefined })
  const milliseconds = performance.now() - from
  const cpu = process.cpuUsage(before)
  await anchorer.stop()
  if (failed.length > 0) throw failed[0]!.error
  const calls = server.requests.length
  const boundMs = ALLOWANCE * LATENCY_MS * Math.ceil(calls / CONCURRENCY)
  const cpuMs = (cpu.user + cpu.system) / 1_000
  const share = milliseconds / boundMs
  return { n: windows, calls, units, milliseconds, boundMs, share, cpuMs, atOnce: server.mostAtOnce }
}

const THINGS =
  'bees ducks wine tools rope paint seeds boots coal maps lamps glue nails bikes oars kites'.split(' ')
const PLACES = 'shed cellar attic barn garage hut loft yard'.split(' ')

/** Ten turns a session, a session a day. */
function turns(count: number): readonly NewTurn[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `t${index + 1}`,
    session: `s${Math.floor(index / 10)}`,
    speaker: index % 2 === 0 ? 'Ada' : 'Ben',
    text: `I keep ${sayOf(index)}, and I am rather fond of how it looks there. How are things with you?`,
    time: new Date(Date.UTC(2030, 0, 1 + Math.floor(index / 10), 9, index % 10)).toISOString(),
    timeInferred: false,
    role: undefined,
    metadata: undefined,
  })) as unknown as readonly NewTurn[]
}

const sayOf = (index: number) =>
  `${THINGS[index % THINGS.length]} in the ${PLACES[Math.floor(index / THINGS.length) % PLACES.length]}`

/** A unit for every third turn that is not shown for its surroundings only. */
function unitsFor(prompt: string): string {
  const lines = [...prompt.matchAll(/^\{"id":"t(\d+)","time":"[\d:]+","speaker":"(\w+)"/gmu)]
  const units = lines
    .filter((_, index) => index % 3 === 0)
    .map(([, number, speaker]) => ({
      sources: [`t${number}`],
      restatement: `${speaker} keeps ${sayOf(Number(number) - 1)}.`,
      type: 'fact',
      keywords: [],
      firstDay: '',
      lastDay: '',
      mentionTime: '',
      location: '',
      persons: [speaker],
      entities: [],
      topic: '',
    }))
  return JSON.stringify({ units })
}
