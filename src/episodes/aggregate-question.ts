import { asksEarlierTime, formOf } from '../answer/question-form.ts'
import type { ModelCaller } from '../llm/model-caller.ts'
import { promptRoom, replyTokensOf } from '../llm/prompt-room.ts'
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

/** What the master is asked, and the evidence that it is shown. */
export type MasterInput = {
  readonly input: AggregateInput
  /** Best first. */
  readonly shown: readonly EpisodeEvidence[]
}

/**
 * Makes what the master is asked: the question, and as much of the evidence as its context allows, with room for the
 * task, its schema, the reply, and a word about a reply that could not be read.
 *
 * @param evidence Best first.
 */
export function masterInput(evidence: readonly EpisodeEvidence[], options: MasterQuestion): MasterInput {
  const { frame, timeZone, model, asked, mayAsk } = options
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
    replyTokens: replyTokensOf(model, AGGREGATE_TOKENS),
  }
  const { text, shown } = writeEvidence(evidence, { timeZone, ...promptRoom(aggregate, bare, model) })
  return { input: { ...bare, evidence: text }, shown }
}
