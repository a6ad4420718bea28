import type { ModelCaller } from '../llm/model-caller.ts'
import { runTask } from '../llm/run-task.ts'
import { MOST_SEARCHES, reflect } from '../llm/tasks/reflect.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { ReflectionRound } from '../model/recollection.ts'
import { failureOf } from './failure-of.ts'

/** Who looks at the evidence, and how it is shown to it. */
export type Reflecting = {
  readonly reader: ModelCaller
  /** Calls that may be spent, from 1; the last of them is not asked again, whatever it replies. */
  readonly calls: number
  /** Writes evidence as data that cannot pose as an instruction, within the budget of the caller. */
  pack(evidence: readonly Evidence[], frame: RecallFrame): string
}

/** What a model misses; `searches` is empty where it misses nothing, or where the call failed. */
export type Missed = Omit<ReflectionRound, 'found'> & { readonly calls: number }

/**
 * Asks a model whether the evidence lacks anything, and what to search for then. A failed call is told in `outcome` and
 * ends the reflection; the evidence stays as it was.
 *
 * @throws The signal's reason, when it was called off.
 */
export async function reflectOn(
  {
    frame,
    evidence,
    searched,
  }: { frame: RecallFrame; evidence: readonly Evidence[]; searched: readonly string[] },
  { reader, pack, calls: left }: Reflecting,
  signal: AbortSignal | undefined,
): Promise<Missed> {
  const input = { question: frame.question, evidence: pack(evidence, frame), searched }
  try {
    const { value, reasked } = await runTask(reflect, input, reader, { signal, mayReask: () => left > 1 })
    return {
      outcome: 'ok',
      missing: value.missing.trim(),
      searches: furtherSearches(value.searches, [frame.question, ...searched]),
      calls: reasked ? 2 : 1,
    }
  } catch (error) {
    const { outcome, calls } = failureOf(error, signal)
    return { outcome, missing: '', searches: [], calls }
  }
}

/** What was searched for before would find the same again. */
function furtherSearches(searches: readonly string[], before: readonly string[]): readonly string[] {
  const known = new Set(before.map(fold))
  const further = searches.map((text) => text.trim().slice(0, LONGEST_SEARCH)).filter((text) => text !== '')
  return further.filter((text) => !known.has(fold(text)) && known.add(fold(text))).slice(0, MOST_SEARCHES)
}

/** Characters; what is longer is no search. */
const LONGEST_SEARCH = 300

function fold(text: string): string {
  return text.trim().toLowerCase()
}
