import { z } from 'zod'
import { runTask } from '../../../src/llm/run-task.ts'
import type { Task } from '../../../src/llm/task.ts'
import { baselineResponse, recordedReader } from './answer-from.ts'
import type { Protocol } from './protocol.ts'

/** The model without any record: what it knows of the world by itself, which a benchmark made of Wikipedia rewards. */
export const closedBook: Protocol = {
  name: 'closed-book',
  needsModel: true,
  prepare: async () => {},
  async answer({ text }, world) {
    const { caller, calls } = recordedReader(world)
    const { value } = await runTask(answerUnaided, text, caller)
    return baselineResponse(value.answer, { block: '', units: 0, turns: [], recallMs: undefined }, calls)
  },
  cost: () => ({ build: 0, question: { least: 1, most: 1 } }),
}

const answerUnaided: Task<string, { reasoning: string; answer: string }> = {
  name: 'answer',
  prompt: (question) => ({
    system:
      'Answer a question from general knowledge. The answer is the shortest phrase that answers it; guess where you are not sure.',
    prompt: `Question: ${JSON.stringify(question)}`,
  }),
  schema: z.object({
    reasoning: z.string().describe('What is known about it, briefly.'),
    answer: z.string().describe('The answer and nothing else.'),
  }),
  maxOutputTokens: () => 500,
}
