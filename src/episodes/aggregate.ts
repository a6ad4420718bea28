import { abstain } from '../answer/abstain.ts'
import { answer } from '../answer/answer.ts'
import { answerText } from '../answer/answer-text.ts'
import { putCurrentFirst } from '../answer/put-current-first.ts'
import { ambiguousReadings } from '../answer/timely.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import { runTask } from '../llm/run-task.ts'
import { type AggregateReply, aggregate } from '../llm/tasks/aggregate.ts'
import type { Verdict } from '../model/answer.ts'
import type { EpisodeEvidence } from '../model/episode.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Alias } from '../model/history.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { citeQuotes, quotesWith } from './aggregate-citations.ts'
import { masterInput } from './aggregate-question.ts'
import { rankPieces, termWeightsOf } from './extract-pieces.ts'

/** What joining evidence needs; `frame` is that of the question itself. */
export type AggregateContext = {
  readonly frame: RecallFrame
  readonly timeZone: string
  readonly aliases: readonly Alias[]
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
  const input = masterInput(evidence, { frame, timeZone, model: master.model, asked, mayAsk })
  if (input.evidence === '')
    return { verdict: abstain('budget', frame, context.pieces), missing: undefined, droppedCitations: 0 }
  const { value } = await runTask(aggregate, input, master, { signal })
  const concluded = conclude(value, evidence, context)
  const isOpen = mayAsk && !concluded.verdict.answered && value.missing.trim() !== ''
  return { ...concluded, missing: isOpen ? value.missing.trim() : undefined }
}

/** Joins evidence without a model: the extractive answer from the turns of the quotes. */
export function aggregateByWords(
  evidence: readonly EpisodeEvidence[],
  { frame, timeZone, aliases, pieces }: AggregateContext,
): Aggregated {
  if (evidence.length === 0) return nothingFound(frame)
  const order = inTurns(evidence).flatMap(({ quotes }) => quotes.map(({ turn }) => turn))
  const ranked = rankPieces(pieces, frame, [...new Set(order)])
  // What merely asks lends its words to the turn that replies to it, wherever it stands.
  const replied = pieces.filter((piece) => !ranked.some(({ unit }) => unit.id === piece.unit.id))
  const termWeights = termWeightsOf(frame, pieces)
  const given = { frame, evidence: [...ranked, ...replied], timeZone, aliases, termWeights }
  const verdict = answer({ ...given, evidence: putCurrentFirst(given) })
  return { verdict, missing: undefined, droppedCitations: 0 }
}

/** The best of each episode, then the second of each, and so on: no episode goes before another as a whole. */
function inTurns(evidence: readonly EpisodeEvidence[]): readonly EpisodeEvidence[] {
  const taken = new Map<number, number>()
  return evidence
    .map((each) => {
      const place = taken.get(each.episode) ?? 0
      taken.set(each.episode, place + 1)
      return { each, place }
    })
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each)
}

function nothingFound(frame: RecallFrame): Aggregated {
  return { verdict: abstain('nothing-related', frame, []), missing: undefined, droppedCitations: 0 }
}

function conclude(
  reply: AggregateReply,
  evidence: readonly EpisodeEvidence[],
  { frame, timeZone, pieces }: AggregateContext,
): Omit<Aggregated, 'missing'> {
  const { citations: cited, dropped: droppedCitations } = citeQuotes(reply.citations, evidence, timeZone)
  const told = reply.answered
    ? answerText(reply.answer, {
        kind: frame.need.kind,
        referenceDay: frame.referenceDay,
        cited: withPieces(cited, pieces),
      })
    : undefined
  const citations = told === undefined || cited.length > 0 ? cited : quotesWith(told.text, evidence, timeZone)
  const [first, ...others] = citations
  if (told === undefined || first === undefined)
    return { verdict: abstain('unsupported', frame, pieces), droppedCitations }
  const verdict: Verdict = {
    answered: true,
    ...told,
    citations: [first, ...others],
    caveats: ambiguousReadings(frame) === undefined ? [] : [abstain('ambiguous', frame, []).text],
  }
  return { verdict, droppedCitations }
}

function withPieces(citations: ReturnType<typeof citeQuotes>['citations'], pieces: readonly Evidence[]) {
  return citations.flatMap((citation) => {
    const piece = pieces.find(({ turns }) => turns[0].id === citation.turn)
    return piece === undefined ? [] : [{ citation, piece }]
  })
}
