import { abstain } from '../answer/abstain.ts'
import { admissible } from '../answer/admissible.ts'
import { type AnswerText, answerText } from '../answer/answer-text.ts'
import { readQuestion } from '../answer/question.ts'
import { verdictOn } from '../answer/verdict-on.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import { runTask } from '../llm/run-task.ts'
import { type AggregateReply, aggregate } from '../llm/tasks/aggregate.ts'
import type { Citation, Verdict } from '../model/answer.ts'
import type { EpisodeEvidence } from '../model/episode.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Alias } from '../model/history.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { TurnId } from '../model/turn.ts'
import { citeQuotes, quotesWith } from './aggregate-citations.ts'
import { masterInput } from './aggregate-question.ts'
import { termWeightsOf } from './extract-pieces.ts'

/** What a search of the whole bank knows of the question. */
export type Searched = {
  /** Turns that it found, best first. */
  readonly turns: readonly TurnId[]
  /** How rare each word of the question is in the bank: its inverse document frequency, > 0. */
  readonly termWeights: ReadonlyMap<string, number>
}

/** What joining evidence needs; `frame` is that of the question itself. */
export type AggregateContext = {
  readonly frame: RecallFrame
  readonly timeZone: string
  readonly aliases: readonly Alias[]
  /** Undefined: the episodes alone are known. */
  readonly searched?: Searched | undefined
  /** The turns of the quotes as pieces of evidence, and the turns that these reply to. */
  readonly pieces: readonly Evidence[]
}

export type MasterOptions = {
  readonly master: ModelCaller
  /** Sub-questions that were asked already, in order. */
  readonly asked: readonly string[]
  /** Whether a further round is allowed. */
  readonly mayAsk: boolean
  readonly signal: AbortSignal | undefined
}

export type Aggregated = {
  readonly verdict: Verdict
  /** The sub-question whose answer is missing; undefined where the evidence suffices or nothing more can be asked. */
  readonly missing: string | undefined
  /** Citations of what the master was not shown. */
  readonly droppedCitations: number
}

/**
 * Lets the master answer from the evidence of the assistants alone, in one call, and checks what it cites.
 *
 * A citation of what it was not shown is dropped and counted. An answer of which no citation holds rests on the quote in
 * which its words stand; without such a quote it is no answer. Without evidence there is no call.
 *
 * @throws {ProviderError} If the model could not be asked.
 * @throws {MalformedModelOutputError} If its reply could not be read, also after it was asked again.
 * @see E-mem, section 3.4, equation 7
 */
export async function aggregateWithMaster(
  evidence: readonly EpisodeEvidence[],
  context: AggregateContext,
  { master, asked, mayAsk, signal }: MasterOptions,
): Promise<Aggregated> {
  const { frame, timeZone } = context
  if (evidence.length === 0) return nothingFound(frame)
  const { input, shown } = masterInput(evidence, { frame, timeZone, model: master.model, asked, mayAsk })
  if (input.evidence === '')
    return { verdict: abstain('budget', frame, context.pieces), missing: undefined, droppedCitations: 0 }
  const { value } = await runTask(aggregate, input, master, { signal })
  const concluded = conclude(value, shown, context)
  const isOpen = mayAsk && !concluded.verdict.answered && value.missing.trim() !== ''
  return { ...concluded, missing: isOpen ? value.missing.trim() : undefined }
}

/** Where there is nothing to join. */
export function nothingFound(frame: RecallFrame): Aggregated {
  return { verdict: abstain('nothing-related', frame, []), missing: undefined, droppedCitations: 0 }
}

function conclude(
  reply: AggregateReply,
  shown: readonly EpisodeEvidence[],
  context: AggregateContext,
): Omit<Aggregated, 'missing'> {
  const { frame, timeZone, pieces } = context
  const { citations: cited, dropped: droppedCitations } = citeQuotes(reply.citations, shown, timeZone)
  const told = reply.answered
    ? answerText(reply.answer, {
        kind: frame.need.kind,
        referenceDay: frame.referenceDay,
        cited: cited.map((citation) => ({ citation })),
      })
    : undefined
  const citations = told === undefined || cited.length > 0 ? cited : quotesWith(told.text, shown, timeZone)
  const [first, ...others] = citations
  const verdict =
    told === undefined || first === undefined
      ? abstain('unsupported', frame, pieces)
      : onGround(told, [first, ...others], context)
  return { verdict, droppedCitations }
}

/**
 * One hop rests on what was said or happened in the time that is asked about, as in the fast mode; a question that joins
 * may have found it elsewhere, and says so.
 */
function onGround(
  told: AnswerText,
  citations: readonly [Citation, ...Citation[]],
  { frame, timeZone, aliases, pieces }: AggregateContext,
): Verdict {
  const input = { frame, evidence: pieces, timeZone, aliases, termWeights: termWeightsOf(frame, pieces) }
  const ground = admissible(pieces, readQuestion(input, undefined), timeZone)
  const cited = citations.flatMap((citation) => pieceOf(citation, pieces) ?? [])
  const holds = cited.some((piece) => ground.timely.has(piece) || ground.fallback.has(piece))
  if (cited.length > 0 && !holds && frame.hops === 'single')
    return abstain(ground.timely.size === 0 ? 'wrong-time' : 'unsupported', frame, pieces)
  return verdictOn(told, { citations, pieces: cited, ground }, input)
}

/** The passage that a quote stands in; a long turn has several. */
function pieceOf({ turn, quote }: Citation, pieces: readonly Evidence[]): Evidence | undefined {
  const ofTurn = pieces.filter(({ turns }) => turns[0].id === turn)
  const at = ofTurn[0]?.turns[0].text.indexOf(quote) ?? -1
  return (
    ofTurn.find(({ unit: { passage } }) => passage.start < at + quote.length && at < passage.end) ?? ofTurn[0]
  )
}
