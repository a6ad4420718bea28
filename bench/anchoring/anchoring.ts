import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FigureSets } from '../figures.ts'
import { checks } from './checks.ts'
import { throughput } from './throughput.ts'

export type AnchoringOptions = {
  /** The folder of the data sets; without LoCoMo in it only the throughput is measured. */
  readonly data: string
  /** Windows of the import. */
  readonly windows: number
}

/** How fast windows are anchored, and what the checks of a model's units refuse. */
export async function anchoring({ data, windows }: AnchoringOptions): Promise<FigureSets> {
  const figures = { throughput: await throughput(windows) }
  return existsSync(join(data, 'locomo10.json')) ? { ...figures, ...checks(data) } : figures
}
