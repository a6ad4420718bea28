import { stem } from '../language/stem.ts'
import { words } from '../language/words.ts'
import { IRREGULAR_PAST, REGULAR_PAST } from '../time/verbs.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'

/**
 * Whether a clause has the verb of a question about what somebody does in that tense: “Our orchestra played Dvořák” does
 * not tell what instrument she plays. True where the question or the clause has no such verb.
 */
export function isInAskedTense(
  { text }: Pick<Statement, 'text'>,
  { text: asked }: Pick<Question, 'text'>,
): boolean {
  if (!ASKS_HABIT.test(asked)) return true
  const forms = new Set(words(asked).map(({ lower }) => lower))
  const wanted = new Set([...forms].filter((form) => !PAST.test(form)).map(stem))
  const told = words(text).filter(({ lower }) => wanted.has(stem(lower)))
  const past = told.filter(({ lower }) => PAST.test(lower) && !forms.has(lower))
  return past.length === 0 || told.length > past.length
}

const ASKS_HABIT = /\b(?:do|does)\b(?!.*\b(?:did|was|were)\b)/iu
const PAST = new RegExp(`^(?:${IRREGULAR_PAST}|${REGULAR_PAST})$`, 'u')
