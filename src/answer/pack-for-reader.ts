import { estimateTokens } from '../llm/estimate-tokens.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import { replySchema } from '../llm/replies/reply-schema.ts'
import { ANSWER_TOKENS, type AnswerQuestionInput, answerQuestion } from '../llm/tasks/answer-question.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import type { AnswerInput } from './answer-input.ts'
import { packEvidence } from './pack-evidence.ts'

export type ReaderLimits = { readonly model: ModelCaller['model']; readonly budgetTokens: number }

/**
 * Makes what a reader is asked: the question, and as much of the evidence as the budget and the reader's context allow.
 * The context has room left for the task, its schema, the reply, and a word about a reply that could not be read.
 */
export function packForReader(
  { frame, evidence }: Pick<AnswerInput, 'frame' | 'evidence'>,
  { model, budgetTokens }: ReaderLimits,
): { readonly prompt: AnswerQuestionInput; readonly packed: readonly Evidence[] } {
  const count = model.countTokens ?? estimateTokens
  const replyTokens = Math.min(ANSWER_TOKENS, Math.floor((model.contextTokens ?? Infinity) * REPLY_SHARE))
  const bare: AnswerQuestionInput = {
    question: frame.question,
    form: formOf(frame),
    asksEarlierTime: asksEarlierTime(frame),
    referenceDay: frame.referenceDay,
    asker: frame.asker,
    evidence: '',
    replyTokens,
  }
  const { system, prompt } = answerQuestion.prompt(bare)
  const around = count(system) + count(prompt) + count(JSON.stringify(replySchema(answerQuestion.schema)))
  const room = (model.contextTokens ?? Infinity) - around - replyTokens - REASK_TOKENS
  const { text, packed } = packEvidence({ frame, evidence }, { tokens: Math.min(budgetTokens, room), count })
  return { prompt: { ...bare, evidence: text }, packed }
}

/** Of a small context, what the reply may take. */
const REPLY_SHARE = 0.2
/** The start of an unreadable reply and what was wrong with it; the frame that a chat template puts around a prompt. */
const REASK_TOKENS = 300

function formOf({ need }: RecallFrame): AnswerQuestionInput['form'] {
  if (need.kind === 'yes-no') return 'yes-no'
  if (need.list) return 'list'
  return need.kind === 'date' ? 'date' : 'phrase'
}

function asksEarlierTime({ question, order, time, referenceDay }: RecallFrame): boolean {
  if (order?.relation === 'first' || order?.relation === 'before') return true
  if (time.status === 'grounded' && time.range.last < referenceDay) return true
  return /\b(?:used to|originally|previously|formerly|at first|back then|in the past|before)\b/iu.test(
    question,
  )
}
