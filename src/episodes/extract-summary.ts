import { sentences } from '../language/sentences.ts'
import { analyse } from '../language/terms.ts'
import type { EpisodeTurn } from '../model/episode.ts'

/**
 * Summarises an episode without a model: the few of its sentences, as they are, that say most of what is particular to
 * it, each with its speaker, in the order of the episode.
 *
 * Chosen one by one: the sentence whose words and names that no chosen one has say most for its length, the first of a
 * turn before the others. It is read by nobody; a question is compared with it.
 *
 * @param read Default: {@link sentencesOf}; one that keeps what it read saves half the time where turns come again.
 * @returns At most {@link LONGEST_SUMMARY} characters; '' for an episode without words.
 */
export function extractSummary(
  turns: readonly EpisodeTurn[],
  read: (turn: EpisodeTurn) => readonly Sentence[] = sentencesOf,
): string {
  const candidates = turns.flatMap(read)
  const weights = weightsOf(candidates)
  const covered = new Set<string>()
  const chosen = new Set<Sentence>()
  const worths = new Float64Array(candidates.length).fill(Number.POSITIVE_INFINITY)
  let room = LONGEST_SUMMARY
  for (;;) {
    const best = bestOf(candidates, { chosen, covered, weights, worths, room })
    if (best === undefined) break
    chosen.add(best)
    for (const term of best.terms) covered.add(term)
    room -= best.text.length + 1
  }
  return candidates
    .filter((each) => chosen.has(each))
    .map(({ text }) => text)
    .join('\n')
}

/** About 200 tokens: a vector of more says ever less of each thing. */
export const LONGEST_SUMMARY = 800
/** A sentence this long says many things, and pushes out others; it is cut. */
const LONGEST_SENTENCE = 240

/** What a summary may take of a turn. */
export type Sentence = {
  readonly text: string
  /** Each once. */
  readonly terms: readonly string[]
  /** Terms of words that are written with a capital within the sentence; each once. */
  readonly named: readonly string[]
  readonly opensTurn: boolean
}

/** The sentences of a turn, or of the part that an episode has of it; they depend on its speaker and text alone. */
export function sentencesOf({ turn, start, end }: EpisodeTurn): Sentence[] {
  const part = turn.text.slice(start, end)
  return sentences(part).map((span, i) => {
    const said = part.slice(span.start, span.end)
    const text = `${turn.speaker}: ${said.length > LONGEST_SENTENCE ? `${said.slice(0, LONGEST_SENTENCE)}…` : said}`
    const capitals = (said.slice(1).match(CAPITAL_WORD) ?? []).join(' ')
    return { text, terms: uniqueTerms(text), named: uniqueTerms(capitals), opensTurn: i === 0 }
  })
}

function uniqueTerms(text: string): readonly string[] {
  return [...new Set(analyse(text))]
}

const CAPITAL_WORD = /(?<=\s|["“‘(])\p{Lu}[\p{L}\p{N}'’-]+/gu

/** A word that is said again and again is what it is about; a name more so. */
function weightsOf(candidates: readonly Sentence[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const count = new Map<string, number>()
  for (const { terms } of candidates) for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1)
  for (const [term, n] of count) weights.set(term, 1 + Math.log(n))
  for (const { named } of candidates)
    for (const term of named) weights.set(term, NAME_WEIGHT * (1 + Math.log(count.get(term) ?? 1)))
  return weights
}

const NAME_WEIGHT = 3
const OPENING_WEIGHT = 1.5
/** Characters that each sentence is taken to cost beside its own: hardly any sentence is worth its speaker alone. */
const FIXED_COST = 20

type State = {
  readonly chosen: ReadonlySet<Sentence>
  readonly covered: ReadonlySet<string>
  readonly weights: ReadonlyMap<string, number>
  /** What each sentence was worth when it was last weighed, which is never less than now; kept up to date. */
  readonly worths: Float64Array
  readonly room: number
}

function bestOf(
  candidates: readonly Sentence[],
  { chosen, covered, weights, worths, room }: State,
): Sentence | undefined {
  let best: Sentence | undefined
  let most = 0
  for (const [i, each] of candidates.entries()) {
    if (worths[i]! <= most || each.text.length >= room || chosen.has(each)) continue
    let gain = 0
    for (const term of each.terms) if (!covered.has(term)) gain += weights.get(term)!
    const worth = (gain * (each.opensTurn ? OPENING_WEIGHT : 1)) / (each.text.length + FIXED_COST)
    worths[i] = worth
    if (worth > most) [best, most] = [each, worth]
  }
  return best
}
