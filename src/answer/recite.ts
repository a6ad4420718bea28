import { analyse } from '../language/terms.ts'
import type { DayRange } from '../model/day-range.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Turn } from '../model/turn.ts'
import { type CheckedCitation, citationOf } from './check-citations.ts'
import { fittingSentence } from './find-quote.ts'
import { kindred } from './kindred.ts'

export type ReciteOptions = {
  readonly question: string
  /** The days that the answer names, where it answers “when”. */
  readonly date: DayRange | undefined
  readonly timeZone: string
}

/**
 * Finds the one turn that bears an answer out where its model cited none: all content words of the answer stand in it,
 * or its event has the answer's days. Of several such turns the one counts that has more words of the question than any
 * other.
 *
 * @returns Undefined where no turn bears it out, where several do equally, or where the answer has no words of its own.
 */
export function recite(
  answer: string,
  pieces: readonly Evidence[],
  { question, date, timeZone }: ReciteOptions,
): CheckedCitation | undefined {
  const asked = new Set(analyse(question))
  const said = analyse(answer.replace(/^\s*(?:yes|no)\b/iu, ''))
  const own = said.filter((term) => !asked.has(term))
  if (own.length === 0) return undefined
  const bearing = sourcesIn(pieces).filter(
    ({ piece, terms }) => own.every((term) => has(terms, term)) || (date !== undefined && isOf(piece, date)),
  )
  const best = outstanding(bearing, [...asked])
  if (best === undefined) return undefined
  const bears = own.filter((term) => best.terms.has(term))
  const quote = fittingSentence(best.turn.text, bears.length > 0 ? new Set(bears) : asked)
  return { citation: citationOf(best.turn, quote, timeZone), piece: best.piece }
}

type Source = { readonly piece: Evidence; readonly turn: Turn; readonly terms: ReadonlySet<string> }

/** Each turn once; what only asks bears nothing out. */
function sourcesIn(pieces: readonly Evidence[]): readonly Source[] {
  const sources = new Map<string, Source>()
  for (const piece of pieces) {
    if (piece.unit.modality === 'asked') continue
    for (const turn of piece.turns) {
      const terms = new Set(analyse(`${turn.speaker} ${turn.text}`))
      if (!sources.has(turn.id)) sources.set(turn.id, { piece, turn, terms })
    }
  }
  return [...sources.values()]
}

function outstanding(sources: readonly Source[], asked: readonly string[]): Source | undefined {
  const rated = sources
    .map((source) => ({ source, count: asked.filter((term) => has(source.terms, term)).length }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = rated
  return first !== undefined && first.count > (second?.count ?? -1) ? first.source : undefined
}

function has(terms: ReadonlySet<string>, term: string): boolean {
  return terms.has(term) || [...terms].some((other) => kindred(other, term))
}

function isOf({ unit }: Evidence, { first, last }: DayRange): boolean {
  const event = unit.context.eventTime
  return event !== undefined && event.first === first && event.last === last
}
