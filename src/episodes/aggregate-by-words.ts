import { answer } from '../answer/answer.ts'
import { putCurrentFirst } from '../answer/put-current-first.ts'
import type { Verdict } from '../model/answer.ts'
import type { EpisodeEvidence } from '../model/episode.ts'
import type { Evidence } from '../model/evidence.ts'
import type { AnswerKind, RecallFrame } from '../model/recall-frame.ts'
import { type AggregateContext, type Aggregated, nothingFound, type Searched } from './aggregate.ts'
import { rankPieces, termWeightsOf } from './extract-pieces.ts'

/**
 * Joins evidence without a model: the extractive answer from the turns of the quotes.
 *
 * What a search of the whole bank found answers first, and for a question of one hop alone. Where that does not suffice,
 * all that was read is looked at, its words weighed by how rare they are there, which asks for less: an answer is taken
 * from it that has a form of its own (a date, a place, a person), or that rests on the best that was found. Of a passage
 * that is itself the answer nothing but its words speaks for it, and the search has seen them all.
 */
export function aggregateByWords(
  evidence: readonly EpisodeEvidence[],
  context: AggregateContext,
): Aggregated {
  if (evidence.length === 0) return nothingFound(context.frame)
  return { verdict: verdictByWords(evidence, context), missing: undefined, droppedCitations: 0 }
}

function verdictByWords(evidence: readonly EpisodeEvidence[], context: AggregateContext): Verdict {
  const { frame, searched, pieces } = context
  const read = (termWeights: ReadonlyMap<string, number>) =>
    answerFrom(inTurns(evidence, context), termWeights, context)
  // What a model has reported it has understood, whether a search found it or not.
  if (searched === undefined || evidence.some(({ by }) => by === 'model'))
    return read(termWeightsOf(frame, pieces))
  const found = answerFrom(foundPieces(searched, pieces), searched.termWeights, context)
  if (found.answered) {
    if (frame.hops === 'single') return found
    const joined = read(searched.termWeights)
    return joined.answered ? joined : found
  }
  const joined = read(termWeightsOf(frame, pieces))
  const isFirm = !isOpen(frame) || (joined.answered && restsOn(joined.citations, searched.turns[0]))
  return joined.answered && isFirm ? joined : found
}

/** Whether one search sees all that may answer, and nothing but its words tells an answer: a passage as it stands. */
export function isOpen({ need, hops }: RecallFrame): boolean {
  return (hops === 'single' || need.list) && OPEN_KINDS.has(need.kind)
}

const OPEN_KINDS: ReadonlySet<AnswerKind> = new Set(['thing', 'reason', 'manner'])

function restsOn(citations: readonly { readonly turn: string }[], turn: string | undefined): boolean {
  return citations.some((citation) => citation.turn === turn)
}

function answerFrom(
  evidence: readonly Evidence[],
  termWeights: ReadonlyMap<string, number>,
  { frame, timeZone, aliases }: AggregateContext,
): Verdict {
  const given = { frame, evidence, timeZone, aliases, termWeights }
  return answer({ ...given, evidence: putCurrentFirst(given) })
}

function foundPieces({ turns }: Searched, pieces: readonly Evidence[]): readonly Evidence[] {
  return turns.flatMap((id) => pieces.filter((piece) => piece.turns[0].id === id))
}

/** The best of each episode, then the second of each, and so on: no episode goes before another as a whole. */
function inTurns(
  evidence: readonly EpisodeEvidence[],
  { frame, pieces }: AggregateContext,
): readonly Evidence[] {
  const taken = new Map<number, number>()
  const order = evidence
    .map((each) => {
      const place = taken.get(each.episode) ?? 0
      taken.set(each.episode, place + 1)
      return { each, place }
    })
    .sort((a, b) => a.place - b.place)
    .flatMap(({ each }) => each.quotes.map(({ turn }) => turn))
  const ranked = rankPieces(pieces, frame, [...new Set(order)])
  // What merely asks lends its words to the turn that replies to it, wherever it stands.
  const replied = pieces.filter((piece) => !ranked.some(({ unit }) => unit.id === piece.unit.id))
  return [...ranked, ...replied]
}
