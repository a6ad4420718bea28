import { statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import type { Embedder } from '../../src/embed/embedder.ts'
import { sharedLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { type Memory, openMemory, type TurnInput } from '../../src/index.ts'
import { defaults } from '../../src/recall/presets.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import { bankQuestions, bankTurns, realTurns } from './bank-turns.ts'
import { exactShare } from './exactness.ts'
import { median, percentile } from './percentile.ts'
import { absentEmbedder, pooledEmbedder } from './pooled-embedder.ts'
import { realTexts } from './real-texts.ts'
import { route } from './route-stage.ts'

/** What a stage is given; plain data, as it crosses a process border. */
export type StageInput = {
  readonly data: string
  readonly cacheDir: string
  readonly size: number
  readonly seed: number
  /** Bank file of this size; the first stage makes it. */
  readonly bank: string
  /** Where the first stage leaves a copy without vectors; absent: nowhere. */
  readonly words?: string
  /** A file that no stage but `importTurns` makes. */
  readonly scratch: string
}
export type Stage = (input: StageInput, log: (line: string) => void) => Promise<Record<string, number>>

/** Each runs in a process of its own, in this order, so that its memory is its own. */
export const STAGES = { fill, recall, converse, append, importTurns, exact, route } satisfies Record<
  string,
  Stage
>

/** Turns handed over at once where many are imported. */
const PORTION = 1000

/** Real vectors from which those of a large bank are drawn. */
const POOL = 6000

/** Embedding more takes longer than all other stages together. */
const MOST_EXACT = 60_000

const QUESTIONS = { warmUp: 20, measured: 200 }

/** Turns appended one by one; the first carry what a process pays once, as the compiling of what runs often. */
const APPENDED = { warmUp: 200, measured: 2_000 }

/** Exchanges of a turn and a question. */
const EXCHANGES = { warmUp: 20, measured: 100 }

const IMPORTED = { warmUp: 100, measured: 600 }

async function fill({ data, cacheDir, size, seed, bank, words }: StageInput, log: (line: string) => void) {
  const real = sharedLocalEmbedder()
  const turns = bankTurns(data, { size, seed })
  const appendMs = await withMemory(bank, absentEmbedder(real), async (memory) => {
    for (let from = 0; from < turns.length; from += PORTION) {
      await memory.append(turns.slice(from, from + PORTION))
      if (from % (10 * PORTION) === 0) log(`${from} of ${turns.length} turns appended`)
    }
  })
  if (words !== undefined) await copyFile(bank, words)
  const pool = await cachedEmbedder(real, cacheDir).embed(realTexts(data, Math.min(size, POOL)), 'passage')
  const flushMs = await withMemory(bank, pooledEmbedder(real, pool), (memory) => memory.flush())
  return {
    n: turns.length,
    fillPerSecond: perSecond(turns.length, appendMs),
    vectorsPerSecond: perSecond(turns.length, flushMs),
  }
}

async function recall({ data, bank }: StageInput) {
  const start = performance.now()
  await using memory = await openMemory(bank)
  const opened = performance.now()
  const questions = bankQuestions(data, QUESTIONS.warmUp + QUESTIONS.measured)
  await memory.recall(questions[0]!)
  const first = performance.now() - opened
  const ms: number[] = []
  const cpuBefore = process.cpuUsage()
  for (const question of questions) ms.push(await time(() => memory.recall(question)))
  const cpu = process.cpuUsage(cpuBefore)
  const embedMs: number[] = []
  for (const question of questions)
    embedMs.push(await time(() => sharedLocalEmbedder().embed([`${question} Tell me`], 'question')))
  const measured = ms.slice(QUESTIONS.warmUp)
  return {
    openMs: opened - start,
    firstRecallMs: first,
    recallP50Ms: median(measured),
    recallP95Ms: percentile(measured, 0.95),
    recallCpuMs: cpuMs(cpu) / questions.length,
    embedP50Ms: median(embedMs.slice(QUESTIONS.warmUp)),
    rssMb: process.resourceUsage().maxRSS / 1024,
    fileMb: statSync(bank).size / 1e6,
  }
}

async function append({ data, size, seed, bank }: StageInput) {
  await using memory = await openMemory(bank, { embedder: absentEmbedder(sharedLocalEmbedder()) })
  const { warmUp } = APPENDED
  const later = bankTurns(data, { size: size + warmUp + APPENDED.measured, seed }).slice(size)
  for (const turn of later.slice(0, warmUp)) await memory.append(turn)
  const measured = later.slice(warmUp)
  const ms = await time(async () => {
    for (const turn of measured) await memory.append(turn)
  })
  return { appendPerSecond: perSecond(measured.length, ms) }
}

/** As an agent does: a turn is told, and a question asked at once, for which the turn's vector is made first. */
async function converse({ data, size, seed, bank }: StageInput) {
  await using memory = await openMemory(bank)
  const count = EXCHANGES.warmUp + EXCHANGES.measured
  // Others than those that the next stage appends.
  const { warmUp, measured } = APPENDED
  const turns = bankTurns(data, { size: size + warmUp + measured + count, seed }).slice(-count)
  const questions = bankQuestions(data, count)
  const ms: number[] = []
  for (const [i, turn] of turns.entries())
    ms.push(
      await time(async () => {
        await memory.append(turn)
        await memory.recall(questions[i]!)
      }),
    )
  return { exchangeP50Ms: median(ms.slice(EXCHANGES.warmUp)) }
}

async function importTurns({ data, scratch }: StageInput) {
  await sharedLocalEmbedder().embed(['warm'], 'passage')
  await using memory = await openMemory(scratch)
  const turns = spread(realTurns(data), IMPORTED.warmUp + IMPORTED.measured)
  await importAll(turns.slice(0, IMPORTED.warmUp))
  const measured = turns.slice(IMPORTED.warmUp)
  const cpuBefore = process.cpuUsage()
  const ms = await time(() => importAll(measured))
  const cpu = process.cpuUsage(cpuBefore)
  return {
    importPerSecond: perSecond(measured.length, ms),
    importCpuMs: cpuMs(cpu) / measured.length,
  }

  async function importAll(some: readonly TurnInput[]): Promise<void> {
    for (let from = 0; from < some.length; from += 100) await memory.append(some.slice(from, from + 100))
    await memory.flush()
  }
}

async function exact({ data, cacheDir, size }: StageInput, log: (line: string) => void) {
  const embedder = cachedEmbedder(sharedLocalEmbedder(), cacheDir)
  const texts = realTexts(data, Math.min(size, MOST_EXACT))
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += PORTION) {
    vectors.push(...(await embedder.embed(texts.slice(from, from + PORTION), 'passage')))
    if (from % (10 * PORTION) === 0) log(`${from} of ${texts.length} texts embedded`)
  }
  const questions = await embedder.embed(bankQuestions(data, QUESTIONS.measured), 'question')
  return {
    // As many candidates as a recall rescores.
    exactTop50: exactShare(vectors, questions, defaults.depth),
    exactVectors: vectors.length,
  }
}

/** So many of all, from beginning to end: their length is that of all. */
function spread<Item>(all: readonly Item[], count: number): readonly Item[] {
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!)
}

/** Milliseconds of the work alone, without opening and closing. */
async function withMemory(
  bank: string,
  embedder: Embedder,
  work: (memory: Memory) => Promise<unknown>,
): Promise<number> {
  await using memory = await openMemory(bank, { embedder })
  return await time(() => work(memory))
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

const perSecond = (count: number, ms: number): number => (count / ms) * 1000
