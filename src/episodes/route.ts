import { embedDirections } from '../embed/embed-directions.ts'
import type { Embedder } from '../embed/embedder.ts'
import { analyse } from '../language/terms.ts'
import type { Activation, EpisodeHead } from '../model/episode.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { Store } from '../store/store.ts'
import { isUnbounded } from '../store/views/scope-mask.ts'
import type { Candidates, ViewScope } from '../store/views/view-query.ts'
import { activate } from './activate.ts'
import { followLinks } from './follow-links.ts'
import { probeNames } from './probe-names.ts'
import { type NearPassage, nearest, scorePassages } from './route-passages.ts'
import { headsWith, placesOf } from './route-places.ts'
import { planRoute, type RoutePlan } from './route-plan.ts'
import type { RouteSettings } from './route-settings.ts'
import { createSummaryIndex, type SummaryIndex } from './summary-index.ts'

export type RouteContext = {
  readonly store: Pick<Store, 'search' | 'units' | 'derived'>
  /** Undefined: words alone are searched. */
  readonly embedder: Embedder | undefined
  readonly settings: RouteSettings
  /** Shared by several routers of one bank, so that summaries are analysed once. Default: one of its own. */
  readonly summaries?: SummaryIndex | undefined
}

export type RouteRequest = {
  /** Hard filters; {@link EVERYWHERE} excludes nothing. Under a filter only episodes with a passage that passes it are activated. */
  readonly scope: ViewScope
  /** Positions of the turns that the fast mode found, best first; none where it was not asked. */
  readonly evidence: readonly number[]
  /** Default 1; in a second round names of the best passages lead the question once more. */
  readonly rounds?: 1 | 2
  /** Embeds this question in the place of the router's own, as one that keeps to a time. Default: the router's. */
  readonly embedder?: Embedder | undefined
  readonly signal: AbortSignal | undefined
}

export const EVERYWHERE: ViewScope = {
  firstDay: undefined,
  lastDay: undefined,
  notAfter: undefined,
  sessions: undefined,
  speakers: undefined,
  keys: undefined,
}

/** What a question activates, and on what ground. */
export type Routing = {
  /** Best first, τ at most. */
  readonly activations: readonly Activation[]
  /** The best passages with the episodes that hold them. */
  readonly passages: readonly RoutedPassage[]
  readonly milliseconds: { readonly embed: number; readonly search: number; readonly choose: number }
}

export type RoutedPassage = {
  /** The store's numbers of the unit and of its turn. */
  readonly key: number
  readonly turn: number
  readonly score: number
  readonly episodes: readonly number[]
}

export type Router = (frame: RecallFrame, request: RouteRequest) => Promise<Routing>

/**
 * Makes the router of a bank: which episodes a question activates, without a language model.
 *
 * Three pathways: the question against the summaries (global), its meaning against every passage (semantic), its words
 * and names against every passage (symbolic). Passages are fused first, episodes after; then names that the best passages
 * bring up are followed to further ones. Only episodes that the shelf holds are found: `keepEpisodes` comes before.
 * @see E-mem, section 3.3
 */
export function createRouter(context: RouteContext): Router {
  const summaries = context.summaries ?? createSummaryIndex()
  return (frame, request) =>
    route(frame, request, { ...context, embedder: request.embedder ?? context.embedder, summaries })
}

type Parts = RouteContext & { readonly summaries: SummaryIndex }

async function route(frame: RecallFrame, request: RouteRequest, parts: Parts): Promise<Routing> {
  const { store, settings } = parts
  const plan = planRoute(frame, settings)
  const started = performance.now()
  const vectors = (await embedQuestions([plan.meaning], request, parts)).filter(
    (vector) => vector !== undefined,
  )
  const embedded = performance.now()
  const found = await searchPassages(plan, vectors, request, parts)
  const known = new Set(analyse(plan.meaning))
  const firstRound = await followLinks(scorePassages(found, plan, settings), {
    ...parts,
    known,
    search: (terms) =>
      searchPassages({ ...plan, terms, persons: [], context: undefined }, [], request, {
        ...parts,
        settings: { ...settings, depth: LINKED_PASSAGES },
      }),
  })
  const passages =
    request.rounds === 2
      ? await probeNames(firstRound, {
          ...parts,
          known,
          question: plan.meaning,
          search: (questions) => searchByMeaning(questions, request, parts),
        })
      : firstRound
  request.signal?.throwIfAborted()
  const searched = performance.now()
  const heads = await store.derived.episodes.heads()
  const episodesOf = await placesOf(
    passages.map(({ candidate }) => candidate),
    heads,
    store,
  )
  const global = await globalScores(plan, vectors[0], heads, parts)
  const activations = activate(
    {
      passages,
      episodesOf,
      global: isUnbounded(request.scope) ? global : new Map(),
      evidence: settings.byEvidence ? evidenceScores(request.evidence, heads) : new Map(),
    },
    settings,
  )
  return {
    activations,
    passages: passages.slice(0, TOLD_PASSAGES).map(({ candidate, score }) => ({
      key: candidate.key,
      turn: candidate.turn,
      score,
      episodes: episodesOf(candidate),
    })),
    milliseconds: {
      embed: embedded - started,
      search: searched - embedded,
      choose: performance.now() - searched,
    },
  }
}

/** Passages that a sub-question lifts at most. */
const PROBED_PASSAGES = 40

/** Passages looked at for the names of one: few hold a name that few know. */
const LINKED_PASSAGES = 100

/** Passages that a routing tells of: enough to see why, and to follow them. */
const TOLD_PASSAGES = 30

/** None where meaning counts nothing, and for a bank without vectors, which is searched by words. */
async function embedQuestions(
  questions: readonly string[],
  { signal }: RouteRequest,
  { store, embedder, settings }: Parts,
): Promise<readonly (Float32Array | undefined)[]> {
  signal?.throwIfAborted()
  const { weights } = settings
  const needless = weights.semantic === 0 && weights.global === 0
  if (embedder === undefined || needless || store.derived.vectors.model === undefined) return []
  return embedDirections(questions, 'question', { embedder, signal })
}

function searchPassages(
  { terms, persons, context }: RoutePlan,
  vectors: readonly Float32Array[],
  { scope }: RouteRequest,
  { store, settings }: Parts,
): Promise<Candidates> {
  return store.search(
    {
      terms: terms.map((term) => ({ term, weight: 1 })),
      vectors: settings.weights.semantic === 0 ? [] : vectors,
      persons,
      scope,
      context,
      depth: settings.depth,
      lexical: settings.lexical,
    },
    'turn',
  )
}

/** What is nearest to each question in meaning, and nothing where the bank has no vectors. */
async function searchByMeaning(
  questions: readonly string[],
  request: RouteRequest,
  parts: Parts,
): Promise<readonly (readonly NearPassage[])[]> {
  const near = { ...parts, settings: { ...parts.settings, depth: PROBED_PASSAGES } }
  const vectors = await embedQuestions(questions, request, parts)
  const found: (readonly NearPassage[])[] = []
  for (const [i, meaning] of questions.entries()) {
    const vector = vectors[i]
    const plan: RoutePlan = { meaning, terms: [], persons: [], context: undefined }
    found.push(
      vector === undefined
        ? []
        : nearest(await searchPassages(plan, [vector], request, near), PROBED_PASSAGES),
    )
  }
  return found
}

async function globalScores(
  { terms }: RoutePlan,
  vector: Float32Array | undefined,
  heads: readonly EpisodeHead[],
  { store, summaries, settings }: Parts,
): Promise<ReadonlyMap<number, number>> {
  if (settings.weights.global === 0) return new Map()
  return summaries.search(await summaries.inStep(heads, store.derived.episodes), { terms, vector })
}

function evidenceScores(
  positions: readonly number[],
  heads: readonly EpisodeHead[],
): ReadonlyMap<number, number> {
  const scores = new Map<number, number>()
  positions.forEach((position, i) => {
    for (const { number } of headsWith(position, heads))
      if (!scores.has(number)) scores.set(number, EVIDENCE_SCALE / (EVIDENCE_SCALE + i))
  })
  return scores
}

/** After how many places evidence counts half. */
const EVIDENCE_SCALE = 5
