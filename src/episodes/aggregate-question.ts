import { estimateTokens } from '../llm/estimate-tokens.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import { replySchema } from '../llm/replies/reply-schema.ts'
import { AGGREGATE_TOKENS, type AggregateInput, aggregate } from '../llm/tasks/aggregate.ts'
import type { EpisodeEvidence } from '../model/episode.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { writeEvidence } from './aggregate-evidence.ts'

export type MasterQuestion = {
  readonly frame: RecallFrame
  readonly timeZone: string
  readonly model: ModelCaller['model']
  /** Sub-questions that were asked already, in order. */
  readonly asked: readonly string[]
  readonly mayAsk: boolean
}

/**
 * Makes what the master is asked: the question, and as much of the evidence as its context allows, with room for the
 * task, its schema, the reply, and a word about a reply that could not be read.
 */
export function masterInput(evidence: readonly EpisodeEvidence[], options: MasterQuestion): AggregateInput {
  const { frame, timeZone, model, asked, mayAsk } = options
  const count = model.countTokens ?? estimateTokens
  const context = model.contextTokens ?? Infinity
  const { time } = frame
  const bare: AggregateInput = {
    question: frame.question,
    form: formOf(frame),
    asksEarlierTime: asksEarlierTime(frame),
    referenceDay: frame.referenceDay,
    asker: frame.asker,
    evidence: '',
    asked,
    mayAsk,
    asksAbout:
      time.status === 'grounded'
        ? time.readings.map(({ first, last }) => `${first}..${last}`).join(' or ')
        : undefined,
    replyTokens: Math.min(AGGREGATE_TOKENS, Math.floor(context * REPLY_SHARE)),
  }
  const { system, prompt } = aggregate.prompt(bare)
  const around = count(system) + count(prompt) + count(JSON.stringify(replySchema(aggregate.schema)))
  const tokens = context - around - bare.replyTokens - REASK_TOKENS
  return { ...bare, evidence: writeEvidence(evidence, { timeZone, tokens, count }) }
}

/** Of a small context, what the reply may take. */
const REPLY_SHARE = 0.2
/** The start of an unreadable reply and what was wrong with it; the frame that a chat template puts around a prompt. */
const REASK_TOKENS = 300

function formOf({ need }: RecallFrame): AggregateInput['form'] {
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
