import { analyse } from '../language/terms.ts'
import { neutralise } from '../llm/neutralise.ts'
import type { Citation } from '../model/answer.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Turn } from '../model/turn.ts'
import { dayOfInstant } from '../time/zone.ts'
import { findQuote, fittingSentence } from './find-quote.ts'

/** A citation that holds, and the piece of evidence whose turn it quotes. */
export type CheckedCitation = { readonly citation: Citation; readonly piece: Evidence }

/** What a model claims to have its answer from; an empty quote is none. */
export type ClaimedCitation = { readonly turn: string; readonly quote: string }

export type CheckOptions = {
  readonly timeZone: string
  /** The answer: what a turn is quoted for where its quote does not stand in it. */
  readonly answer: string
}

/**
 * Checks citations against the evidence that a model was given: one of no such turn is dropped and counted; a quote that
 * does not stand in its turn is mended, or replaced by the sentence of the turn that fits the answer best.
 *
 * @returns What holds, in the order of the claims, each quote once.
 */
export function checkCitations(
  claims: readonly ClaimedCitation[],
  pieces: readonly Evidence[],
  { timeZone, answer }: CheckOptions,
): { readonly held: readonly CheckedCitation[]; readonly dropped: number } {
  const held: CheckedCitation[] = []
  let dropped = 0
  for (const claim of claims) {
    const source = sourceOf(claim.turn, pieces)
    if (source === undefined) {
      dropped += 1
      continue
    }
    const terms = new Set(analyse(`${claim.quote} ${answer}`))
    const quote = findQuote(source.turn.text, claim.quote) ?? fittingSentence(source.turn.text, terms)
    if (held.some(({ citation }) => citation.turn === source.turn.id && citation.quote === quote)) continue
    held.push({ citation: citationOf(source.turn, quote, timeZone), piece: source.piece })
  }
  return { held, dropped }
}

/** Cites one quote of a turn. */
export function citationOf(turn: Turn, quote: string, timeZone: string): Citation {
  return { turn: turn.id, speaker: turn.speaker, day: dayOfInstant(turn.time, timeZone), quote }
}

type Source = { readonly piece: Evidence; readonly turn: Turn }

/** The turn of that id; an id may be written as the block writes it, quoted and escaped, or in brackets. */
function sourceOf(id: string, pieces: readonly Evidence[]): Source | undefined {
  const sources = pieces.flatMap((piece) => piece.turns.map((turn) => ({ piece, turn })))
  const bare = id.replace(/^[\s"“[(]+|[\s"”\])]+$/gu, '')
  return (
    sources.find(({ turn }) => turn.id === id) ??
    sources.find(({ turn }) => turn.id === bare || neutralise(turn.id).slice(1, -1) === bare)
  )
}
