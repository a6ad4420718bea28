import { type FoldedText, foldForQuotes } from '../answer/quote-fold.ts'
import { matchQuote } from '../answer/quote-match.ts'
import type { Episode, EpisodeEvidence, EpisodeTurn, Quote } from '../model/episode.ts'

/** What a model says that a turn says. */
export type ClaimedQuote = { readonly turn: string; readonly text: string }

/** A deduction as it came from a model, its quotes unchecked. */
export type ClaimedEvidence = { readonly statement: string; readonly quotes: readonly ClaimedQuote[] }

export type CheckedQuotes = {
  /** In the order claimed, each once. */
  readonly quotes: readonly Quote[]
  /** Claims that stand nowhere in the episode. */
  readonly dropped: readonly ClaimedQuote[]
  /** How many were mended to the original, or to the turn in which they stand. */
  readonly mended: number
}

export type CheckedEvidence = {
  readonly evidence: readonly EpisodeEvidence[]
  readonly droppedQuotes: number
  readonly mendedQuotes: number
}

/**
 * Checks what a model quotes against the episode that it read.
 *
 * A quote that stands in its turn is kept; one that differs from it only in white space, in the form of quotation marks,
 * apostrophes and dashes, or in case is mended to the original. One that stands in exactly one other turn of the episode
 * is put down to that turn. All else is dropped. Quotes are whole words and whole numbers: “he can” is no quote from
 * “she can't”, nor “200” from “2005”.
 *
 * @returns Every quote stands in its turn, within the part of it that lies in the episode, character by character.
 * @see E-mem, section 3.4
 */
export function checkQuotes(claims: readonly ClaimedQuote[], episode: Pick<Episode, 'turns'>): CheckedQuotes {
  return createQuoteChecker(episode).check(claims)
}

/**
 * Checks a reply as {@link checkQuotes} does: evidence without one surviving quote is dropped. A statement that repeats
 * a dropped quote, or itself puts words between quotation marks that nobody said, gives way to its surviving quotes.
 */
export function checkEvidence(claims: readonly ClaimedEvidence[], episode: Episode): CheckedEvidence {
  const { check, stands } = createQuoteChecker(episode)
  const evidence: EpisodeEvidence[] = []
  let droppedQuotes = 0
  let mendedQuotes = 0
  for (const claim of claims) {
    const { quotes, dropped, mended } = check(claim.quotes)
    const invented = quotedIn(claim.statement).filter((text) => !stands(text))
    droppedQuotes += dropped.length + invented.length
    mendedQuotes += mended
    const [first, ...rest] = quotes
    if (first === undefined) continue
    const isFree = invented.length === 0 && !repeatsAny(claim.statement, dropped)
    const statement = claim.statement.trim()
    evidence.push({
      episode: episode.number,
      hash: episode.hash,
      statement: isFree && statement !== '' ? statement : quotes.map(({ text }) => text).join(' … '),
      quotes: [first, ...rest],
      by: 'model',
    })
  }
  return { evidence, droppedQuotes, mendedQuotes }
}

type QuoteChecker = {
  check(claims: readonly ClaimedQuote[]): CheckedQuotes
  /** Whether somebody says it anywhere in the episode. */
  stands(text: string): boolean
}

function createQuoteChecker({ turns }: Pick<Episode, 'turns'>): QuoteChecker {
  const folds = new Map<EpisodeTurn, FoldedText>()
  const quoteFrom = (part: EpisodeTurn, claim: string, wanted: FoldedText): Quote | undefined => {
    const source = part.turn.text.slice(part.start, part.end)
    const folded = folds.get(part) ?? foldForQuotes(source)
    folds.set(part, folded)
    const text = matchQuote({ text: source, folded }, claim, wanted)
    if (text === undefined) return undefined
    const { id, speaker, session, time } = part.turn
    return { turn: id, speaker, session, time, text }
  }
  const everywhere = (claim: string, wanted: FoldedText) =>
    wanted.text === '' ? [] : turns.flatMap((part) => quoteFrom(part, claim, wanted) ?? [])

  function locate({ turn: id, text }: ClaimedQuote): Quote | undefined {
    const found = everywhere(text, foldForQuotes(text))
    return found.find(({ turn }) => turn === id.trim()) ?? (found.length === 1 ? found[0] : undefined)
  }

  return {
    stands: (text) => everywhere(text, foldForQuotes(text)).length > 0,
    check(claims) {
      const located = claims.map((claim) => ({ claim, quote: locate(claim) }))
      const kept = located.flatMap(({ claim, quote }) => (quote === undefined ? [] : [{ claim, quote }]))
      return {
        quotes: kept.map(({ quote }) => quote).filter(isFirstOfItsKind),
        dropped: located.filter(({ quote }) => quote === undefined).map(({ claim }) => claim),
        mended: kept.filter(({ claim, quote }) => quote.text !== claim.text || quote.turn !== claim.turn)
          .length,
      }
    },
  }
}

function isFirstOfItsKind(quote: Quote, index: number, all: readonly Quote[]): boolean {
  return index === all.findIndex(({ turn, text }) => turn === quote.turn && text === quote.text)
}

/** What a statement puts between quotation marks; one or two words are a name or a term. */
function quotedIn(statement: string): readonly string[] {
  return [DOUBLE_MARKS, SINGLE_MARKS]
    .flatMap((marks) => [...statement.matchAll(marks)])
    .map(([, text = '']) => text.replace(/[.,;:!?…\s]+$/u, ''))
    .filter((text) => text.trim().split(/\s+/u).length >= FEWEST_QUOTED_WORDS)
}

const DOUBLE_MARKS = /["“„«]([^"“”„«»]+)["”“»]/gu
/** Within a word or behind it they are apostrophes, as before a decade: “wasn't”, “the parents' flat”, “the '90s”. */
const SINGLE_MARKS = /(?<![\p{L}\p{N}])['‘‚](?!\d0s\b)(\S[^"“”„«»]*?)['’‘](?![\p{L}\p{N}])/gu
const FEWEST_QUOTED_WORDS = 3

function repeatsAny(statement: string, dropped: readonly ClaimedQuote[]): boolean {
  const said = foldForQuotes(statement).text
  return dropped.some(({ text }) => {
    const folded = foldForQuotes(text).text
    return folded.split(' ').length >= FEWEST_QUOTED_WORDS && said.includes(folded)
  })
}
