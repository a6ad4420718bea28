import type { z } from 'zod'
import type { Task } from '../task.ts'
import {
  ANALYSIS,
  ANALYSIS_RULES,
  ANALYSIS_TOKENS,
  type AskedQuestion,
  promptOf,
  systemOf,
} from './analyse-question.ts'
import { PLAN_RULES, PLAN_TOKENS, QUERIES } from './plan-queries.ts'

const ANALYSIS_AND_PLAN = ANALYSIS.extend({ queries: QUERIES })

/** An analysis and a plan. */
export type AnalysisAndPlan = z.infer<typeof ANALYSIS_AND_PLAN>

/** `analyse` and `plan` in one call: half the calls, and the queries follow from the conditions. */
export const analyseAndPlan: Task<AskedQuestion, AnalysisAndPlan> = {
  name: 'analyse-and-plan',
  prompt: (input) => ({
    system: systemOf(
      'A question is asked of a memory of conversations. Say what it asks for, which conditions a memory must meet to be evidence for it, and what else to search for. Do not answer it.',
      [...ANALYSIS_RULES, ...PLAN_RULES],
    ),
    prompt: promptOf(input),
  }),
  schema: ANALYSIS_AND_PLAN,
  maxOutputTokens: () => ANALYSIS_TOKENS + PLAN_TOKENS,
}
