import type { Embedder } from '../embed/embedder.ts'
import type { Store } from '../store/store.ts'
import type { Candidates, ViewQuery, ViewScope } from '../store/views/view-query.ts'
import { dayNumber } from '../time/day-range.ts'
import { exactCosines } from './exact-cosines.ts'
import type { RecallPlan } from './plan-recall.ts'

export type GatherContext = {
  readonly store: Store
  readonly embedder: Embedder
  readonly signal: AbortSignal | undefined
}

/** What the store knows for a plan, and how long it took. */
export type Gathered = {
  readonly candidates: Candidates
  /** Store numbers of the asked persons who speak in the bank. */
  readonly askedSpeakers: readonly number[]
  readonly milliseconds: { readonly embed: number; readonly gather: number }
}

/** Carries a plan out: embeds the question and searches the views. The only part of a recall that waits. */
export async function gather(
  plan: RecallPlan,
  { store, embedder, signal }: GatherContext,
): Promise<Gathered> {
  const started = performance.now()
  const vectors = await embedQuestion(plan, { store, embedder, signal })
  const embedded = performance.now()
  const query = queryOf(plan, vectors, await scopeOf(plan, store))
  const found = await store.search(query)
  signal?.throwIfAborted()
  const candidates = vectors.length === 0 ? found : await exactCosines(found, vectors, store)
  return {
    candidates,
    askedSpeakers: plan.frame.persons.flatMap((person) => store.facts.speakerNumber(person) ?? []),
    milliseconds: { embed: embedded - started, gather: performance.now() - embedded },
  }
}

/** A bank without vectors is searched by words: there is nothing to compare a question with. */
async function embedQuestion(
  { meaning }: RecallPlan,
  { store, embedder, signal }: GatherContext,
): Promise<readonly Float32Array[]> {
  signal?.throwIfAborted()
  if (meaning === undefined || store.derived.vectors.model === undefined) return []
  const vectors = await embedder.embed([meaning], 'question', signal === undefined ? {} : { signal })
  return vectors.filter((vector) => vector.some((value) => value !== 0))
}

function queryOf(plan: RecallPlan, vectors: readonly Float32Array[], scope: ViewScope): ViewQuery {
  const { context, settings, views } = plan
  return {
    terms: views === 'dense' ? [] : plan.terms.map((term) => ({ term, weight: 1 })),
    vectors,
    persons: plan.persons,
    scope,
    context: context && {
      ...context,
      ranges: context.ranges.map(({ first, last }) => ({ first: dayNumber(first), last: dayNumber(last) })),
    },
    // A caller who wants more than a list holds must not be given less.
    depth: Math.max(settings.depth, 2 * plan.limit),
    lexical: views === 'lexical' ? { ...settings.lexical, neighbours: [0, 0], session: 0 } : settings.lexical,
  }
}

/** Names become the store's numbers; what the bank does not know matches nothing. */
async function scopeOf({ filter }: RecallPlan, store: Store): Promise<ViewScope> {
  const { session, speaker, during, notAfter } = filter
  const numbered = (number: number | undefined) => (number === undefined ? [] : [number])
  return {
    firstDay: during && dayNumber(during.first),
    lastDay: during && dayNumber(during.last),
    notAfter: notAfter === undefined ? undefined : Date.parse(notAfter),
    sessions: session === undefined ? undefined : numbered(store.facts.sessionNumber(session)),
    speakers: speaker === undefined ? undefined : numbered(store.facts.speakerNumber(speaker)),
    keys: await keysOf(filter, store),
  }
}

/** Metadata and ids stand in the rows alone, so the rows are asked which units pass. */
async function keysOf(filter: RecallPlan['filter'], store: Store): Promise<ReadonlySet<number> | undefined> {
  if (filter.metadata === undefined && filter.ids === undefined) return undefined
  const keys = new Set<number>()
  for await (const { key } of store.units({ ...filter, keys: undefined })) keys.add(key)
  return keys
}
