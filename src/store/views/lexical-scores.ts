import { inverseFrequency } from './inverse-frequency.ts'
import type { Postings } from './postings.ts'
import type { Mask } from './scope-mask.ts'
import { ABSENT, type UnitTable } from './unit-table.ts'
import type { LexicalShape, ViewQuery } from './view-query.ts'

/** Lexical scores by slot and by session index; 0 where no term stands. */
export type LexicalScores = {
  readonly own: Float32Array
  readonly session: Float32Array
  readonly unitsWithTerm: readonly number[]
}

type Lengths = {
  readonly unitMean: number
  readonly session: Float64Array
  readonly sessions: number
  readonly sessionMean: number
}

/**
 * BM25 of every unit and of every session (the sum of its units) within the mask.
 *
 * @see S. Robertson and H. Zaragoza, “The Probabilistic Relevance Framework: BM25 and Beyond”, 2009
 */
export function lexicalScores(
  { table, postings }: { table: UnitTable; postings: Postings },
  mask: Mask,
  { terms, lexical }: Pick<ViewQuery, 'terms' | 'lexical'>,
): LexicalScores {
  const own = new Float32Array(table.slots)
  const session = new Float32Array(table.sessions.length)
  const lengths = lengthsOf(table, mask)
  const unitsWithTerm: number[] = []
  for (const { term, weight } of terms) {
    const list = postings.of(term)
    const counts = new Float64Array(table.sessions.length)
    let units = 0
    // Counted first: the idf needs it, and the mask may hide most of the list.
    for (let i = 0; i < (list?.length ?? 0); i++) {
      const slot = list!.slots[i]!
      if (mask.bits[slot] === 0) continue
      units++
      counts[table.session.values[slot]!]! += list!.counts[i]!
    }
    unitsWithTerm.push(units)
    if (list === undefined || units === 0) continue
    const scale = weight * inverseFrequency(units, mask.count)
    for (let i = 0; i < list.length; i++) {
      const slot = list.slots[i]!
      if (mask.bits[slot] === 0) continue
      own[slot]! += scale * saturate(list.counts[i]!, table.length.values[slot]! / lengths.unitMean, lexical)
    }
    addSessions(session, counts, { lengths, weight, shape: SESSION_SHAPE })
  }
  return { own, session, unitsWithTerm }
}

/** What a unit is chosen by: its own score and its share of its surroundings' (see `LexicalShape`). */
export function withSurroundings(table: UnitTable, scores: LexicalScores, shape: LexicalShape): Float32Array {
  const { own, session } = scores
  const [near, far] = shape.neighbours
  const sum = new Float32Array(table.slots)
  const previous = table.previous.values
  const next = table.next.values
  const at = (slot: number) => (slot === ABSENT ? 0 : own[slot]!)
  const step = (links: Int32Array, slot: number) => (slot === ABSENT ? ABSENT : links[slot]!)
  for (let slot = 0; slot < table.slots; slot++) {
    const before = previous[slot]!
    const after = next[slot]!
    sum[slot] =
      own[slot]! +
      near * (at(before) + at(after)) +
      far * (at(step(previous, before)) + at(step(next, after))) +
      shape.session * session[table.session.values[slot]!]!
  }
  return sum
}

/** Sessions are long and of uneven length; the usual constants fit them. */
const SESSION_SHAPE = { k1: 1.2, b: 0.75 }

function saturate(count: number, relativeLength: number, { k1, b }: { k1: number; b: number }): number {
  return (count * (k1 + 1)) / (count + k1 * (1 - b + b * relativeLength))
}

function addSessions(
  session: Float32Array,
  counts: Float64Array,
  { lengths, weight, shape }: { lengths: Lengths; weight: number; shape: { k1: number; b: number } },
): void {
  let sessionsWithTerm = 0
  for (let i = 0; i < counts.length; i++) if (counts[i]! > 0) sessionsWithTerm++
  const scale = weight * inverseFrequency(sessionsWithTerm, lengths.sessions)
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] === 0) continue
    session[i]! += scale * saturate(counts[i]!, lengths.session[i]! / lengths.sessionMean, shape)
  }
}

function lengthsOf(table: UnitTable, mask: Mask): Lengths {
  const session = new Float64Array(table.sessions.length)
  const units = new Int32Array(table.sessions.length)
  let total = 0
  for (let slot = 0; slot < table.slots; slot++) {
    if (mask.bits[slot] === 0) continue
    const length = table.length.values[slot]!
    total += length
    session[table.session.values[slot]!]! += length
    units[table.session.values[slot]!]!++
  }
  const sessions = units.reduce((count, n) => count + (n > 0 ? 1 : 0), 0)
  return {
    unitMean: total / Math.max(1, mask.count) || 1,
    session,
    sessions,
    sessionMean: total / Math.max(1, sessions) || 1,
  }
}
