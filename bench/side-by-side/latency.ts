import { mkdir } from 'node:fs/promises'
import type { Embedder } from '../../src/embed/embedder.ts'
import { sharedLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import type { Figures } from '../figures.ts'
import { bankQuestions, bankTurns } from '../speed/bank-turns.ts'
import type { KeptBank } from '../speed/kept-bank.ts'
import { median, percentile } from '../speed/percentile.ts'
import { pooledEmbedder } from '../speed/pooled-embedder.ts'
import { realTexts } from '../speed/real-texts.ts'
import type { GivenTurn } from './contestant.ts'
import { CONTESTANTS } from './contestants.ts'

/** What the process that measures is given; plain data. */
export type LatencyInput = {
  readonly data: string
  readonly cacheDir: string
  readonly contestant: string
  readonly size: number
  readonly seed: number
  readonly folder: string
  /** Default: none. */
  readonly kept?: KeptBank | undefined
}

const QUESTIONS = { warmUp: 20, measured: 100 }
/** Real vectors from which those of the bank are drawn. */
const POOL = 6_000
const LIMIT = 10

/**
 * How long a contestant takes for the first ten places in a bank of the bench of speed, the same bank for all.
 *
 * @returns `recallP50Ms` and `recallP95Ms` as a caller waits, the question's vector included where it needs one;
 *   `searchP50Ms`, `searchP95Ms` without making that vector; `recallCpuMs`, processor time of one on average, all threads,
 *   the figure to trust on a busy machine; `buildMs`, to the first search; `rssMb`. Of a bank that is kept, `buildMs` counts
 *   what its filling took at the time, and `rssMb` does not know it.
 */
export async function latency(input: LatencyInput): Promise<Figures> {
  const { data, cacheDir, contestant: name, size, seed, folder, kept } = input
  const contestant = CONTESTANTS.find((each) => each.name === name)
  if (contestant === undefined) throw new RangeError(`Cannot time ${name}: no such contestant`)
  await mkdir(folder, { recursive: true })
  const turns = bankTurns(data, { size, seed }) as readonly GivenTurn[]
  const pool = await cachedEmbedder(sharedLocalEmbedder(), cacheDir).embed(
    realTexts(data, Math.min(size, POOL)),
    'passage',
  )
  const { embedder, embedMs } = timed(sharedLocalEmbedder(), pool)
  const started = performance.now()
  await using opened = await contestant.open(turns, { embedder, folder, kept })
  const buildMs = performance.now() - started + (opened.madeBeforeMs ?? 0)
  const [recallMs, searchMs]: [number[], number[]] = [[], []]
  let cpuBefore = process.cpuUsage()
  for (const [i, question] of bankQuestions(data, QUESTIONS.warmUp + QUESTIONS.measured).entries()) {
    if (i === QUESTIONS.warmUp) cpuBefore = process.cpuUsage()
    const from = performance.now()
    const embeddedBefore = embedMs()
    await opened.search(question, { limit: LIMIT })
    const took = performance.now() - from
    recallMs.push(took)
    searchMs.push(took - (embedMs() - embeddedBefore))
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const measured = { recall: recallMs.slice(QUESTIONS.warmUp), search: searchMs.slice(QUESTIONS.warmUp) }
  return {
    n: turns.length,
    recallP50Ms: median(measured.recall),
    recallP95Ms: percentile(measured.recall, 0.95),
    searchP50Ms: median(measured.search),
    searchP95Ms: percentile(measured.search, 0.95),
    recallCpuMs: (user + system) / 1_000 / measured.recall.length,
    buildMs,
    rssMb: process.resourceUsage().maxRSS / 1024,
  }
}

/** Questions are embedded for good and their time is taken; passages get vectors of the pool, as a day is too short. */
function timed(real: Embedder, pool: readonly Float32Array[]) {
  const pooled = pooledEmbedder(real, pool)
  let spent = 0
  const embedder: Embedder = {
    id: real.id,
    dimension: real.dimension,
    async embed(texts, kind, options) {
      if (kind === 'passage') return pooled.embed(texts, kind, options)
      const from = performance.now()
      const vectors = await real.embed(texts, kind, options)
      spent += performance.now() - from
      return vectors
    },
  }
  return { embedder, embedMs: () => spent }
}
