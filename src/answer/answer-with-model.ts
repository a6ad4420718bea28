import type { ModelCaller } from '../llm/model-caller.ts'
import { runTask } from '../llm/run-task.ts'
import { answerQuestion, type ModelAnswer } from '../llm/tasks/answer-question.ts'
import type { Verdict } from '../model/answer.ts'
import type { Evidence } from '../model/evidence.ts'
import { abstain } from './abstain.ts'
import { type Admissible, admissible } from './admissible.ts'
import type { AnswerInput } from './answer-input.ts'
import { answerText } from './answer-text.ts'
import { type CheckedCitation, checkCitations } from './check-citations.ts'
import { packForReader } from './pack-for-reader.ts'
import { type Question, readQuestion } from './question.ts'
import { recite } from './recite.ts'
import { streamingCaller } from './streaming-caller.ts'
import { verdictOn } from './verdict-on.ts'

export type ModelAnswerOptions = {
  readonly reader: ModelCaller
  /** Upper bound of the evidence in the prompt, in the reader's tokens (estimated where it does not count them). */
  readonly budgetTokens: number
  readonly signal?: AbortSignal | undefined
  /**
   * Hears the answer's text as it comes, never reasoning or syntax. What the verdict says counts: where the citations do
   * not hold it is no answer, and a date or a caveat may stand behind the text.
   */
  readonly onText?: ((text: string) => void) | undefined
}

/** What a model answered, checked. */
export type ModelVerdict = Verdict & {
  /** Citations of what the model was not shown, or of another time than the question asks about. */
  readonly droppedCitations: number
  /** Pieces of evidence that the model was shown. */
  readonly packed: number
}

/**
 * Lets a language model answer from evidence, in one call, and checks what it cites.
 *
 * The evidence is packed in rank order with its coordinates; pieces of another time than the question asks about are
 * shown as such, and the answer may not rest on them where there are any of that time. A citation of what was not shown
 * is dropped. An answer without a citation that holds rests on the one turn that bears out its words; without such a
 * turn it is no answer. Nothing to rest on: no call.
 *
 * @throws {ProviderError} If the model could not be asked.
 * @throws {MalformedModelOutputError} If its reply could not be read, also after it was asked again.
 * @see RaMem, section 3.4 and appendix C.5
 */
export async function answerWithModel(
  input: AnswerInput,
  { reader, budgetTokens, signal, onText }: ModelAnswerOptions,
): Promise<ModelVerdict> {
  const { frame, evidence, timeZone } = input
  if (evidence.length === 0) return notAnswered(abstain('nothing-related', frame, []))
  const question = readQuestion(input, undefined)
  const ground = admissible(evidence, question, timeZone)
  if (ground.timely.size + ground.fallback.size === 0)
    return notAnswered(abstain('wrong-time', frame, evidence))
  const { prompt, packed } = packForReader(input, { model: reader.model, budgetTokens })
  if (packed.length === 0) return notAnswered(abstain('budget', frame, evidence))
  const caller = onText === undefined ? reader : streamingCaller(reader, { field: 'answer', onText })
  const { value } = await runTask(answerQuestion, prompt, caller, { signal })
  return conclude(value, { input, question, ground, packed })
}

type Ground = {
  readonly input: AnswerInput
  readonly question: Question
  readonly ground: Admissible
  readonly packed: readonly Evidence[]
}

function notAnswered(verdict: Verdict, facts = { droppedCitations: 0, packed: 0 }): ModelVerdict {
  return { ...verdict, ...facts }
}

function conclude(reply: ModelAnswer, { input, question, ground, packed }: Ground): ModelVerdict {
  const { frame, timeZone, evidence } = input
  const rests = restOn(reply, { packed, ground, timeZone })
  const facts = { droppedCitations: rests.dropped, packed: packed.length }
  const told = answerText(reply.answer, {
    kind: question.kind,
    referenceDay: frame.referenceDay,
    cited: rests.held,
  })
  if (told === undefined) return notAnswered(unsupported(input, ground), facts)
  const found =
    rests.held.length > 0
      ? rests.held
      : [
          recite(told.text, rests.pieces, { question: frame.question, date: told.date, timeZone }) ?? [],
        ].flat()
  const [first, ...others] = found
  if (first === undefined) return notAnswered(unsupported(input, ground), facts)
  const citations = [first.citation, ...others.map(({ citation }) => citation)] as const
  const pieces = found.map(({ piece }) => piece)
  return { ...verdictOn(told, { citations, pieces, ground }, { frame, evidence, timeZone }), ...facts }
}

type Rest = {
  readonly held: readonly CheckedCitation[]
  readonly dropped: number
  readonly pieces: readonly Evidence[]
}

/** The citations that hold among the evidence of the time asked about; only where none does, among the fallback. */
function restOn(
  { citations, answer }: ModelAnswer,
  { packed, ground, timeZone }: Pick<Ground, 'packed' | 'ground'> & { readonly timeZone: string },
): Rest {
  const among = (pieces: readonly Evidence[]) => ({
    ...checkCitations(citations, pieces, { timeZone, answer }),
    pieces,
  })
  const timely = among(packed.filter((piece) => ground.timely.has(piece)))
  if (timely.held.length > 0) return timely
  const fallback = among(packed.filter((piece) => ground.fallback.has(piece)))
  return fallback.held.length > 0
    ? fallback
    : { ...timely, pieces: timely.pieces.length > 0 ? timely.pieces : fallback.pieces }
}

function unsupported({ frame, evidence }: AnswerInput, { timely }: Admissible): Verdict {
  return abstain(timely.size === 0 ? 'wrong-time' : 'unsupported', frame, evidence)
}
