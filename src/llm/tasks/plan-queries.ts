import { z } from 'zod'
import type { Task } from '../task.ts'
import { type AskedQuestion, promptOf, systemOf } from './analyse-question.ts'

/** Queries beside the question itself that are searched for at most. */
export const MOST_QUERIES = 4

export const QUERIES = z
  .array(
    z.object({
      text: z.string().describe('A short statement or question, as it could stand in the conversation.'),
      keywords: z
        .array(z.string())
        .describe('Up to five words likely to stand in the memory that are not in the question.'),
    }),
  )
  .describe(`One query for each thing that must be known, at most ${MOST_QUERIES}; fewer is better.`)

const PLAN = z.object({ queries: QUERIES })

/** What a model would search for; `mostQueries` and what follows the question are checked by who uses it. */
export type QueryPlan = z.infer<typeof PLAN>

/** What a plan has to observe. */
export const PLAN_RULES = [
  'The question itself is searched for anyway: do not repeat it. Give a query only for what it joins, compares or leaves unsaid.',
  'Keep every person and thing by the name that the question uses. Invent no names, days or numbers.',
]

/** Question → a few targeted queries. @see RaMem, appendix C.4 */
export const planQueries: Task<AskedQuestion, QueryPlan> = {
  name: 'plan',
  prompt: (input) => ({
    system: systemOf(
      'A question is asked of a memory of conversations, which is searched by meaning. Say what else to search for, so that all that an answer needs is found. Do not answer it.',
      PLAN_RULES,
    ),
    prompt: promptOf(input),
  }),
  schema: PLAN,
  maxOutputTokens: () => PLAN_TOKENS,
}

/** Four queries with their keywords. */
export const PLAN_TOKENS = 400
