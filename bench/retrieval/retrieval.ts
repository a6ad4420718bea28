import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import type { FigureSets } from '../figures.ts'
import { locomoFigures } from './locomo-figures.ts'
import { longMemEvalFigures } from './longmemeval-figures.ts'
import { type UnitOptions, unitFigures } from './unit-figures.ts'

export type RetrievalOptions = {
  /** The folder of the data sets. */
  readonly data: string
  /** Which data sets: `locomo`, `longmemeval` or both. */
  readonly sets: readonly ('locomo' | 'longmemeval')[]
  /** Index captions of images as text of their turns. */
  readonly captions: boolean
  /** For the intervals. */
  readonly seed: number
  /** Names of LoCoMo's conversations; undefined: all. */
  readonly conversations?: readonly string[] | undefined
  /** Questions a bank at most; of LongMemEval, where a bank has one, banks. */
  readonly limit: number
  readonly onProgress: (line: string) => void
}

/** How often recall finds what the labels cite, by set; no label reaches it. */
export async function retrieval(options: RetrievalOptions): Promise<FigureSets> {
  const embedder = cachedEmbedder(createLocalEmbedder())
  const shared = { ...options, embedder }
  return {
    ...(options.sets.includes('locomo') ? await locomoFigures(shared) : {}),
    ...(options.sets.includes('longmemeval') ? await longMemEvalFigures(shared) : {}),
  }
}

/** The same of units that a model wrote, beside those of the turns. */
export async function unitRetrieval(options: Omit<UnitOptions, 'embedder'>): Promise<FigureSets> {
  return unitFigures({ ...options, embedder: cachedEmbedder(createLocalEmbedder()) })
}
