import { attribution, OWN_STATEMENT } from './attribution.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/** An age as it is said of somebody: “I'm 34”, “Ada turned 40 on Friday”, “a three-year-old”. */
export const AGE =
  /(?:\b(?:i am|i['’]m|is|was|turn(?:s|ed|ing)?|aged?|age of|(?:he|she)['’]s)\s+(?:now |just |almost |nearly )?(?<age>\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?)(?=\s*(?:$|[.,;!?)]|years? old\b|and\b|on\b|this\b|last\b|yesterday\b|today\b|now\b|next\b|in\b))|\b\d{1,3}[- ]years?[- ]old\b)/iu

/** The age that the newest statement about a person gives, in years at that time. */
export function ageOfPerson(
  person: string,
  rated: readonly Rated[],
  { asked }: Question,
): { readonly age: number; readonly statement: Statement } | undefined {
  const statement = rated
    .map((each) => each.statement)
    .filter(
      (each) =>
        yearsIn(each.text) !== undefined &&
        (attribution(each, { ...asked, persons: [person] }) >= OWN_STATEMENT || names(each.text, person)),
    )
    .toSorted(compareSaid)
    .at(-1)
  const age = statement && yearsIn(statement.text)
  return statement === undefined || age === undefined ? undefined : { age, statement }
}

/** “Pelle is 84”, whatever else the bank knows of Pelle. */
function names(text: string, person: string): boolean {
  const said = text.indexOf(person)
  return said >= 0 && /^(?: is| was| turned| turns|['’]s)\b/u.test(text.slice(said + person.length))
}

function yearsIn(text: string): number | undefined {
  const match = AGE.exec(text)
  const said = match?.groups?.age ?? /\d{1,3}/u.exec(match?.[0] ?? '')?.[0]
  if (said === undefined) return undefined
  if (/^\d+$/u.test(said)) return Number(said)
  const [tens, ones] = said.toLowerCase().split('-')
  const ten = 10 * (TENS.indexOf(tens!) + 2)
  return ones === undefined ? ten : ten + ONES.indexOf(ones) + 1
}

const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ONES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
