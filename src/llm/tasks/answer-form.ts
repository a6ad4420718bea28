import { unreachable } from '../../model/unreachable.ts'

/** What form an answer takes. */
export type AnswerForm = 'yes-no' | 'list' | 'date' | 'phrase'

/** The lines of a prompt that ask for a form; none for a phrase, which the task asks for anyway. */
export function formLines(form: AnswerForm, evidence: 'records' | 'reports'): readonly string[] {
  switch (form) {
    case 'yes-no':
      return ['Form: “yes” or “no”, then a comma and the ground for it in a few words.']
    case 'list':
      return [`Form: every item that the ${evidence} bear out, separated by commas.`]
    case 'date':
      return [`Form: the day or days, as exactly as the ${evidence} allow.`]
    case 'phrase':
      return []
    default:
      return unreachable(form)
  }
}

/** The text of an answer that was given as something else: [true → “yes”], [12 → “12”], [[“a”, “b”] → “a, b”]. */
export function answerInForm(answer: unknown): unknown {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no'
  return Array.isArray(answer) ? answer.join(', ') : textInForm(answer)
}

/** A citation that was given as a bare turn id, or whose id is a number. */
export function citationInForm(citation: unknown): unknown {
  if (typeof citation === 'string' || typeof citation === 'number')
    return { turn: String(citation), quote: '' }
  if (typeof citation !== 'object' || citation === null) return citation
  const { turn, quote } = citation as Readonly<Record<string, unknown>>
  return { turn: textInForm(turn), quote: quote ?? '' }
}

const textInForm = (value: unknown) => (typeof value === 'number' ? String(value) : value)
