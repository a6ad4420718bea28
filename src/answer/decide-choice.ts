import { isNegated, preference } from '../language/polarity.ts'
import { stem } from '../language/stem.ts'
import { analyse } from '../language/terms.ts'
import { words } from '../language/words.ts'
import { ageOfPerson } from './age.ts'
import { choose } from './choose.ts'
import type { Finder, Finding } from './finding.ts'
import { kindred } from './kindred.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/** “A or B?”: the alternative that the statements speak for; the newest where they changed their mind. */
export const decideChoice: Finder = (rated, question) => {
  const alternatives = alternativesOf(question.text)
  if (alternatives === undefined) return undefined
  const comparative = COMPARED.exec(question.text)?.groups?.how?.toLowerCase()
  if (comparative !== undefined) return compare(comparative, alternatives, { rated, question })
  const shared = withoutAlternatives(rated, alternatives)
  for (const { statement } of choose(shared, { ...question, asksState: true })) {
    const named = alternatives.filter(({ terms }) => covers(statement, terms))
    const standing =
      named.length === 1 ? named : named.filter((each) => !isRuledOut(each, alternatives, statement))
    const [only] = standing
    const other = alternatives.find((each) => each !== only)
    if (standing.length !== 1 || only === undefined || other === undefined) continue
    const denies = preference(statement.text) === 'dislikes' || isNegated(statement.text)
    return { text: denies && named.length === 1 ? other.text : only.text, support: [statement] }
  }
  return undefined
}

/** “Who is older, A or B?”: what is said of one alone tells nothing. */
const COMPARED =
  /^\W*(?:and |so )?(?:who|which|what)(?: (?:of them|one|\p{L}+))?(?:['’]s| (?:is|was|are|were|has|had|does|did|costs?|weighs?|lives?)) (?:the )?(?<how>(?!other\b|ever\b|under\b|over\b|after\b|never\b|together\b|either\b|neither\b)\p{L}{2,}er|more|less|fewer|better|worse)\b/iu

type Ground = { readonly rated: readonly Rated[]; readonly question: Question }

/** By the ages of both, or by a statement that compares the two (“A is taller than B”). */
function compare(
  comparative: string,
  [left, right]: readonly [Alternative, Alternative],
  { rated, question }: Ground,
): Finding | undefined {
  for (const { statement } of rated) {
    const said = new RegExp(`^(?<more>.*)\\b${comparative}\\b(?: \\p{L}+)? than\\b(?<less>.*)$`, 'iu').exec(
      statement.text,
    )
    if (said === null) continue
    const [more, less] = [analyse(said.groups!.more!), analyse(said.groups!.less!)]
    for (const [winner, loser] of [
      [left, right],
      [right, left],
    ] as const) {
      if (holdsAll(more, winner) && holdsAll(less, loser)) return { text: winner.text, support: [statement] }
    }
  }
  if (comparative !== 'older' && comparative !== 'younger') return undefined
  const ages = [left, right].map(({ text }) => ageOfPerson(text, rated, question))
  const [a, b] = ages
  if (a === undefined || b === undefined || a.age === b.age) return undefined
  const isLeft = comparative === 'older' ? a.age > b.age : a.age < b.age
  return { text: (isLeft ? left : right).text, support: [a.statement, b.statement] }
}

function holdsAll(said: readonly string[], { terms }: Alternative): boolean {
  return terms.some((term) => said.includes(term))
}

/** “I take the ferry, never the train”: the train is named to be ruled out. */
function isRuledOut(alternative: Alternative, all: readonly Alternative[], { text }: Statement): boolean {
  const whole = text.toLowerCase().indexOf(alternative.text.toLowerCase())
  const at = whole >= 0 ? whole : placeOfOwn(alternative, all, text)
  const before = at < 0 ? '' : text.slice(0, at)
  if (/\bprefer\p{L}*\b.*\b(?:to|over)\s+(?:the\s+)?$/iu.test(before)) return true
  return /\b(?:never|not|no|instead of|rather than|than|over|without|because(?: of)?|since|\p{L}+n['’]t)\s+(?:\p{L}+\s+){0,2}$/iu.test(
    before,
  )
}

/** Where the word stands that an alternative does not share with the others: “blue” of “the blue tiles or the grey tiles”. */
function placeOfOwn({ terms }: Alternative, all: readonly Alternative[], text: string): number {
  const own = terms.filter((term) =>
    all.every((other) => other.terms === terms || !other.terms.includes(term)),
  )
  return words(text).find(({ lower }) => own.includes(stem(lower)))?.start ?? -1
}

type Alternative = { readonly text: string; readonly terms: readonly string[] }

const ALTERNATIVES =
  /(?:^|[\s,:])((?:(?:a|an|the|in|at|on|by|to|with|from|for)\s+)?[\p{L}\p{N}'’-]+(?:\s+[\p{L}\p{N}'’-]+){0,2}?),?\s+or\s+((?:(?:a|an|the|in|at|on|by|to|with|from|for)\s+)?[\p{L}\p{N}'’-]+(?:\s+[\p{L}\p{N}'’-]+){0,2})\s*\??\W*$/iu

/** The two alternatives of a question: the words on either side of its last “or”. */
function alternativesOf(question: string): readonly [Alternative, Alternative] | undefined {
  const match = ALTERNATIVES.exec(question)
  if (match === null) return undefined
  const right = match[2]!.trim()
  // The left side is cut to the length of the right one: in “drink tea or coffee” the verb is not part of it.
  const [lead] = right.split(/\s+/u, 1)
  const words = match[1]!.trim().split(/\s+/u)
  // “Choose the blue or the grey tiles”: both begin alike.
  const from = words.findLastIndex((word) => word.toLowerCase() === lead!.toLowerCase())
  const left = (from >= 0 ? words.slice(from) : words.slice(-right.split(/\s+/u).length)).join(' ')
  return [
    { text: left, terms: analyse(left) },
    { text: right, terms: analyse(right) },
  ]
}

/** A statement names one alternative at most: the other must not count as something that it lacks. */
function withoutAlternatives(
  rated: readonly Rated[],
  alternatives: readonly Alternative[],
): readonly Rated[] {
  return rated
    .filter(({ statement }) => alternatives.some(({ terms }) => covers(statement, terms)))
    .map((each) => ({
      ...each,
      relevance: { ...each.relevance, coverage: Math.min(1, each.relevance.coverage * 2) },
    }))
}

function covers({ terms }: Statement, wanted: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((term) => [...terms].some((other) => kindred(term, other)))
}
