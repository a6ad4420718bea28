import { abstain } from '../answer/abstain.ts'
import { answer } from '../answer/answer.ts'
import type { AnswerInput } from '../answer/answer-input.ts'
import { answerWithModel } from '../answer/answer-with-model.ts'
import type { Purse } from '../llm/purse.ts'
import type { Verdict } from '../model/answer.ts'
import { BudgetError } from '../model/errors.ts'
import type { ModeContext } from './mode-context.ts'
import type { AskChoices } from './question.ts'
import type { Recollected } from './recollect.ts'

/** What the fast mode says, and who said it. */
export type FastAnswer = {
  readonly verdict: Verdict
  readonly droppedCitations: number
  readonly why: string
}

/** Answers from recalled evidence: by the reader where there is one, else out of the evidence's own words. */
export async function answerFast(
  { recollection, history, termWeights }: Recollected,
  choices: Pick<AskChoices, 'evidenceTokens' | 'signal'>,
  {
    context,
    purse,
    onText,
  }: {
    readonly context: ModeContext
    readonly purse: Purse
    readonly onText: ((text: string) => void) | undefined
  },
): Promise<FastAnswer> {
  const { frame, evidence } = recollection
  const { timeZone } = context.store.facts
  const { aliases, days } = history
  const input = { frame, evidence, timeZone, aliases, termWeights, lastDay: days?.last }
  const { reader } = context.callers
  if (reader === undefined)
    return {
      verdict: answer(input),
      droppedCitations: 0,
      why: 'no model is set: answered from the words of the evidence itself',
    }
  try {
    const { droppedCitations, packed, ...verdict } = await answerWithModel(input, {
      reader: purse.bounded(reader),
      budgetTokens: choices.evidenceTokens,
      signal: choices.signal,
      onText,
    })
    const why =
      packed === 0
        ? 'no model was asked: there is no evidence to answer from'
        : `${reader.model.id} answered from the recalled evidence${purse.ranOut() || purse.keptBack() ? '; the budget did not suffice to search further' : ''}`
    return { verdict, droppedCitations, why }
  } catch (error) {
    choices.signal?.throwIfAborted()
    if (!(error instanceof BudgetError)) throw error
    return withoutModel(input)
  }
}

/** The best that there is without a call: what the evidence says in its own words. */
function withoutModel(input: AnswerInput): FastAnswer {
  const why = 'the budget did not suffice to ask the model'
  const verdict = answer(input)
  return verdict.answered
    ? { verdict, droppedCitations: 0, why: `${why}: answered from the words of the evidence itself` }
    : { verdict: abstain('budget', input.frame, input.evidence), droppedCitations: 0, why }
}
