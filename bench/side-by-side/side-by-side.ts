import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { compiled } from '../compiled.ts'
import { CACHE_FOLDER, cachedEmbedder } from '../embedding-cache.ts'
import type { FigureSets, Figures } from '../figures.ts'
import type { CutFlags } from '../registry-entry.ts'
import { KEPT_FROM, type KeptBank, keptBank } from '../speed/kept-bank.ts'
import { STAGE_PROCESS } from '../speed/run-stage.ts'
import { CONTESTANTS } from './contestants.ts'
import type { LatencyInput } from './latency.ts'
import type { LatencyMessage } from './latency-process.ts'
import { qualityFigures } from './quality.ts'

export type SideBySideOptions = CutFlags & {
  readonly data: string
  readonly seed: number
  /** Units of the banks whose searches are timed; none: quality alone. */
  readonly sizes: readonly number[]
  /** Names; undefined: all. */
  readonly contestants?: readonly string[] | undefined
  readonly onProgress: (line: string) => void
}

/** Our recall beside what a TypeScript user would build instead: quality on LoCoMo, milliseconds on large banks. */
export async function sideBySide(options: SideBySideOptions): Promise<FigureSets> {
  const { contestants: wanted, sizes } = options
  const contestants = CONTESTANTS.filter(({ name }) => wanted?.includes(name) ?? true)
  const embedder = cachedEmbedder(createLocalEmbedder())
  const quality = await qualityFigures({ ...options, embedder, contestants })
  if (sizes.length === 0) return quality
  using program = await compiled([PROCESS, STAGE_PROCESS])
  const figures: Record<string, Figures> = { ...quality }
  for (const size of sizes) {
    const kept = await keptOf(size, { ...options, script: program.script(STAGE_PROCESS) })
    for (const { name } of contestants) {
      options.onProgress(`${size} units: ${name}`)
      figures[`latency/${size}/${name}`] = await timeApart(program.script(PROCESS), {
        ...options,
        name,
        size,
        kept,
      })
    }
  }
  return figures
}

const PROCESS = 'bench/side-by-side/latency-process.ts'

/** To fill a large bank anew for each of ourselves would take longer than all that is timed of it. */
async function keptOf(
  size: number,
  { data, seed, script, onProgress }: SideBySideOptions & { readonly script: string },
): Promise<KeptBank | undefined> {
  if (size < KEPT_FROM) return undefined
  const log = (line: string) => onProgress(`${size} units: ${line}`)
  return await keptBank({ data, seed, size, cacheDir: CACHE_FOLDER }, { script, log })
}

/** In a process of its own, so that its memory is its own. */
async function timeApart(
  script: string,
  { data, seed, name, size, kept }: Pick<LatencyInput, 'data' | 'seed' | 'size' | 'kept'> & { name: string },
): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-latency-'))
  try {
    const input: LatencyInput = { data, seed, size, folder, contestant: name, cacheDir: CACHE_FOLDER, kept }
    // None that this process was started with: it may have been given a loader.
    const child = fork(script, [JSON.stringify(input)], { execArgv: [] })
    let figures: Figures | undefined
    child.on('message', (message: LatencyMessage) => {
      figures = message.figures
    })
    const [code] = await once(child, 'close')
    if (code !== 0 || figures === undefined)
      throw new Error(`Cannot time ${name} at ${size} units: the process ended with code ${code}`)
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
