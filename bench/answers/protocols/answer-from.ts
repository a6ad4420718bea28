import { packForReader } from '../../../src/answer/pack-for-reader.ts'
import { estimateTokens } from '../../../src/llm/estimate-tokens.ts'
import type { ModelCaller } from '../../../src/llm/model-caller.ts'
import { runTask } from '../../../src/llm/run-task.ts'
import { answerQuestion } from '../../../src/llm/tasks/answer-question.ts'
import { ContextTooLongError } from '../../../src/model/errors.ts'
import type { RecallFrame } from '../../../src/model/recall-frame.ts'
import type { ModelCall } from '../../../src/model/usage.ts'
import type { Response, World } from './protocol.ts'

export type Shown = {
  /** The block that the model reads. */
  readonly block: string
  readonly units: number
  readonly turns: readonly string[]
  readonly recallMs: number | undefined
}

/** Lets the run's model answer from a block, in the very prompt that our fast mode uses. */
export async function answerFrom(shown: Shown, frame: RecallFrame, world: World): Promise<Response> {
  const { caller, calls } = recordedReader(world)
  const { prompt } = packForReader({ frame, evidence: [] }, { model: caller.model, budgetTokens: 0 })
  requireRoom(shown.block, prompt.replyTokens, caller)
  const { value } = await runTask(answerQuestion, { ...prompt, evidence: shown.block }, caller)
  return baselineResponse(value.answer, shown, calls)
}

export function recordedReader({ reader }: Pick<World, 'reader'>) {
  if (reader === undefined) throw new TypeError('A protocol that needs a model was run without one')
  const calls: ModelCall[] = []
  return { caller: reader.recordedBy((call) => calls.push(call)), calls }
}

export function baselineResponse(text: string, shown: Shown, calls: readonly ModelCall[]): Response {
  return {
    text: text.trim(),
    answered: text.trim() !== '',
    mode: undefined,
    escalated: false,
    contextUnits: shown.units,
    contextCharacters: shown.block.length,
    calls,
    recallMs: shown.recallMs,
    turns: shown.turns,
    failedAssistants: 0,
  }
}

/** What is too long for the model is not cut in secret: it fails, and counts as a failure. */
function requireRoom(block: string, replyTokens: number, { model }: ModelCaller): void {
  const tokens = (model.countTokens ?? estimateTokens)(block) + replyTokens
  if (model.contextTokens === undefined || tokens <= model.contextTokens) return
  throw new ContextTooLongError(
    `The block and its reply take ${tokens} tokens, the model's context has ${model.contextTokens}`,
  )
}
