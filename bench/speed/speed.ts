import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiled } from '../compiled.ts'
import type { StageMessage } from './stage-process.ts'
import type { StageInput } from './stages.ts'

export type SpeedOptions = {
  /** The folder of the data sets. */
  data: string
  /** Units of the banks to measure. */
  sizes: number[]
  seed: number
  /** Where vectors are kept between runs. */
  cacheDir: string
  onProgress?: (line: string) => void
}

/**
 * Measures banks of several sizes through the public interface, each stage in a process of its own that runs compiled
 * code, as users' do.
 *
 * Figures of each size:
 * - `n` units; `fileMb`; `rssMb`, peak of the process that recalls
 * - `recallP50Ms`, `recallP95Ms`: 200 questions of LoCoMo's kind, embedding included, after 20 that warm up;
 *   `recallCpuMs`: processor time of one on average, the figure to trust on a busy machine
 * - `openMs`, `firstRecallMs`: views and model are loaded; `embedP50Ms`: a question alone
 * - `appendPerSecond`: durable, one turn each, vectors left pending
 * - `importPerSecond`, `importCpuMs` a turn: 600 turns appended and embedded, in a bank of their own
 * - `fillPerSecond`: appended by 1,000, nothing embedded; `vectorsPerSecond`: ready vectors stored and indexed
 * - `exactTop50`: share of the exact first 50 found when the best 200 of the 8-bit scan are scored again
 *   (`exactTop50Of100`: the best 100), over `exactVectors` real vectors, at most 60,000
 * Of each size routing apart, as `route/<size>`: see `route` in `route-stage.ts`.
 *
 * @returns The figures by set.
 * @throws {Error} If a stage fails; what it printed goes to stderr.
 */
export async function speed(options: SpeedOptions): Promise<Record<string, Record<string, number>>> {
  using program = await compiled([STAGE_PROCESS])
  const script = program.script(STAGE_PROCESS)
  const figures: Record<string, Record<string, number>> = {}
  for (const size of options.sizes) Object.assign(figures, await measure(size, { ...options, script }))
  return figures
}

const STAGE_PROCESS = 'bench/speed/stage-process.ts'
const STAGES_IN_ORDER = ['fill', 'recall', 'append', 'importTurns', 'exact'] as const

async function measure(
  size: number,
  { data, seed, cacheDir, script, onProgress = () => {} }: SpeedOptions & { script: string },
): Promise<Record<string, Record<string, number>>> {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-speed-'))
  const files = { bank: join(folder, 'bank.db'), scratch: join(folder, 'import.db') }
  try {
    const figures: Record<string, number> = {}
    for (const stage of STAGES_IN_ORDER) {
      const log = (line: string): void => onProgress(`${size} ${stage}: ${line}`)
      const input = { data, cacheDir, size, seed, ...files }
      Object.assign(figures, await runStage(stage, { input, script, log }))
      log('done')
    }
    const input = { data, cacheDir, size, seed, ...files }
    const log = (line: string): void => onProgress(`${size} route: ${line}`)
    const routed = await runStage('route', { input, script, log })
    return { [String(size)]: figures, [`route/${size}`]: routed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runStage(
  stage: string,
  { input, script, log }: { input: StageInput; script: string; log: (line: string) => void },
): Promise<Record<string, number>> {
  let result: Record<string, number> | undefined
  const child = fork(script, [JSON.stringify({ stage, input })], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    // None that this process was started with: it may have been given a loader.
    execArgv: [],
  })
  child.on('message', (message: StageMessage) => {
    if ('log' in message) log(message.log)
    else result = message.result
  })
  const [code] = await once(child, 'close')
  if (code !== 0 || result === undefined)
    throw new Error(`Cannot measure ${stage} at ${input.size} units: the process ended with code ${code}`)
  return result
}
