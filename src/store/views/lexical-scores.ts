import { inverseFrequency } from './inverse-frequency.ts'
import type { PostingList, Postings } from './postings.ts'
import type { Mask } from './scope-mask.ts'
import { ABSENT, type UnitTable } from './unit-table.ts'
import type { LexicalShape, ViewQuery } from './view-query.ts'

/** Lexical scores by slot and by session index; 0 where no term stands. */
export type LexicalScores = {
  readonly own: Float32Array
  readonly session: Float32Array
  readonly unitsWithTerm: readonly number[]
}

/** How long the units and sessions of a mask are, in terms. */
export type Lengths = {
  readonly unitMean: number
  /** By session index. */
  readonly session: Float64Array
  readonly sessions: number
  readonly sessionMean: number
}

/** Who takes part in a query, with what BM25 must know of all of them. */
export type Population = { readonly mask: Mask; readonly lengths: Lengths }

/**
 * BM25 of every unit and of every session (the sum of its units) within the population. The loops run over every
 * place of a term, a third of all units for a common name.
 *
 * @see S. Robertson and H. Zaragoza, “The Probabilistic Relevance Framework: BM25 and Beyond”, 2009
 */
export function lexicalScores(
  { table, postings }: { table: UnitTable; postings: Postings },
  { mask, lengths }: Population,
  { terms, lexical }: Pick<ViewQuery, 'terms' | 'lexical'>,
): LexicalScores {
  const own = new Float32Array(table.slots)
  const session = new Float32Array(table.sessions.length)
  const unitsWithTerm: number[] = []
  const { bits } = mask
  const sessionOf = table.session.values
  const lengthOf = table.length.values
  const flat = lexical.k1 * (1 - lexical.b)
  const sloped = (lexical.k1 * lexical.b) / lengths.unitMean
  for (const { term, weight } of terms) {
    const { slots, counts, length } = postings.of(term) ?? NOWHERE
    const inSession = new Float64Array(table.sessions.length)
    let units = 0
    // Counted first: the idf needs it, and the mask may hide most of the list.
    for (let i = 0; i < length; i++) {
      const slot = slots[i]!
      if (bits[slot] === 0) continue
      units++
      inSession[sessionOf[slot]!]! += counts[i]!
    }
    unitsWithTerm.push(units)
    if (units === 0) continue
    const scale = weight * inverseFrequency(units, mask.count) * (lexical.k1 + 1)
    for (let i = 0; i < length; i++) {
      const slot = slots[i]!
      if (bits[slot] === 0) continue
      const count = counts[i]!
      own[slot]! += (scale * count) / (count + flat + sloped * lengthOf[slot]!)
    }
    addSessions(session, inSession, { lengths, weight })
  }
  return { own, session, unitsWithTerm }
}

const NOWHERE: PostingList = { slots: new Int32Array(0), counts: new Uint16Array(0), length: 0 }

/** What a unit is chosen by: its own score and its share of its surroundings' (see `LexicalShape`). */
export function withSurroundings(table: UnitTable, scores: LexicalScores, shape: LexicalShape): Float32Array {
  const { own, session } = scores
  const [near, far] = shape.neighbours
  const sum = new Float32Array(table.slots)
  const previous = table.previous.values
  const next = table.next.values
  const sessionOf = table.session.values
  for (let slot = 0; slot < table.slots; slot++) {
    const ofSession = session[sessionOf[slot]!]!
    // Neighbours are of the session: where no term stands in it, none stands around.
    if (ofSession === 0) continue
    const before = previous[slot]!
    const after = next[slot]!
    let score = own[slot]! + shape.session * ofSession
    if (before !== ABSENT) {
      score += near * own[before]!
      const twoBefore = previous[before]!
      if (twoBefore !== ABSENT) score += far * own[twoBefore]!
    }
    if (after !== ABSENT) {
      score += near * own[after]!
      const twoAfter = next[after]!
      if (twoAfter !== ABSENT) score += far * own[twoAfter]!
    }
    sum[slot] = score
  }
  return sum
}

/** Sessions are long and of uneven length; the usual constants fit them. */
const SESSION_SHAPE = { k1: 1.2, b: 0.75 }

function addSessions(
  session: Float32Array,
  counts: Float64Array,
  { lengths, weight }: { lengths: Lengths; weight: number },
): void {
  const { k1, b } = SESSION_SHAPE
  const sessionsWithTerm = counts.reduce((sum, count) => (count > 0 ? sum + 1 : sum), 0)
  const scale = weight * inverseFrequency(sessionsWithTerm, lengths.sessions) * (k1 + 1)
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!
    if (count === 0) continue
    const relative = lengths.session[i]! / lengths.sessionMean
    session[i]! += (scale * count) / (count + k1 * (1 - b + b * relative))
  }
}

/** Measures the units of a mask. */
export function lengthsOf(table: UnitTable, { bits, count }: Mask): Lengths {
  const session = new Float64Array(table.sessions.length)
  const units = new Int32Array(table.sessions.length)
  const sessionOf = table.session.values
  const lengthOf = table.length.values
  let total = 0
  for (let slot = 0; slot < bits.length; slot++) {
    if (bits[slot] === 0) continue
    const length = lengthOf[slot]!
    const row = sessionOf[slot]!
    total += length
    session[row]! += length
    units[row]!++
  }
  const sessions = units.reduce((held, n) => held + (n > 0 ? 1 : 0), 0)
  return {
    unitMean: total / Math.max(1, count) || 1,
    session,
    sessions,
    sessionMean: total / Math.max(1, sessions) || 1,
  }
}
