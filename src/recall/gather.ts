import { embedDirections } from '../embed/embed-directions.ts'
import type { Embedder } from '../embed/embedder.ts'
import { scopeOf } from '../store/scope-of.ts'
import type { Store } from '../store/store.ts'
import type { Candidates, ViewQuery, ViewScope } from '../store/views/view-query.ts'
import { dayNumber } from '../time/day-range.ts'
import { exactCosines } from './exact-cosines.ts'
import type { Origin, RecallPlan } from './plan-recall.ts'

export type GatherContext = {
  readonly store: Store
  readonly embedder: Embedder
  readonly signal: AbortSignal | undefined
}

/** What the store knows for a plan of the units of one origin. */
export type Gathered = {
  readonly origin: Origin
  readonly candidates: Candidates
  /** Store numbers of the asked persons who speak in the bank. */
  readonly askedSpeakers: readonly number[]
}

export type Gathering = {
  /** One for each origin of the plan. */
  readonly gathered: readonly Gathered[]
  /** What the views were asked, the vectors of the question and of the planned queries in it. */
  readonly query: ViewQuery
  readonly milliseconds: { readonly embed: number; readonly gather: number }
}

/** Carries a plan out: embeds the question and searches the views. */
export async function gather(plan: RecallPlan, context: GatherContext): Promise<Gathering> {
  const { store, signal } = context
  const started = performance.now()
  const vectors = (await embedTexts(plan.meanings, context)).filter((vector) => vector !== undefined)
  const embedded = performance.now()
  const query = queryOf(plan, vectors, await scopeOf(plan.filter, store))
  const askedSpeakers = plan.frame.persons.flatMap((person) => store.facts.speakerNumber(person) ?? [])
  const gathered: Gathered[] = []
  for (const origin of plan.origins) {
    const found = await store.search(query, origin)
    signal?.throwIfAborted()
    const candidates = vectors.length === 0 ? found : await exactCosines(found, query, store)
    gathered.push({ origin, candidates, askedSpeakers })
  }
  return {
    gathered,
    query,
    milliseconds: { embed: embedded - started, gather: performance.now() - embedded },
  }
}

/** A vector a text; none where the bank has no vectors to compare with: words are searched. */
export async function embedTexts(
  texts: readonly string[],
  { store, embedder, signal }: GatherContext,
): Promise<readonly (Float32Array | undefined)[]> {
  if (store.derived.vectors.model === undefined) return []
  return embedDirections(texts, 'question', { embedder, signal })
}

function queryOf(plan: RecallPlan, vectors: readonly Float32Array[], scope: ViewScope): ViewQuery {
  const { context, settings, views } = plan
  const planned = plan.plannedTerms.map((term) => ({ term, weight: settings.model.keywordWeight }))
  return {
    // The question's own first: the places of the terms are those of `Candidate.matched`.
    terms: views === 'dense' ? [] : [...plan.terms.map((term) => ({ term, weight: 1 })), ...planned],
    vectors,
    persons: plan.persons,
    scope,
    context: context && {
      ...context,
      ranges: context.ranges.map(({ first, last }) => ({ first: dayNumber(first), last: dayNumber(last) })),
    },
    depth: plan.depth,
    lexical: views === 'lexical' ? { ...settings.lexical, neighbours: [0, 0], session: 0 } : settings.lexical,
  }
}
