import { foldForQuotes } from '../answer/quote-fold.ts'
import { neutralise } from '../llm/neutralise.ts'
import type { Citation } from '../model/answer.ts'
import type { EpisodeEvidence, Quote } from '../model/episode.ts'
import { dayOfInstant } from '../time/zone.ts'

/** What a master says it has its answer from; an empty quote is none. */
export type ClaimedCitation = { readonly turn: string; readonly quote: string }

export type CitedQuotes = {
  /** In the order claimed, each once. */
  readonly citations: readonly Citation[]
  /** Claims of what the master was not shown. */
  readonly dropped: number
}

/**
 * Resolves citations against the quotes that the master was shown: by the id of the turn and words of the quote. A bare
 * id cites all quotes of its turn; words under another id cite the one quote in which they stand; all else is dropped.
 *
 * @returns The quotes whole, verbatim, with the day on which they were said in the bank's time zone.
 */
export function citeQuotes(
  claims: readonly ClaimedCitation[],
  evidence: readonly EpisodeEvidence[],
  timeZone: string,
): CitedQuotes {
  const shown = evidence.flatMap(({ quotes }) => quotes)
  const found = claims.map((claim) => quotesOf(claim, shown))
  const citations = found.flat().map((quote) => citationOf(quote, timeZone))
  return {
    citations: citations.filter(
      (each, index) => index === citations.findIndex((other) => isSame(each, other)),
    ),
    dropped: found.filter((quotes) => quotes.length === 0).length,
  }
}

/** What an answer without citations rests on: the first quote in which its words stand, or the only one there is. */
export function quotesWith(
  answer: string,
  evidence: readonly EpisodeEvidence[],
  timeZone: string,
): readonly Citation[] {
  const words = foldForQuotes(answer).text
  const shown = evidence.flatMap(({ quotes }) => quotes)
  const holding = shown.length === 1 ? shown : shown.filter(({ text }) => words !== '' && holds(text, words))
  return holding.slice(0, 1).map((quote) => citationOf(quote, timeZone))
}

function quotesOf({ turn, quote }: ClaimedCitation, shown: readonly Quote[]): readonly Quote[] {
  const words = foldForQuotes(quote).text
  const bare = turn.replace(/^[\s"“[(]+|[\s"”\])]+$/gu, '')
  const named = shown.filter(
    ({ turn: id }) => id === turn || id === bare || neutralise(id).slice(1, -1) === bare,
  )
  if (words === '') return named
  const there = named.filter(({ text }) => holds(text, words) || words.includes(foldForQuotes(text).text))
  if (there.length > 0) return there
  const elsewhere = shown.filter(({ text }) => holds(text, words))
  return new Set(elsewhere.map(({ turn: id }) => id)).size === 1 ? elsewhere.slice(0, 1) : []
}

/** Whether folded words stand whole in a quote. */
function holds(text: string, words: string): boolean {
  const folded = ` ${foldForQuotes(text).text} `
  for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + 1)) {
    const around = `${folded[at - 1] ?? ' '}${folded[at + words.length] ?? ' '}`
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

function citationOf({ turn, speaker, time, text }: Quote, timeZone: string): Citation {
  return { turn, speaker, day: dayOfInstant(time, timeZone), quote: text }
}

function isSame(a: Citation, b: Citation): boolean {
  return a.turn === b.turn && a.quote === b.quote
}
