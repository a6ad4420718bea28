import { formatEvidence } from '../answer/format-evidence.ts'
import { putCurrentFirst } from '../answer/put-current-first.ts'
import { orByWords } from '../embed/or-by-words.ts'
import { induceFrame } from '../frame/induce-frame.ts'
import type { History } from '../model/history.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { Recollection } from '../model/recollection.ts'
import { defaults } from '../recall/presets.ts'
import { recall } from '../recall/recall.ts'
import { recallWithModel } from '../recall/recall-with-model.ts'
import type { RecallSettings } from '../recall/settings.ts'
import type { ModeContext } from './mode-context.ts'
import type { RecallChoices } from './question.ts'

/** What was recalled, and what else of the bank is needed to answer from it. */
export type Recollected = {
  readonly recollection: Recollection
  readonly history: History
  readonly termWeights: ReadonlyMap<string, number>
}

/** Frame → recall, with a model's help where the effort allows it: the evidence for a question. */
export async function recollect(
  question: string,
  choices: RecallChoices,
  context: ModeContext,
  onFrame?: (frame: RecallFrame) => void,
): Promise<Recollected> {
  const { store, embedder, callers, warn } = context
  const history = await store.history(choices.asOf)
  const frame = frameIn(question, choices, { history, store })
  onFrame?.(frame)
  const asking = orByWords(embedder, (error) => warn('question-not-embedded', error))
  const settings = (choices.settings as RecallSettings | undefined) ?? defaults
  const recalling = { store, embedder: asking.embedder, settings }
  const request = { ...choices, units: choices.units ?? (callers.writer === undefined ? 'turns' : 'both') }
  const effort = effortOf(choices, settings)
  const reader = effort === 'low' ? undefined : callers.reader
  const { recollection, termWeights } =
    reader === undefined || effort === 'low'
      ? await recall(frame, { ...request, queries: [] }, recalling)
      : await recallWithModel(frame, request, {
          ...recalling,
          history,
          reader,
          effort,
          pack: (evidence, framed) => formatEvidence({ evidence, frame: framed }),
        })
  const awaitingModel = callers.writer === undefined ? 0 : (await store.derived.windows.count()).awaiting
  return {
    recollection: {
      ...recollection,
      evidence: settings.newerFirst
        ? inOrder(recollection, { choices, history, termWeights, context })
        : recollection.evidence,
      index: {
        ...recollection.index,
        awaitingModel,
        ...(asking.failed() && { wordsOnly: recollection.index.units }),
      },
    },
    history,
    termWeights,
  }
}

/** The published order analyses and plans for every question, whatever the effort. */
function effortOf({ effort }: RecallChoices, { model }: RecallSettings): RecallChoices['effort'] {
  return effort === 'low' && model.calls === 'separate' ? 'medium' : effort
}

/** The frame of a question, or of a sub-question of it, against the same bank, day and asker. */
export function frameIn(
  question: string,
  { referenceDay, referenceMinute, asker, readAgainstClock }: RecallChoices,
  { history, store }: { readonly history: History; readonly store: ModeContext['store'] },
): RecallFrame {
  // A question read against the clock is asked now: its “last weekend” is this user's, whoever it is about.
  const deixis = readAgainstClock ? 'live' : undefined
  return induceFrame(question, {
    history,
    referenceDay,
    referenceMinute,
    dateOrder: store.facts.dateOrder,
    asker,
    deixis,
  })
}

type Ordering = Pick<Recollected, 'history' | 'termWeights'> & {
  readonly choices: RecallChoices
  readonly context: ModeContext
}

/** One view alone is for comparisons, and keeps its own order. */
function inOrder(
  { frame, evidence }: Recollection,
  { choices, history, termWeights, context }: Ordering,
): Recollection['evidence'] {
  if (choices.views !== 'hybrid') return evidence
  const { timeZone } = context.store.facts
  return putCurrentFirst({ frame, evidence, timeZone, aliases: history.aliases, termWeights })
}
