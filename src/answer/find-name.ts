import { names } from '../language/names.ts'
import { stem } from '../language/stem.ts'
import { foldText } from '../language/terms.ts'
import { sameName } from './attribution.ts'
import { choose } from './choose.ts'
import type { Finder } from './finding.ts'
import { tellsEnd } from './had-no-more.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/** The name by which a statement calls what is asked for; a name that merely stands near names nothing. */
export const findName: Finder = (rated, question) => {
  for (const { statement } of choose(rated, question, LEAST_COVERAGE_OF_NAMED)) {
    const name = nameIn(statement, question)
    if (name === undefined) continue
    const end = question.asksState ? endOf(name, statement, rated) : undefined
    if (end === undefined) return { text: name, support: [statement] }
    return { text: `${name} (${end.day}: “${end.text}”)`, support: [statement, end] }
  }
  return undefined
}

/** “Bixi passed away”, told since: who asks for the name of the dog is told so. */
function endOf(name: string, at: Statement, rated: readonly Rated[]): Statement | undefined {
  return rated
    .map(({ statement }) => statement)
    .find((each) => each.modality === 'stated' && compareSaid(each, at) > 0 && tellsEnd(each.text, name))
}

/** “His name is Fjord” has the kitten beside it. */
const LEAST_COVERAGE_OF_NAMED = 0.25

function nameIn(
  statement: Statement,
  { text: asked, terms, asked: { persons, aliases } }: Question,
): string | undefined {
  const { text, subject, antecedent } = statement
  const isNew = (name: string | undefined): name is string =>
    name !== undefined &&
    !foldText(asked).includes(foldText(name)) &&
    !persons.some((person) => sameName(person, name, aliases))
  const outright = OUTRIGHT.exec(text)?.groups?.name
  if (isNew(outright)) return outright
  const beside = besideNoun(text, new Set(terms.map(({ term }) => term)))
  if (isNew(beside)) return beside
  if (!IS.test(text) || !terms.every(({ term }) => statement.terms.has(term))) return undefined
  const defined = DEFINED.exec(text)?.groups?.name
  if (isNew(defined)) return defined
  const subjectName =
    subject.kind === 'named' ? subject.name : subject.kind === 'pronoun' ? antecedent : undefined
  return isNew(subjectName) ? subjectName : undefined
}

/** “My brother Chidi”. */
function besideNoun(text: string, asked: ReadonlySet<string>): string | undefined {
  const named = names(text).find(({ start }) => {
    const noun = /(?<noun>\p{Ll}[\p{L}-]*),?\s$/u.exec(text.slice(0, start))?.groups?.noun
    return noun !== undefined && asked.has(stem(foldText(noun)))
  })
  return named?.text
}

/** “Ledger is Maribel's cat”. */
const IS = /\b(?:is|was|are|were)\b|['’]s\b/u

const OUTRIGHT =
  /\b(?:names?(?:['’]s| is| was| are| were| will be)|called|named|christened|call(?:ed|s)? (?:him|her|it|them)|named (?:him|her|it|them))\s+(?:the\s+)?["“‘']?(?<name>\p{Lu}[\p{L}\p{N}'’-]*(?: (?:\p{Lu}[\p{L}\p{N}'’-]*|and \p{Lu}[\p{L}\p{N}'’-]*))*)/u

/** “Dot is my parrot”: whoever is something of somebody's has that name, known or not. */
const DEFINED =
  /^\W*(?!(?:He|She|It|They|That|This|There|Here|We|You|My|Our|His|Her|Their|The|What|Who|One)\b)(?<name>\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*) (?:is|was) (?:my|our|his|her|their|the|an?|\p{Lu}\S*['’]s)\s/u
