import type { Embedder } from '../embed/embedder.ts'
import { NO_USAGE } from '../llm/no-usage.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { IndexState, Recollection, Trace } from '../model/recollection.ts'
import type { Store } from '../store/store.ts'
import { inverseFrequency } from '../store/views/inverse-frequency.ts'
import type { Candidates } from '../store/views/view-query.ts'
import { widen } from '../time/day-range.ts'
import { type Collected, collect } from './collect.ts'
import { fuse } from './fuse.ts'
import { gather } from './gather.ts'
import { newerFirst } from './newer-first.ts'
import { planRecall, type RecallPlan, type RecallRequest } from './plan-recall.ts'
import { defaults } from './presets.ts'
import { selectEvidence } from './select-evidence.ts'
import type { RecallSettings } from './settings.ts'

export type RecallContext = {
  readonly store: Store
  readonly embedder: Embedder
  /** Default: {@link defaults}. */
  readonly settings?: RecallSettings
}

export type Recalled = {
  readonly recollection: Recollection
  /** How rare each analysed word of the question is in the searched units: ln(1 + (N − n + 0.5) / (n + 0.5)). */
  readonly termWeights: ReadonlyMap<string, number>
}

/** Frame → plan → gather → fuse → select: the evidence for a frame, best first. A question without words recalls nothing. */
export async function recall(
  frame: RecallFrame,
  request: RecallRequest & { readonly signal: AbortSignal | undefined },
  { store, embedder, settings = defaults }: RecallContext,
): Promise<Recalled> {
  const started = performance.now()
  const [history, { units, pending }] = await Promise.all([store.history(), store.derived.vectors.count()])
  const index = { units, wordsOnly: pending, awaitingModel: 0 }
  const plan = planRecall(frame, request, { history, settings })
  const planned = performance.now() - started
  if (plan === undefined)
    return { recollection: recollectionOf(frame, index, NOTHING), termWeights: new Map() }
  const gathered = await gather(plan, { store, embedder, signal: request.signal })
  const selecting = performance.now()
  const selection = selectEvidence(fuse(gathered, plan), plan)
  const collected = await collect(selection, plan, store)
  const evidence = settings.newerFirst ? newerFirst(collected.evidence, frame) : collected.evidence
  const milliseconds = { plan: planned, ...gathered.milliseconds, select: performance.now() - selecting }
  return {
    recollection: recollectionOf(frame, index, { ...collected, evidence, plan, milliseconds }),
    termWeights: termWeightsOf(plan, gathered.candidates),
  }
}

type Found = Collected & Pick<Trace, 'milliseconds'> & { readonly plan: RecallPlan | undefined }

const NOTHING: Found = { evidence: [], contextList: [], contentList: [], milliseconds: {}, plan: undefined }

function termWeightsOf({ terms }: RecallPlan, { unitsWithTerm, searched }: Candidates): Map<string, number> {
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

function traceOf(frame: RecallFrame, { plan, contextList, contentList, milliseconds }: Found): Trace {
  const { time } = frame
  const range = time.status === 'grounded' ? time.range : undefined
  const bufferDays = plan?.context?.bufferDays
  return {
    frame,
    guard: time.status === 'none' ? 'no-cue' : time.status === 'grounded' ? 'grounded' : 'cue-not-grounded',
    range,
    bufferedRange: range === undefined || bufferDays === undefined ? undefined : widen(range, bufferDays),
    contextList,
    contentList,
    milliseconds,
  }
}
