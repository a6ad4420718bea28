import type { Embedder } from '../embed/embedder.ts'
import { NO_USAGE } from '../llm/no-usage.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { IndexState, Recollection, Trace } from '../model/recollection.ts'
import type { Store } from '../store/store.ts'
import { inverseFrequency } from '../store/views/inverse-frequency.ts'
import { widen } from '../time/day-range.ts'
import { type TracedLists, traceLists } from './collect.ts'
import { fuse, joinLists } from './fuse.ts'
import { type Gathered, gather } from './gather.ts'
import { newerFirst } from './newer-first.ts'
import { planRecall, type RecallPlan, type RecallRequest } from './plan-recall.ts'
import { defaults } from './presets.ts'
import type { Reflecting } from './reflect.ts'
import { selectEvidence } from './select-evidence.ts'
import type { RecallSettings } from './settings.ts'
import { settleEvidence } from './settle-evidence.ts'

export type RecallContext = {
  readonly store: Store
  readonly embedder: Embedder
  /** Default: {@link defaults}. */
  readonly settings?: RecallSettings
  /** Who looks at the evidence for what is missing; default: nobody. */
  readonly reflecting?: Reflecting | undefined
}

export type Recalled = {
  readonly recollection: Recollection
  /** How rare each analysed word of the question is in the searched units: ln(1 + (N − n + 0.5) / (n + 0.5)). */
  readonly termWeights: ReadonlyMap<string, number>
}

/**
 * Frame → plan → gather → fuse → select, and reflection where somebody reflects: the evidence for a frame, best first.
 * A question without words recalls nothing.
 */
export async function recall(
  frame: RecallFrame,
  request: RecallRequest & { readonly signal: AbortSignal | undefined },
  { store, embedder, settings = defaults, reflecting }: RecallContext,
): Promise<Recalled> {
  const started = performance.now()
  const [history, { units, pending }] = await Promise.all([
    store.history(request.filter.notAfter),
    store.derived.vectors.count(),
  ])
  const index = { units, wordsOnly: pending, awaitingModel: 0 }
  const plan = planRecall(frame, request, { history, settings })
  const planned = performance.now() - started
  if (plan === undefined)
    return { recollection: recollectionOf(frame, index, NOTHING), termWeights: new Map() }
  const context = { store, embedder, signal: request.signal }
  const gathering = await gather(plan, context)
  const selecting = performance.now()
  const selection = selectEvidence(joinLists(gathering.gathered.map((each) => fuse(each, plan))), plan)
  const found = await settleEvidence({ plan, gathering, selection }, context, reflecting)
  const evidence = settings.newerFirst ? newerFirst(found.evidence, frame) : found.evidence
  const lists = await traceLists(selection, store)
  const milliseconds = { plan: planned, ...gathering.milliseconds, select: performance.now() - selecting }
  return {
    recollection: recollectionOf(frame, index, {
      ...lists,
      evidence,
      reflection: found.rounds,
      plan,
      milliseconds,
    }),
    termWeights: termWeightsOf(plan, gathering.gathered),
  }
}

type Found = TracedLists &
  Pick<Trace, 'milliseconds' | 'reflection'> & {
    readonly evidence: readonly Evidence[]
    readonly plan: RecallPlan | undefined
  }

const NOTHING: Found = {
  evidence: [],
  reflection: [],
  contextList: [],
  contentList: [],
  milliseconds: {},
  plan: undefined,
}

/** A word is as rare as in the units of the first origin: the turns themselves, where they are searched. */
function termWeightsOf({ terms }: RecallPlan, [first]: readonly Gathered[]): Map<string, number> {
  const { unitsWithTerm, searched } = first!.candidates
  return new Map(terms.map((term, i) => [term, inverseFrequency(unitsWithTerm[i] ?? 0, searched)]))
}

function recollectionOf(frame: RecallFrame, index: IndexState, found: Found): Recollection {
  return {
    question: frame.question,
    frame,
    evidence: found.evidence,
    index,
    usage: NO_USAGE,
    trace: traceOf(frame, found),
  }
}

function traceOf(
  frame: RecallFrame,
  { plan, contextList, contentList, milliseconds, reflection }: Found,
): Trace {
  const { time } = frame
  const range = time.status === 'grounded' ? time.range : undefined
  const bufferDays = plan?.context?.bufferDays
  return {
    frame,
    guard: time.status === 'none' ? 'no-cue' : time.status === 'grounded' ? 'grounded' : 'cue-not-grounded',
    range,
    bufferedRange: range === undefined || bufferDays === undefined ? undefined : widen(range, bufferDays),
    consultations: [],
    queries: plan?.queries ?? [],
    reflection,
    contextList,
    contentList,
    milliseconds,
  }
}
