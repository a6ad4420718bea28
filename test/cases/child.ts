import { writeSync } from 'node:fs'
import type { Embedder } from '../../src/index.ts'
import type { Input } from './case.ts'
import type { Order, Report } from './child-order.ts'

const order = JSON.parse(process.argv[2] ?? '{}') as Order
try {
  say(await obey(order))
} catch (error) {
  say(error instanceof Error ? { error: error.name, message: error.message } : { error: String(error) })
}

function say(report: Report): void {
  writeSync(1, `${JSON.stringify(report)}\n`)
}

async function obey(told: Order): Promise<Report> {
  switch (told.task) {
    case 'run':
      return storedTimes(told.input, told.folder)
    case 'read':
      return readFor(told.bank, told.seconds)
    case 'write':
      return write(told)
    case 'die':
      return die(told.bank, told.input)
    case 'embed':
      return embed(told.texts, told.more)
    case 'open': {
      const { openMemory } = await import('../../src/index.ts')
      await (await openMemory(told.bank)).close()
      return {}
    }
    case 'without-driver':
      return openWithoutDriver()
  }
}

async function storedTimes(input: Input, folder: string): Promise<Report> {
  const { run } = await import('./run.ts')
  const { turns, failure } = await run(input, folder)
  if (failure !== undefined) throw failure
  return { times: Object.fromEntries(turns.map(({ id, time }) => [id, time])) }
}

async function readFor(bank: string, seconds: number): Promise<Report> {
  const { openMemory } = await import('../../src/index.ts')
  const memory = await openMemory(bank, { embedder: idleEmbedder() })
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    for await (const _turn of memory.turns()) if (performance.now() > end) break
    await memory.recall('grey water', { limit: 5 })
  }
  await memory.close()
  return {}
}

async function write({ bank, turns, prefix }: Extract<Order, { task: 'write' }>): Promise<Report> {
  const { openMemory } = await import('../../src/index.ts')
  const memory = await openMemory(bank, { embedder: idleEmbedder() })
  for (let index = 0; index < turns; index += 1) {
    await memory.append({
      id: `${prefix}${index}`,
      session: prefix,
      speaker: 'A',
      text: `Line ${index} on grey water.`,
      time: new Date(Date.UTC(2025, 2, 1, 10, 0, index)),
    })
  }
  await memory.close()
  return {}
}

/** Stores the turns, and is killed while the first vector is being made. */
async function die(bank: string, input: Input): Promise<Report> {
  const { openMemory, createLocalEmbedder } = await import('../../src/index.ts')
  const { turnInput } = await import('./world.ts')
  const hanging: Embedder = {
    ...idleEmbedder(),
    id: createLocalEmbedder().id,
    dimension: createLocalEmbedder().dimension,
    embed: () => new Promise(() => undefined),
  }
  const memory = await openMemory(bank, { embedder: hanging, timeZone: input.config?.timezone ?? 'UTC' })
  await memory.append((input.turns ?? []).map((turn) => turnInput(turn, input)))
  say({ acknowledged: true })
  process.kill(process.pid, 'SIGKILL')
  return {}
}

async function embed(texts: number, more: number): Promise<Report> {
  const { createLocalEmbedder } = await import('../../src/index.ts')
  const embedder = createLocalEmbedder()
  const textAt = (index: number) => `The ferry left the pier ${index} minutes late because the tide was out.`
  const all = Array.from({ length: texts }, (_, index) => textAt(index))
  const [vector] = await embedder.embed(all, 'passage')
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  for (let index = 0; index < more; index += 1) await embedder.embed([textAt(texts + index)], 'passage')
  globalThis.gc?.()
  const growthMb = (process.memoryUsage().rss - before) / 1_048_576
  return { vector: [...(vector ?? [])], growthMb }
}

/** The driver's package is made one that fails as a build for another platform does; the rest of the library loads. */
async function openWithoutDriver(): Promise<Report> {
  const { register } = await import('node:module')
  const hooks = `
    export async function resolve(specifier, context, next) {
      if (specifier === '@photostructure/sqlite') {
        return { url: 'data:text/javascript,throw new Error("was compiled against a different Node.js version")', shortCircuit: true }
      }
      return next(specifier, context)
    }`
  register(`data:text/javascript,${encodeURIComponent(hooks)}`)
  const { openMemory } = await import('../../src/index.ts')
  await (await openMemory(':memory:')).close()
  return {}
}

/** Searches by words alone: what is tried is the file, not the model. */
function idleEmbedder(): Embedder {
  return {
    id: 'idle',
    dimension: 4,
    embed: async (texts) => texts.map(() => Float32Array.of(1, 0, 0, 0)),
  }
}
