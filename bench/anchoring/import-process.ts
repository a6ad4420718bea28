/** Anchors turns through a model server and measures it; see `throughput.ts`. */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { createAnchor } from '../../src/anchor/anchor.ts'
import { createModelAnchorer } from '../../src/indexing/model-anchorer.ts'
import { callLimits } from '../../src/llm/call-limits.ts'
import { createModelCaller } from '../../src/llm/create-model-caller.ts'
import { createOpenAICompatibleModel } from '../../src/llm/openai-compatible.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { createUnitViews } from '../../src/store/views/create-unit-views.ts'
import { turns } from './scripted-import.ts'

export type ImportInput = {
  readonly baseURL: string
  readonly bank: string
  readonly windows: number
  readonly concurrency: number
  /** W and O. */
  readonly shape: { readonly turns: number; readonly overlap: number }
}

export type ImportMessage = {
  readonly units: number
  /** From the first request sent to the last reply received. */
  readonly callingMs: number
  /** From the first turn read to the last unit stored. */
  readonly wholeMs: number
  readonly cpuMs: number
}

const OPTIONS = { timeZone: 'UTC', dateOrder: undefined }

async function measure(input: ImportInput): Promise<ImportMessage> {
  const { baseURL, bank, windows, concurrency, shape } = input
  await using store = await openSqliteStore(bank, {
    readOnly: false,
    mustExist: false,
    createViews: createUnitViews,
    analyserVersion: 'bench',
  })
  await store.append(turns((shape.turns - shape.overlap) * windows + shape.overlap), createAnchor(OPTIONS))
  const anchorer = createModelAnchorer(store.derived.windows, {
    ...OPTIONS,
    writer: createModelCaller(createOpenAICompatibleModel({ baseURL, model: 'scripted' }), {
      role: 'writer',
      limits: callLimits({ concurrency }),
    }),
    shape,
    concurrency,
    events: { onFailure: () => {} },
  })
  const calling = watchCalls()
  const from = performance.now()
  const before = process.cpuUsage()
  await anchorer.drain({ signal: undefined })
  const wholeMs = performance.now() - from
  const cpu = process.cpuUsage(before)
  const { units, failed } = await anchorer.report()
  await anchorer.stop()
  if (failed.length > 0) throw failed[0]!.error
  return { units, callingMs: calling.milliseconds(), wholeMs, cpuMs: (cpu.user + cpu.system) / 1_000 }
}

/** @see https://nodejs.org/docs/latest-v20.x/api/diagnostics_channel.html#http */
function watchCalls(): { milliseconds(): number } {
  let first = Number.POSITIVE_INFINITY
  let last = 0
  subscribe('http.client.request.start', () => {
    first = Math.min(first, performance.now())
  })
  // Published when the headers are there: the reply has been received once it ends.
  subscribe('http.client.response.finish', (message) => {
    const { response } = message as { readonly response: IncomingMessage }
    response.once('end', () => {
      last = performance.now()
    })
  })
  return { milliseconds: () => last - first }
}

process.send!(await measure(JSON.parse(process.argv[2]!) as ImportInput))
process.disconnect()
