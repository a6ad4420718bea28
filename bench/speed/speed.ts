import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiled } from '../compiled.ts'
import { KEPT_FROM, keptBank } from './kept-bank.ts'
import { runStage, STAGE_PROCESS } from './run-stage.ts'
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
 * - `exchangeP50Ms`: a turn is appended and a question recalled at once, for which the turn is embedded first
 * - `appendPerSecond`: durable, one turn each, vectors left pending; 2,000 after 200 that warm up
 * - `importPerSecond`, `importCpuMs` a turn: 600 turns of LoCoMo, spread over all of it, appended and embedded in a bank of
 *   their own
 * - `fillPerSecond`: appended by 1,000, nothing embedded; `vectorsPerSecond`: ready vectors stored and indexed; of a bank
 *   of 50,000 and more as they were when the same code filled the one that is kept
 * - `exactTop50`: share of the exact first 50 found when as many of the 8-bit scan's best are scored again as a recall
 *   does, 100, over `exactVectors` real vectors, at most 60,000
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

const STAGES_IN_ORDER = ['recall', 'converse', 'append', 'importTurns', 'exact'] as const

async function measure(
  size: number,
  { data, seed, cacheDir, script, onProgress = () => {} }: SpeedOptions & { script: string },
): Promise<Record<string, Record<string, number>>> {
  const folder = await mkdtemp(join(tmpdir(), 'reinstate-speed-'))
  const files = { bank: join(folder, 'bank.db'), scratch: join(folder, 'import.db') }
  try {
    const input = { data, cacheDir, size, seed, ...files }
    const logOf = (stage: string) => (line: string) => onProgress(`${size} ${stage}: ${line}`)
    const figures: Record<string, number> = await filled(input, { script, log: logOf('fill') })
    for (const stage of STAGES_IN_ORDER) {
      const log = logOf(stage)
      Object.assign(figures, await runStage(stage, { input, script, log }))
      log('done')
    }
    const routed = await runStage('route', { input, script, log: logOf('route') })
    return { [String(size)]: figures, [`route/${size}`]: routed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes the bank that the stages measure; a large one is a copy of the one that is kept. */
async function filled(
  input: StageInput,
  running: { script: string; log: (line: string) => void },
): Promise<Record<string, number>> {
  if (input.size < KEPT_FROM) return await runStage('fill', { input, ...running })
  const { whole, figures } = await keptBank(input, running)
  await copyFile(whole, input.bank)
  return { ...figures }
}
