import { analyse } from '../language/terms.ts'
import type { EpisodeHead } from '../model/episode.ts'
import type { EpisodeShelf, EpisodeSummary } from '../store/episode-shelf.ts'
import { inverseFrequency } from '../store/views/inverse-frequency.ts'

export type NumberedSummary = EpisodeSummary & { readonly number: number }

/** Summaries as the global pathway searches them; analysed once, whatever comes and goes. */
export interface SummaryIndex {
  /** The summaries of the shelf; read again only where the heads say that they are others, as their vectors are large. */
  inStep(
    heads: readonly EpisodeHead[],
    shelf: Pick<EpisodeShelf, 'summaries'>,
  ): Promise<readonly NumberedSummary[]>
  /**
   * How near each summary is to the question, by episode, in about [0, 1]: the mean of its cosine (0 at the mean of all,
   * 1 at the best) and its BM25 against the best; the one that is known where the other is not.
   */
  search(
    summaries: readonly NumberedSummary[],
    question: { readonly terms: readonly string[]; readonly vector: Float32Array | undefined },
  ): ReadonlyMap<number, number>
}

export function createSummaryIndex(): SummaryIndex {
  let known: ReadonlyMap<string, Analysed> = new Map()
  let held: { readonly state: string; readonly summaries: readonly NumberedSummary[] } | undefined
  return {
    async inStep(heads, shelf) {
      const state = heads
        .map(({ number, hash, summary }) => `${number} ${hash} ${summary?.length}`)
        .join('\n')
      if (held?.state !== state) held = { state, summaries: await shelf.summaries() }
      return held.summaries
    },
    search(summaries, { terms, vector }) {
      // What is no longer there is forgotten with this: it held words of turns.
      known = new Map(summaries.map(({ text }) => [text, known.get(text) ?? analysed(text)]))
      const words = byWords(summaries, terms, known)
      const meaning = byMeaning(summaries, vector)
      return new Map(
        summaries.map(({ number }, i) => [
          number,
          meaning === undefined || meaning[i] === undefined ? words[i]! : (words[i]! + meaning[i]) / 2,
        ]),
      )
    },
  }
}

type Analysed = { readonly counts: ReadonlyMap<string, number>; readonly length: number }

function analysed(text: string): Analysed {
  const counts = new Map<string, number>()
  const terms = analyse(text)
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { counts, length: terms.length }
}

/** The usual constants: summaries are long and of even length. */
const SHAPE = { k1: 1.2, b: 0.75 }

function byWords(
  summaries: readonly NumberedSummary[],
  terms: readonly string[],
  known: ReadonlyMap<string, Analysed>,
): readonly number[] {
  const documents = summaries.map(({ text }) => known.get(text)!)
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length || 1
  const weights = terms.map((term) => {
    const holding = documents.filter(({ counts }) => counts.has(term)).length
    return { term, weight: inverseFrequency(holding, documents.length) }
  })
  const { k1, b } = SHAPE
  const scores = documents.map(({ counts, length }) =>
    weights.reduce((sum, { term, weight }) => {
      const count = counts.get(term) ?? 0
      return sum + (weight * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean))
    }, 0),
  )
  const best = Math.max(...scores, Number.MIN_VALUE)
  return scores.map((score) => score / best)
}

function byMeaning(
  summaries: readonly NumberedSummary[],
  question: Float32Array | undefined,
): readonly (number | undefined)[] | undefined {
  if (question === undefined) return undefined
  const cosines = summaries.map(({ vector }) => vector && dot(question, vector))
  const found = cosines.filter((cosine) => cosine !== undefined)
  if (found.length === 0) return undefined
  const mean = found.reduce((sum, cosine) => sum + cosine, 0) / found.length
  const spread = Math.max(...found) - mean
  return cosines.map((cosine) =>
    cosine === undefined ? undefined : spread === 0 ? 0 : Math.max(0, (cosine - mean) / spread),
  )
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
