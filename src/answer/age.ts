import { attribution, OWN_STATEMENT } from './attribution.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

const SMALL =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const TENFOLD = '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\\w+)?'
const SAID_OF = "i am|i['’]m|is|was|turn(?:s|ed|ing)?|aged?|age of|(?:he|she|it)['’]s"
const ADVERB = '(?:now |just |only |almost |nearly |already )?'

/**
 * An age as it is said of somebody: “I'm 34”, “Ada turned 40 on Friday”, “a three-year-old”. Small numbers in words mean
 * many things: they are an age where they say so, or are all that is said of a person (“he is nine”).
 */
const AGE = new RegExp(
  [
    `\\b(?:${SAID_OF})\\s+${ADVERB}(?<age>\\d{1,3}|${TENFOLD})(?=\\s*(?:$|[.,;!?)]|years? old\\b|and\\b|on\\b|this\\b|last\\b|yesterday\\b|today\\b|now\\b|next\\b|in\\b))`,
    `\\b(?<inYears>\\d{1,3}|${SMALL}|${TENFOLD})(?: and a half)?[- ]years?[- ]old\\b`,
    `^\\W*(?:and |but )?(?:(?:he|she) (?:is|was|turn(?:s|ed))|(?:he|she)['’]s|i['’]m|i am)\\s+${ADVERB}(?<alone>${SMALL})\\s*(?:now)?\\s*[.,;!?]*\\s*$`,
    `\\bturn(?:s|ed|ing)?\\s+${ADVERB}(?<turned>${SMALL})(?=\\s*(?:$|[.,;!?)]|on\\b|in\\b|last\\b|this\\b|next\\b|yesterday\\b|today\\b|tomorrow\\b))`,
    `\\b(?<months>(?:\\d{1,2}|${SMALL}) (?:weeks|months))[- ]old\\b`,
  ].join('|'),
  'iu',
)

/** The age as it is written: “34”, “three”, “ten months”; undefined where the text gives none. */
export function ageIn(text: string): string | undefined {
  const groups = AGE.exec(text)?.groups
  return groups?.age ?? groups?.inYears ?? groups?.alone ?? groups?.turned ?? groups?.months
}

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

/** Whole years; undefined also for ages in months. */
function yearsIn(text: string): number | undefined {
  const said = ageIn(text)
  if (said === undefined || /months|weeks/iu.test(said)) return undefined
  if (/^\d+$/u.test(said)) return Number(said)
  const [first, ones] = said.toLowerCase().split('-')
  const small = SMALL.split('|').indexOf(first!) + 1
  if (small > 0) return small
  const ten = 10 * (TENS.indexOf(first!) + 2)
  return ones === undefined ? ten : ten + SMALL.split('|').indexOf(ones) + 1
}

const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
