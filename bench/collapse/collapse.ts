import { createLocalEmbedder } from '../../src/embed/local-embedder.ts'
import { cachedEmbedder } from '../embedding-cache.ts'
import type { FigureSets } from '../figures.ts'
import { differenceSets } from './differences.ts'
import { collapseMeasure, figureSets, hitOnlyFigures, retrievalMeasure } from './figures.ts'
import { type AnsweringWay, type Observation, observe, type Watcher } from './observe.ts'
import { loadExams } from './questions.ts'
import { COLLAPSE_SUBSETS, SUBSETS } from './subsets.ts'
import { contentOnly, reinstated } from './variants/reinstated.ts'
import { simpleMem } from './variants/simplemem.ts'

export type CollapseOptions = {
  readonly data: string
  readonly seed: number
  /** Names of conversations; undefined: all. */
  readonly conversations?: readonly string[] | undefined
  readonly onProgress: (line: string) => void
}

/** The ways to recall that RaMem's figures compare. */
export const COMPARED = { reinstated, 'content-only': contentOnly, simplemem: simpleMem }
const NAMES = Object.keys(COMPARED)

/** Of the compared ways those that our own answers can be made of, out of the evidence's own words. */
export const ANSWERS: Readonly<Record<'reinstated' | 'content-only', AnsweringWay>> = {
  reinstated: answeredWith({ reinstate: true }),
  'content-only': answeredWith({ reinstate: false }),
}

/** Asks LoCoMo's questions in the compared ways, and answers them. @param watch Is given what was recalled. */
export function observeLocomo(
  { data, conversations, onProgress }: CollapseOptions,
  watch: Watcher,
): Promise<readonly Observation[]> {
  const embedder = cachedEmbedder(createLocalEmbedder())
  const exams = loadExams(data, conversations)
  return observe(exams, async () => COMPARED, { embedder, onProgress, watch, answers: ANSWERS })
}

function answeredWith({ reinstate }: { readonly reinstate: boolean }): AnsweringWay {
  return async ({ text, referenceTime }, { memory }) => {
    const answer = await memory.ask(text, { referenceTime, reinstate })
    return answer.answered ? answer.text : ''
  }
}

/** Where the evidence stands in each way to recall, by labels, split and subset. @see RaMem, section 4.2 */
export function diagnosticFigures(observations: readonly Observation[], seed: number): FigureSets {
  return figureSets(observations, {
    subsets: SUBSETS,
    variants: NAMES,
    measure: retrievalMeasure,
    beside: hitOnlyFigures,
    seed,
  })
}

/** What stands before the evidence in each way to recall, and how they differ. @see RaMem, section 4.3 */
export function collapseFigures(observations: readonly Observation[], seed: number): FigureSets {
  const layout = { subsets: COLLAPSE_SUBSETS, measure: collapseMeasure }
  return {
    ...figureSets(observations, { ...layout, variants: NAMES, seed }),
    ...differenceSets(observations, layout, { one: 'reinstated', other: 'content-only', seed }),
    ...differenceSets(observations, layout, { one: 'reinstated', other: 'simplemem', seed }),
  }
}
