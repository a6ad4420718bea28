/** A query for the views, made by the recall plan; all of it is plain data. */
export type ViewQuery = {
  /** Analysed terms with their weight, each once; at most 31 take part in `Candidate.matched`. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[]
  /** L2-normalised question vectors (the question, planned queries); none searches by words alone. */
  readonly vectors: readonly Float32Array[]
  /** Persons asked about, as in `UnitEntry.persons`. */
  readonly persons: readonly string[]
  /** Hard filter: units outside it do not exist for this query, not even in its statistics. */
  readonly scope: ViewScope
  /** Grounded ranges: a second list is made of the units compatible with any of them. */
  readonly context: ContextWindow | undefined
  /** How many units each view contributes. */
  readonly depth: number
  readonly lexical: LexicalShape
}

/** How the lexical view scores: BM25, and what a unit gains from its surroundings when candidates are chosen. */
export type LexicalShape = {
  readonly k1: number
  readonly b: number
  /** Share of the BM25 of the neighbours at distance 1 and 2 that a unit is given. */
  readonly neighbours: readonly [number, number]
  /** Share of the BM25 of its session. */
  readonly session: number
}

/** Days are local days since 1970-01-01, inclusive; undefined bounds nothing. */
export type ViewScope = {
  readonly firstDay: number | undefined
  readonly lastDay: number | undefined
  /** Epoch milliseconds, inclusive: turns spoken later do not exist (`asOf`). */
  readonly notAfter: number | undefined
  readonly sessions: readonly number[] | undefined
  readonly speakers: readonly number[] | undefined
  /** Keys that a filter which the views cannot check (metadata) has let through. */
  readonly keys: ReadonlySet<number> | undefined
}

export type ContextWindow = {
  readonly ranges: readonly { readonly first: number; readonly last: number }[]
  readonly bufferDays: number
  /** Which coordinate may make a unit compatible. */
  readonly bySession: boolean
  readonly byEventTime: boolean
}

/** What the views know of one unit for one query. Scores are raw: fusing and ordering are the recall's business. */
export type Candidate = {
  readonly key: number
  /** The store's number for its first source turn: its position. */
  readonly turn: number
  readonly session: number
  readonly speaker: number
  readonly flags: number
  /** Flags of the unit before it in its session; 0 where it is the first. */
  readonly flagsBefore: number
  /** Analysed terms in the unit. */
  readonly length: number
  /** Its place in its session, from 0, and how many units the session has. */
  readonly place: number
  readonly sessionUnits: number
  readonly lexical: number
  /** BM25 of its neighbours in the session, by distance −2, −1, +1, +2; 0 beyond the ends. */
  readonly neighbours: Four
  /** BM25 of its whole session, taken as one long document among the sessions. */
  readonly sessionLexical: number
  /** Bits of the query's terms (the first is bit 0) that stand in the unit, and in it or its neighbours at distance 1. */
  readonly matched: number
  readonly matchedNear: number
  /** Best cosine over the question vectors; undefined without a vector. */
  readonly dense: number | undefined
  /** The same of its neighbours, by distance −2, −1, +1, +2; undefined beyond the ends and without a vector. */
  readonly denseNeighbours: readonly [
    number | undefined,
    number | undefined,
    number | undefined,
    number | undefined,
  ]
  /** Best cosine of any unit of its session; undefined where none has a vector. */
  readonly sessionDense: number | undefined
  readonly matchedPersons: number
  readonly eventFirst: number | undefined
  readonly eventLast: number | undefined
  readonly sessionFirst: number
  readonly sessionLast: number
  readonly day: number
}

export type Four = readonly [number, number, number, number]

export type Candidates = {
  /** The union of each view's first `depth` units over all the scope, by key. */
  readonly content: readonly Candidate[]
  /** The same among the units compatible with `context`, filled up with such that no view knows; empty without one. */
  readonly context: readonly Candidate[]
  /** In how many units of the scope each query term stands, in the order of the query. */
  readonly unitsWithTerm: readonly number[]
  /** Mean cosine over the units of the scope that have a vector; undefined without a question vector. */
  readonly denseMean: number | undefined
  /** Units in the scope, and how many of them have no vector yet. */
  readonly searched: number
  readonly withoutVector: number
}
