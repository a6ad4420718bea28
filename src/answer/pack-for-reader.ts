import type { ModelCaller } from '../llm/model-caller.ts'
import { promptRoom, replyTokensOf } from '../llm/prompt-room.ts'
import { ANSWER_TOKENS, type AnswerQuestionInput, answerQuestion } from '../llm/tasks/answer-question.ts'
import type { Evidence } from '../model/evidence.ts'
import type { AnswerInput } from './answer-input.ts'
import { packEvidence } from './pack-evidence.ts'
import { asksEarlierTime, formOf } from './question-form.ts'

export type ReaderLimits = { readonly model: ModelCaller['model']; readonly budgetTokens: number }

/**
 * Makes what a reader is asked: the question, and as much of the evidence as the budget and the reader's context allow.
 * The context has room left for the task, its schema, the reply, and a word about a reply that could not be read.
 */
export function packForReader(
  { frame, evidence }: Pick<AnswerInput, 'frame' | 'evidence'>,
  { model, budgetTokens }: ReaderLimits,
): { readonly prompt: AnswerQuestionInput; readonly packed: readonly Evidence[] } {
  const bare: AnswerQuestionInput = {
    question: frame.question,
    form: formOf(frame),
    asksEarlierTime: asksEarlierTime(frame),
    referenceDay: frame.referenceDay,
    asker: frame.asker,
    evidence: '',
    replyTokens: replyTokensOf(model, ANSWER_TOKENS),
  }
  const room = promptRoom(answerQuestion, bare, model)
  const tokens = Math.min(budgetTokens, room.tokens)
  const { text, packed } = packEvidence({ frame, evidence }, { tokens, count: room.count })
  return { prompt: { ...bare, evidence: text }, packed }
}
