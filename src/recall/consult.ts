import { refineFrame } from '../frame/refine-frame.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import { runTask } from '../llm/run-task.ts'
import type { Task } from '../llm/task.ts'
import { analyseAndPlan } from '../llm/tasks/analyse-and-plan.ts'
import { type AskedQuestion, analyseQuestion } from '../llm/tasks/analyse-question.ts'
import { MOST_QUERIES, planQueries, type QueryPlan } from '../llm/tasks/plan-queries.ts'
import type { History } from '../model/history.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { Consultation, PlannedQuery } from '../model/recollection.ts'
import { failureOf } from './failure-of.ts'
import type { ModelSettings } from './settings.ts'

export type ConsultContext = {
  readonly history: History
  readonly reader: ModelCaller
  readonly calls: ModelSettings['calls']
  /** How many replies that cannot be read may be asked for again. */
  readonly reasks: number
  readonly signal: AbortSignal | undefined
}

/** The frame and the queries after a model has read the question. */
export type Consulted = {
  readonly frame: RecallFrame
  readonly queries: readonly PlannedQuery[]
  readonly consultations: readonly Consultation[]
  /** Calls spent, one that was asked again counted twice. */
  readonly calls: number
}

/**
 * Lets a model read the question and plan what else to search for. Where a call fails, the recall goes on with what the
 * rules know, and `consultations` says so.
 *
 * @throws The signal's reason, when it was called off.
 * @see RaMem, appendix C.4
 */
export async function consult(frame: RecallFrame, context: ConsultContext): Promise<Consulted> {
  const { history, calls } = context
  const asked = askedOf(frame, history)
  let reasks = 0
  const asking = { ...context, mayReask: () => reasks++ < context.reasks }
  if (calls === 'joint') {
    const { value, ...spent } = await tried(analyseAndPlan, asked, asking)
    return {
      frame: value === undefined ? frame : refineFrame(frame, value, history),
      queries: value === undefined ? [] : queriesOf(value, frame),
      consultations: [spent.consultation],
      calls: spent.calls,
    }
  }
  const [analysis, plan] = await Promise.all([
    tried(analyseQuestion, asked, asking),
    tried(planQueries, asked, asking),
  ])
  return {
    frame: analysis.value === undefined ? frame : refineFrame(frame, analysis.value, history),
    queries: plan.value === undefined ? [] : queriesOf(plan.value, frame),
    consultations: [analysis.consultation, plan.consultation],
    calls: analysis.calls + plan.calls,
  }
}

function askedOf({ question, referenceDay, asker }: RecallFrame, { days }: History): AskedQuestion {
  return { question, days, referenceDay, asker }
}

type Tried<Output> = {
  readonly value: Output | undefined
  readonly consultation: Consultation
  readonly calls: number
}

async function tried<Output>(
  task: Task<AskedQuestion, Output> & { readonly name: string },
  asked: AskedQuestion,
  { reader, signal, mayReask }: ConsultContext & { readonly mayReask: () => boolean },
): Promise<Tried<Output>> {
  const name = task.name as Consultation['task']
  try {
    const { value, reasked } = await runTask(task, asked, reader, { signal, mayReask })
    return { value, consultation: { task: name, outcome: 'ok' }, calls: reasked ? 2 : 1 }
  } catch (error) {
    const { outcome, calls } = failureOf(error, signal)
    return { value: undefined, consultation: { task: name, outcome }, calls }
  }
}

/** Each once and bounded; the question itself is searched for anyway. */
function queriesOf({ queries }: QueryPlan, { question }: RecallFrame): readonly PlannedQuery[] {
  const known = new Set([fold(question)])
  return queries
    .map(({ text, keywords }) => ({
      text: text.trim().slice(0, LONGEST_QUERY),
      keywords: keywords
        .map((word) => word.trim().slice(0, LONGEST_KEYWORD))
        .filter((word) => word !== '')
        .slice(0, MOST_KEYWORDS),
    }))
    .filter(({ text }) => text !== '' && !known.has(fold(text)) && known.add(fold(text)))
    .slice(0, MOST_QUERIES)
}

/** Characters; what is longer is no query. */
const LONGEST_QUERY = 300
const LONGEST_KEYWORD = 60
const MOST_KEYWORDS = 5

function fold(text: string): string {
  return text.trim().toLowerCase()
}
