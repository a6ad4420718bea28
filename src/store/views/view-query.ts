/** A query for the views, made by the recall plan; all of it is plain data. */
export type ViewQuery = {
  /** Analysed terms with their weight, each once. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[]
  /** L2-normalised question vectors (the question, planned queries); none searches by words alone. */
  readonly vectors: readonly Float32Array[]
  /** Persons asked about, as in `UnitEntry.persons`. */
  readonly persons: readonly string[]
  /** Speakers asked about (store numbers). */
  readonly speakers: readonly number[]
  /** Hard filter: units outside it do not exist for this query. */
  readonly scope: ViewScope
  /** Grounded ranges: a second list is made of the units compatible with any of them. */
  readonly context: ContextWindow | undefined
  /** How many units each view contributes. */
  readonly depth: number
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
  readonly session: number
  readonly speaker: number
  readonly flags: number
  readonly lexical: number
  /** BM25 of its neighbours in the session, by distance −2, −1, +1, +2. */
  readonly neighbours: readonly [number, number, number, number]
  /** BM25 of its whole session. */
  readonly sessionLexical: number
  /** Best cosine over the question vectors; undefined without a vector. */
  readonly dense: number | undefined
  readonly matchedPersons: number
  readonly eventFirst: number | undefined
  readonly eventLast: number | undefined
  readonly sessionFirst: number
  readonly sessionLast: number
  readonly day: number
}

export type Candidates = {
  /** The union of each view's first `depth` units over all the scope. */
  readonly content: readonly Candidate[]
  /** The same among the units compatible with `context`; empty without one. */
  readonly context: readonly Candidate[]
  /** In how many units of the scope each query term stands, in the order of the query. */
  readonly unitsWithTerm: readonly number[]
  /** Units in the scope, and how many of them have no vector yet. */
  readonly searched: number
  readonly withoutVector: number
}
