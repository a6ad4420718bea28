import type { DenseScores } from './dense-scores.ts'
import type { LexicalScores } from './lexical-scores.ts'
import type { Postings } from './postings.ts'
import { ABSENT, type UnitTable } from './unit-table.ts'
import type { Candidate, ViewQuery } from './view-query.ts'

type Sources = {
  readonly table: UnitTable
  readonly postings: Postings
  readonly lexical: LexicalScores
  readonly dense: DenseScores | undefined
  /** 1 for the slots of the scope: surroundings outside it do not exist. */
  readonly bits: Uint8Array
}

/** Bits of a signed 32-bit number that are free to use. */
const MOST_MATCHED_TERMS = 31

/** What the views know of the chosen slots, by key. */
export function candidatesOf(slots: ReadonlySet<number>, query: ViewQuery, sources: Sources): Candidate[] {
  const matched = matchedTerms(query, sources)
  const persons = matchedPersons(slots, query, sources.postings)
  const places = placesOf(slots, sources.table)
  return [...slots]
    .map((slot) => candidateOf(slot, { matched, persons, places, notAfter: query.scope.notAfter }, sources))
    .sort((a, b) => a.key - b.key)
}

type Facts = {
  readonly matched: Int32Array
  readonly persons: ReadonlyMap<number, number>
  readonly places: ReadonlyMap<number, number>
  readonly notAfter: number | undefined
}

function candidateOf(
  slot: number,
  { matched, persons, places, notAfter }: Facts,
  sources: Sources,
): Candidate {
  const { table, lexical, dense } = sources
  const session = table.session.values[slot]!
  const row = table.sessions[session]!
  const [before2, before1, after1, after2] = surroundingsOf(slot, sources)
  const wordsAt = (at: number) => (at === ABSENT ? 0 : lexical.own[at]!)
  const bitsAt = (at: number) => (at === ABSENT ? 0 : matched[at]!)
  const meaningAt = (at: number) => (at === ABSENT ? undefined : finite(dense?.best[at]))
  return {
    key: table.key.values[slot]!,
    turn: table.turn.values[slot]!,
    session: row.number,
    speaker: table.speaker.values[slot]!,
    flags: table.flags.values[slot]!,
    flagsBefore: before1 === ABSENT ? 0 : table.flags.values[before1]!,
    length: table.length.values[slot]!,
    place: places.get(slot) ?? 0,
    sessionUnits: row.order.length,
    lexical: lexical.own[slot]!,
    neighbours: [wordsAt(before2), wordsAt(before1), wordsAt(after1), wordsAt(after2)],
    sessionLexical: lexical.session[session]!,
    matched: matched[slot]!,
    matchedNear: matched[slot]! | bitsAt(before1) | bitsAt(after1),
    dense: meaningAt(slot),
    denseNeighbours: [meaningAt(before2), meaningAt(before1), meaningAt(after1), meaningAt(after2)],
    sessionDense: finite(dense?.session[session]),
    matchedPersons: persons.get(slot) ?? 0,
    eventFirst: dayOrNone(table.eventFirst.values[slot]!),
    eventLast: dayOrNone(table.eventLast.values[slot]!),
    sessionFirst: row.firstDay,
    sessionLast: table.lastDayOf(row, notAfter),
    day: table.day.values[slot]!,
  }
}

/** Slots at distance −2, −1, +1, +2; `ABSENT` beyond the session and outside the scope. */
function surroundingsOf(slot: number, { table, bits }: Sources): [number, number, number, number] {
  const previous = table.previous.values
  const next = table.next.values
  const step = (links: Int32Array, from: number) => (from === ABSENT ? ABSENT : links[from]!)
  const inScope = (at: number) => (at !== ABSENT && bits[at] === 1 ? at : ABSENT)
  const before = previous[slot]!
  const after = next[slot]!
  return [inScope(step(previous, before)), inScope(before), inScope(after), inScope(step(next, after))]
}

function matchedTerms({ terms }: ViewQuery, { table, postings }: Sources): Int32Array {
  const matched = new Int32Array(table.slots)
  terms.slice(0, MOST_MATCHED_TERMS).forEach(({ term }, bit) => {
    const list = postings.of(term)
    for (let i = 0; i < (list?.length ?? 0); i++) matched[list!.slots[i]!]! |= 1 << bit
  })
  return matched
}

function matchedPersons(
  slots: ReadonlySet<number>,
  { persons }: ViewQuery,
  postings: Postings,
): Map<number, number> {
  const matched = new Map<number, number>()
  for (const person of new Set(persons)) {
    const list = postings.of(person)
    for (let i = 0; i < (list?.length ?? 0); i++) {
      const slot = list!.slots[i]!
      if (slots.has(slot)) matched.set(slot, (matched.get(slot) ?? 0) + 1)
    }
  }
  return matched
}

function placesOf(slots: ReadonlySet<number>, table: UnitTable): Map<number, number> {
  const places = new Map<number, number>()
  const sessions = new Set([...slots].map((slot) => table.session.values[slot]!))
  for (const session of sessions) {
    table.sessions[session]!.order.forEach((slot, place) => {
      if (slots.has(slot)) places.set(slot, place)
    })
  }
  return places
}

function dayOrNone(day: number): number | undefined {
  return day === ABSENT ? undefined : day
}

function finite(score: number | undefined): number | undefined {
  return score === -Infinity ? undefined : score
}
