import type { Instant } from '../model/day-range.ts'
import type { EpisodeEvidence } from '../model/episode.ts'
import type { Answer, Reconstruction } from '../model/recollection.ts'
import type { SessionId, TurnId } from '../model/turn.ts'

/** A verbatim quote with all that finds it again. */
export type TrailQuote = {
  /** Stands in the turn character by character. */
  readonly text: string
  readonly turn: TurnId
  readonly speaker: string
  readonly time: Instant
  readonly session: SessionId
  /** Hash of the episode that it was read in; absent where no episode was read. */
  readonly episode?: string
}

/** Something that was claimed, and what it rests on. */
export type TrailClaim = { readonly text: string; readonly quotes: readonly TrailQuote[] }

/** What an answer rests on, for an audit: plain data, the same for the same answer, also as JSON. */
export type QuoteTrail = {
  readonly question: string
  readonly answered: boolean
  /** The answer's words, or why there is none. */
  readonly answer: string
  /** The answer first, then what assistants deduced on the way to it. */
  readonly claims: readonly TrailClaim[]
}

/** What of an answer its trail is made of. */
export type Answered = Pick<Answer, 'question' | 'evidence' | 'text' | 'answered'> & {
  readonly deep: Pick<Reconstruction, 'readings'> | undefined
  readonly citations?: Extract<Answer, { answered: true }>['citations']
}

/**
 * Lists each claim of an answer with its quotes. Of the deep mode's deductions those are listed of which a quote is
 * cited; where there is no answer, all of them.
 */
export function quoteTrail(answer: Answered): QuoteTrail {
  const deductions = (answer.deep?.readings ?? []).flatMap(({ evidence }) => evidence)
  const sources = sourcesOf(answer, deductions)
  const cited = (answer.citations ?? []).flatMap(({ turn, speaker, quote }) => {
    const source = sources.get(turn)
    if (source === undefined) return []
    const episode = readIn(turn, quote, deductions) ?? source.episode
    return [quoteOf({ text: quote, turn, speaker, ...source, episode })]
  })
  const turns = new Set(cited.map(({ turn }) => turn))
  const bearing = deductions.filter(
    ({ quotes }) => !answer.answered || quotes.some(({ turn }) => turns.has(turn)),
  )
  return {
    question: answer.question,
    answered: answer.answered,
    answer: answer.text,
    claims: [
      ...(answer.answered ? [{ text: answer.text, quotes: cited }] : []),
      ...withoutRepeats(bearing).map(({ statement, quotes, hash }) => ({
        text: statement,
        quotes: quotes.map((quote) => quoteOf({ ...quote, episode: hash })),
      })),
    ],
  }
}

type Source = { readonly time: Instant; readonly session: SessionId; readonly episode: string | undefined }

/** Where the turns come from that an answer may cite: evidence of the fast mode, quotes of the assistants. */
function sourcesOf(
  { evidence }: Answered,
  deductions: readonly EpisodeEvidence[],
): ReadonlyMap<TurnId, Source> {
  const sources = new Map<TurnId, Source>()
  for (const { hash, quotes } of deductions) {
    for (const { turn, time, session } of quotes) sources.set(turn, { time, session, episode: hash })
  }
  for (const { turns } of evidence) {
    for (const { id, time, session } of turns) {
      sources.set(id, { time, session, episode: sources.get(id)?.episode })
    }
  }
  return sources
}

/** A long turn lies in several episodes, a part in each: the hash of the one whose quote holds the words. */
function readIn(turn: TurnId, words: string, deductions: readonly EpisodeEvidence[]): string | undefined {
  return deductions.find(({ quotes }) =>
    quotes.some((quote) => quote.turn === turn && quote.text.includes(words)),
  )?.hash
}

/** Keys always in the same order, so that the same trail is the same JSON. */
function quoteOf({
  text,
  turn,
  speaker,
  time,
  session,
  episode,
}: Source & Omit<TrailQuote, 'episode'>): TrailQuote {
  return { text, turn, speaker, time, session, ...(episode === undefined ? {} : { episode }) }
}

/** A later round may deduce the same of the same episode. */
function withoutRepeats(deductions: readonly EpisodeEvidence[]): readonly EpisodeEvidence[] {
  const seen = new Map(deductions.toReversed().map((each) => [`${each.hash} ${each.statement}`, each]))
  return deductions.filter((each) => seen.get(`${each.hash} ${each.statement}`) === each)
}
