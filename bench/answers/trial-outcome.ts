import type { ModelCall } from '../../src/model/usage.ts'
import { openTally } from '../replies/tally.ts'
import type { Gold, MarkedExam } from './gold.ts'
import type { Response } from './protocols/protocol.ts'
import type { Outcome } from './run.ts'

/** A call that cost so much, by default of a reader. */
export function trialCall(input: number, output: number, more: Partial<ModelCall> = {}): ModelCall {
  return {
    task: 'answer',
    role: 'reader',
    model: 'm',
    inputTokens: input,
    cachedInputTokens: 0,
    outputTokens: output,
    milliseconds: 1,
    attempts: 1,
    reask: false,
    outcome: 'ok',
    ...more,
  }
}

/** An answer to the question in that place of the bank `b`; without a text it does not answer. */
export function trialOutcome(
  protocol: string,
  text: string,
  { question = 0, ...more }: Partial<Response> & { question?: number } = {},
): Outcome {
  const response = {
    text,
    answered: text !== '',
    mode: 'fast',
    escalated: false,
    contextUnits: 1,
    contextCharacters: 10,
    calls: [],
    recallMs: 1,
    turns: [],
    failedAssistants: 0,
    ...more,
  } as const
  return {
    protocol,
    bank: 'b',
    question,
    response,
    failure: undefined,
    milliseconds: 5,
    cold: false,
    tally: openTally(),
  }
}

/** An exam about the bank `b` with these labels. */
export function trialExam(labels: readonly Partial<Gold>[]): MarkedExam {
  return {
    exam: {
      bank: { name: 'b', turns: [] },
      questions: labels.map((_, i) => ({
        text: `Question ${i}?`,
        referenceTime: '2031-01-01',
        asker: undefined,
      })),
    },
    gold: labels.map((label, i) => ({
      answer: 'a kite',
      category: 4,
      kind: 'single-hop',
      unanswerable: false,
      clean: true,
      tuning: false,
      evidence: [],
      id: `b/${i}`,
      ...label,
    })),
  }
}
