import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decidedBy, removeLeftovers, unfinished } from '../kept-files.ts'
import { runStage } from './run-stage.ts'
import type { StageInput } from './stages.ts'

/** A filled bank on disk. Its files are copied, never opened where they lie. */
export type KeptBank = {
  /** Every unit with its vector. */
  readonly whole: string
  /** The same before it had vectors. */
  readonly words: string
  /** What the stage that filled it measured. */
  readonly figures: Readonly<Record<'n' | 'fillPerSecond' | 'vectorsPerSecond', number>>
}

/** Units from which a bank is kept: filling it takes longer than all that is measured of it. */
export const KEPT_FROM = 50_000

/** The bank of this size, filled by the first who wants it, and again once code or data have changed. */
export async function keptBank(
  input: Pick<StageInput, 'data' | 'cacheDir' | 'size' | 'seed'>,
  running: { readonly script: string; readonly log: (line: string) => void },
): Promise<KeptBank> {
  const parent = join(input.cacheDir, 'banks')
  const kind = `${input.size}-${input.seed}`
  const folder = join(parent, `${kind}-${decidedBy(DECISIVE, input.data)}`)
  if (!existsSync(folder)) {
    await mkdir(parent, { recursive: true })
    removeLeftovers(parent)
    for (const name of await readdir(parent))
      if (name.startsWith(`${kind}-`)) await rm(join(parent, name), { recursive: true, force: true })
    const making = join(parent, unfinished('bank'))
    try {
      await mkdir(making)
      const files = { ...filesIn(making), scratch: join(making, 'scratch.db') }
      const figures = await runStage('fill', {
        ...running,
        input: { ...input, bank: files.whole, words: files.words, scratch: files.scratch },
      })
      await writeFile(files.figures, JSON.stringify(figures))
      // Whole or not at all.
      await rename(making, folder)
    } finally {
      await rm(making, { recursive: true, force: true })
    }
  }
  const { figures, ...files } = filesIn(folder)
  return { ...files, figures: JSON.parse(readFileSync(figures, 'utf8')) as KeptBank['figures'] }
}

/** What decides the bytes of a bank, and how long it took to fill. */
const DECISIVE = ['src', 'bench/speed', 'bench/datasets']

function filesIn(folder: string) {
  return {
    whole: join(folder, 'whole.db'),
    words: join(folder, 'words.db'),
    figures: join(folder, 'figures.json'),
  }
}
