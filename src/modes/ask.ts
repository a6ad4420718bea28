import { abstain } from '../answer/abstain.ts'
import { answer } from '../answer/answer.ts'
import type { ModelCallers } from '../llm/model-caller.ts'
import { keptForAnswer, openPurse, type Purse, UNBOUNDED } from '../llm/purse.ts'
import { sumUsage } from '../llm/sum-usage.ts'
import type { Reading, StopReason } from '../model/episode.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { Answer, Recollection } from '../model/recollection.ts'
import type { ModelCall } from '../model/usage.ts'
import { answerDeep, withCost } from './deep.ts'
import { type Readers, whyDeeper } from './escalate.ts'
import { answerFast, type FastAnswer } from './fast.ts'
import type { ModeContext } from './mode-context.ts'
import type { AskChoices, RecallChoices } from './question.ts'
import { type QuestionTime, questionTime } from './question-time.ts'
import { type Recollected, recollect } from './recollect.ts'
import { type TextPieces, textPieces } from './text-pieces.ts'

/** Who hears of an answer while it is made. */
export type AskListener = {
  readonly onFrame?: ((frame: RecallFrame) => void) | undefined
  readonly onRecollection?: ((recollection: Recollection) => void) | undefined
  /** A piece of the answer's text; as it comes only in the fast mode, which nothing deeper can follow. */
  readonly onText?: ((text: string) => void) | undefined
  readonly onReading?: ((reading: Reading) => void) | undefined
}

/** Recalls the evidence for a question, and says what it cost. */
export async function recallFor(
  question: string,
  choices: RecallChoices,
  context: ModeContext,
): Promise<Recollection> {
  const calls: ModelCall[] = []
  await context.ready(choices.signal)
  const { recollection } = await recollect(question, choices, recorded(context, calls))
  return { ...recollection, usage: sumUsage(calls) }
}

/**
 * Answers a question in its mode: fast from recalled evidence, deep by re-reading episodes, auto fast first and deep
 * where that does not suffice. One budget bounds it all: what the time does not suffice for is left out, and said.
 *
 * @throws What the reader's provider throws; a failed assistant or a failed search fails nobody.
 */
export async function ask(
  question: string,
  choices: AskChoices,
  { context: given, listener }: { readonly context: ModeContext; readonly listener: AskListener },
): Promise<Answer> {
  const calls: ModelCall[] = []
  const purse = openPurse(budgetOf(choices), given.surroundings)
  const time = questionTime(purse)
  const context = inTime(recorded(given, calls), time)
  try {
    await time.within('make the vectors of new turns', given.ready, choices.signal)
    const recollected = await recollect(
      question,
      choices,
      withBoundedReader(context, purse),
      listener.onFrame,
    )
    listener.onRecollection?.({ ...recollected.recollection, usage: sumUsage(calls) })
    const pieces = textPieces(listener.onText)
    const asking = { context, purse, time, listener, calls, pieces }
    const said = sayMissed(await answerIn(choices, recollected, asking), recollected, time)
    if (said.answered) pieces.complete(said.text)
    return { ...recollected.recollection, usage: sumUsage(calls), ...said }
  } finally {
    await purse.close()
  }
}

type Asking = {
  readonly context: ModeContext
  readonly purse: Purse
  readonly time: QuestionTime
  readonly listener: AskListener
  readonly calls: readonly ModelCall[]
  readonly pieces: TextPieces
}

type Said = Pick<Answer, 'mode' | 'why' | 'droppedCitations' | 'deep'> & FastAnswer['verdict']

async function answerIn(choices: AskChoices, recollected: Recollected, asking: Asking): Promise<Said> {
  const { context, purse, listener, pieces } = asking
  const { mode } = choices
  if (mode === 'deep') {
    const deep = await deepen(choices, recollected, { ...asking, why: 'asked for the deep mode' })
    if (deep !== undefined) return deep
  }
  const onText = mode === 'fast' && listener.onText !== undefined ? pieces.piece : undefined
  const said = fastSaid(await answerFast(recollected, choices, { context, purse, onText }))
  const reason =
    mode === 'auto'
      ? whyDeeper(recollected.recollection.frame, said, readersOf(recollected, context))
      : undefined
  if (reason === undefined) return said
  if (purse.ranOut()) return { ...said, why: `${said.why}; ${reason}, but the budget has run out` }
  const deep = await deepen(choices, recollected, {
    ...asking,
    why: `the fast mode did not suffice: ${reason}`,
  })
  if (deep === undefined) return said
  const why = whyNotDeep(deep, { fast: said, asking })
  return why === undefined ? deep : { ...said, why: `${said.why}; ${reason}, but ${why}`, deep: deep.deep }
}

function readersOf({ recollection, history }: Recollected, { store, callers }: ModeContext): Readers {
  const { frame, evidence } = recollection
  const { timeZone } = store.facts
  const input = {
    frame,
    evidence,
    timeZone,
    aliases: history.aliases,
    termWeights: new Map<string, number>(),
    lastDay: history.days?.last,
  }
  return {
    model: callers.assistant !== undefined || callers.reader !== undefined,
    answersNearly: () => answer(input).answered,
  }
}

/** What was answered from evidence is not taken back by a reading that finds less, or that was cut short. */
function whyNotDeep(
  deep: Said,
  { fast, asking }: { readonly fast: Said; readonly asking: Asking },
): string | undefined {
  if (!fast.answered) return undefined
  const isCut = deep.deep?.stoppedBy === 'budget'
  const isJoined = asking.calls.some(({ task, outcome }) => task === 'aggregate' && outcome === 'ok')
  if (deep.answered && (isJoined || !isCut)) return undefined
  return isCut
    ? 'the budget ran out before re-reading found a better answer'
    : 're-reading found no better answer'
}

function fastSaid({ verdict, droppedCitations, why }: FastAnswer): Said {
  return { mode: 'fast', why, droppedCitations, deep: undefined, ...verdict }
}

/** @returns Undefined where the time does not suffice to open the episodes. */
async function deepen(
  choices: AskChoices,
  recollected: Recollected,
  { context, purse, time, listener, calls, why }: Asking & { readonly why: string },
): Promise<Said | undefined> {
  const answered = await answerDeep(recollected, choices, {
    context,
    purse,
    time,
    mayStopEarly: choices.mode === 'auto',
    onReading: listener.onReading,
  })
  if (answered === undefined) return undefined
  const { verdict, droppedCitations, deep } = answered
  const best = `${why}${shortfallOf(deep.stoppedBy, purse)}`
  return { mode: 'deep', why: best, droppedCitations, deep: withCost(deep, calls), ...verdict }
}

function shortfallOf(stoppedBy: StopReason, purse: Purse): string {
  if (stoppedBy === 'budget') return '; the budget ran out, so this is the best so far'
  return purse.keptBack() ? '; the budget did not suffice to let a model read every episode' : ''
}

/** What was left out for want of time is said; where nothing was found then, nobody knows that there is nothing. */
function sayMissed(said: Said, { recollection }: Recollected, { missed }: QuestionTime): Said {
  if (missed.length === 0) return said
  const why = `${said.why}; the time of the budget did not suffice to ${missed.join(' and to ')}`
  return said.answered
    ? { ...said, why }
    : { ...said, ...abstain('budget', recollection.frame, said.nearest), why }
}

function inTime(context: ModeContext, time: QuestionTime): ModeContext {
  return { ...context, embedder: context.embedder && time.bounded(context.embedder) }
}

function budgetOf({ budget }: AskChoices) {
  return {
    tokens: budget.tokens ?? UNBOUNDED.tokens,
    calls: budget.calls ?? UNBOUNDED.calls,
    milliseconds: budget.timeoutMs ?? UNBOUNDED.milliseconds,
  }
}

/** The search is paid for by the same purse, less what the answer takes; what is refused to it, it does without. */
function withBoundedReader(context: ModeContext, purse: Purse): ModeContext {
  const { reader } = context.callers
  const bounded = reader && purse.bounded(reader, keptForAnswer(purse.budget))
  return { ...context, callers: { ...context.callers, reader: bounded } }
}

function recorded(context: ModeContext, calls: ModelCall[]): ModeContext {
  const { writer, reader, assistant } = context.callers
  const record = (call: ModelCall) => void calls.push(call)
  const callers: ModelCallers = {
    writer: writer?.recordedBy(record),
    reader: reader?.recordedBy(record),
    assistant: assistant?.recordedBy(record),
  }
  return { ...context, callers }
}
