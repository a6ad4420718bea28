import type { ModelCaller } from '../llm/model-caller.ts'
import type { History } from '../model/history.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { consult } from './consult.ts'
import type { RecallRequest } from './plan-recall.ts'
import { defaults } from './presets.ts'
import { type RecallContext, type Recalled, recall } from './recall.ts'
import type { Reflecting } from './reflect.ts'

export type ModelledContext = Omit<RecallContext, 'reflecting'> & {
  /** The bank's days and people, as they stood at `asOf` where that is given. */
  readonly history: History
  readonly reader: ModelCaller
  /** `medium`: the question is analysed and queries are planned. `high`: then a model looks at what was found. */
  readonly effort: 'medium' | 'high'
  readonly pack: Reflecting['pack']
}

/**
 * Calls before the answer, those among them that ask again what could not be read: with the answer, which may have to be
 * asked for again as well, they are five. The published order spends two and reflects on nothing.
 */
const MOST_CALLS = 3
/** Of analysis and planning. */
const LEAST_CALLS = { joint: 1, separate: 2 } as const

/**
 * Recalls with a language model's help: it reads the question, plans queries and, with effort `high`, looks at what was
 * found. Whatever fails of this is told in the trace, and the recall goes on without it.
 *
 * @throws The signal's reason, when it was called off.
 */
export async function recallWithModel(
  frame: RecallFrame,
  request: Omit<RecallRequest, 'queries'> & { readonly signal: AbortSignal | undefined },
  { history, reader, effort, pack, ...context }: ModelledContext,
): Promise<Recalled> {
  const { calls } = (context.settings ?? defaults).model
  const consulted = await consult(frame, {
    history,
    reader,
    calls,
    reasks: MOST_CALLS - LEAST_CALLS[calls],
    signal: request.signal,
  })
  const reflecting = effort === 'high' ? { reader, pack, calls: MOST_CALLS - consulted.calls } : undefined
  const { recollection, termWeights } = await recall(
    consulted.frame,
    { ...request, queries: consulted.queries },
    { ...context, reflecting },
  )
  const trace = { ...recollection.trace, consultations: consulted.consultations }
  return { recollection: { ...recollection, trace }, termWeights }
}
