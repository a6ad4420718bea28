import type { Episode, EpisodeEvidence } from '../model/episode.ts'
import type { Evidence } from '../model/evidence.ts'
import type { MemoryUnit } from '../model/memory-unit.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { TurnId } from '../model/turn.ts'
import { piecesOf, rankPieces } from './extract-pieces.ts'

/** What reading an episode without a model needs. */
export type ExtractContext = {
  readonly frame: RecallFrame
  /** IANA name; days are reckoned by it. */
  readonly timeZone: string
  /** The units of origin `turn` that were drawn from turns: their passages, event times and persons. */
  readonly unitsOf: (turns: readonly TurnId[]) => Promise<readonly MemoryUnit[]>
  /** Turns that are known to bear on the question, best first; those that lie in the episode are taken first. */
  readonly known: readonly TurnId[]
}

/**
 * Reads an episode without a language model: its passages that bear on the question, verbatim, best first.
 *
 * It serves without a model, and in the place of an assistant that failed. A passage is a whole turn, or a part of a
 * long one.
 *
 * @returns At most four pieces of evidence, eight where the question joins or lists, more only where more turns of the
 *   episode are known to bear on it; none where no passage does.
 */
export async function extractFrom(
  episode: Episode,
  context: ExtractContext,
): Promise<readonly EpisodeEvidence[]> {
  const ranked = await rankEpisode(episode, context)
  const known = new Set(context.known)
  const most = Math.max(
    context.frame.hops === 'multi' ? MOST_OF_SEVERAL : MOST_PASSAGES,
    Math.min(MOST_KNOWN, ranked.filter(({ turns }) => known.has(turns[0].id)).length),
  )
  return ranked.flatMap((piece) => evidenceOf(piece, episode)).slice(0, most)
}

/** The turns of an episode that bear on the question, best first. */
export async function rankTurns(episode: Episode, context: ExtractContext): Promise<readonly TurnId[]> {
  const ranked = await rankEpisode(episode, context)
  return [...new Set(ranked.map(({ turns }) => turns[0].id))]
}

async function rankEpisode(episode: Episode, context: ExtractContext): Promise<readonly Evidence[]> {
  const { frame, known } = context
  const units = await context.unitsOf(episode.turns.map(({ turn }) => turn.id))
  const pieces = piecesOf(episode.turns, units, context)
  return rankPieces(pieces, frame, known)
}

const MOST_PASSAGES = 4
const MOST_OF_SEVERAL = 8
/** As many as the fast mode gives. */
const MOST_KNOWN = 10

function evidenceOf({ unit, turns }: Evidence, { number, hash }: Episode): EpisodeEvidence[] {
  const [{ id, speaker, session, time, text }] = turns
  const passage = text.slice(unit.passage.start, unit.passage.end).trim()
  if (passage === '') return []
  return [
    {
      episode: number,
      hash,
      statement: unit.restatement,
      quotes: [{ turn: id, speaker, session, time, text: passage }],
      by: 'extract',
    },
  ]
}
