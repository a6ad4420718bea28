import { analyse } from '../language/terms.ts'
import { isInAskedTense } from './asked-tense.ts'
import { attribution, OWN_STATEMENT, presence } from './attribution.ts'
import { isOnOccasion } from './circumstance.ts'
import { kindred } from './kindred.ts'
import type { AskedTerm, Question } from './question.ts'
import { meets } from './required.ts'
import type { Statement } from './statement.ts'
import { tellsOccupation } from './work-words.ts'

/** How well a statement serves a question. */
export type Relevance = {
  /** Share of the question's weight that the statement covers, in [0, 1]; 1 where the question has no content terms. */
  readonly coverage: number
  /** The part of it that stands in the clause itself, not merely beside it. */
  readonly direct: number
  /** How surely it is about the persons asked for, in [0, 1]. */
  readonly attribution: number
  /** What statements are ordered by, in [0, 1]. */
  readonly score: number
}

export type Rated = { readonly statement: Statement; readonly relevance: Relevance }

/** Rates statements and sorts them: best first, ties in the order in which they came. */
export function rate(statements: readonly Statement[], question: Question): readonly Rated[] {
  return statements
    .map((statement) => ({ statement, relevance: relevanceOf(statement, question) }))
    .sort((a, b) => b.relevance.score - a.relevance.score || a.statement.place - b.statement.place)
}

/** Whether a statement is about nobody else than the persons asked for. */
export function isOwn({ relevance }: Rated): boolean {
  return relevance.attribution >= OWN_STATEMENT
}

/** What a term counts that stands not in the clause but beside it, in its passage or in the question it replies to. */
const NEAR_SHARE = 0.3
/** How much the place among the evidence weighs beside coverage: it carries what the embedding saw. */
const RANK_SHARE = 0.5

/** After how many places the standing of a piece has halved. */
const RANK_SCALE = 5

/** What a clause in another tense than the question's counts. */
const OTHER_TENSE_SHARE = 0.85

function relevanceOf(statement: Statement, question: Question): Relevance {
  const { terms, asked, kind, asksAttribute, asksOfSelf } = question
  const sum = (share: (term: string) => number) => shareOf(terms, share)
  const works = question.asksOccupation ? Number(tellsOccupation(statement.text)) : undefined
  const direct = works ?? sum((term) => stands(term, statement.terms))
  const named = !asksAttribute || namesAttribute(statement, question)
  const covered = works ?? sum((term) => coveredShare(term, statement)) * (named ? 1 : UNNAMED_SHARE)
  const isMeant =
    meets(statement, question.required) &&
    isOnOccasion(statement, question.occasion) &&
    isOfClass(statement, question)
  const coverage = isMeant ? covered : 0
  const foreign = asksOfSelf && statement.turn.role === 'assistant' && asked.persons.length === 0
  const share = foreign
    ? 0
    : Math.max(attribution(statement, asked), kind === 'person' ? presence(statement, asked) : 0)
  const standing = 1 / (1 + statement.place / RANK_SCALE)
  return {
    coverage,
    direct,
    attribution: share,
    score:
      ((1 - RANK_SHARE) * coverage + RANK_SHARE * standing) *
      (0.2 + 0.8 * share) *
      (isInAskedTense(statement, question) ? 1 : OTHER_TENSE_SHARE),
  }
}

/** “My favourite flower is the iris” tells no favourite bird. */
function isOfClass({ text }: Statement, { text: asked, frame }: Question): boolean {
  const { focus } = frame.need
  const told = FAVOURITE.exec(text)?.groups?.noun
  if (told === undefined || focus === undefined || !/\bfavou?rite\b/iu.test(asked)) return true
  const wanted = analyse(focus)
  return analyse(told).some((term) => wanted.some((each) => kindred(term, each) || isSameClass(term, each)))
}

/** Words for one class of things of which people have favourites, or for a class and a narrower one. */
const CLASSES: readonly ReadonlySet<string>[] = [
  'food dish meal cuisine recipe snack',
  'drink beverage cocktail',
  'book novel',
  'film movie',
  'show series sitcom',
  'author writer novelist poet',
  'music song singer band musician artist composer',
  'colour color shade',
  'city town place',
  'restaurant cafe diner place',
  'sport game',
  'pastime hobby activity sport',
].map((words) => new Set(analyse(words)))

function isSameClass(one: string, other: string): boolean {
  return CLASSES.some((words) => words.has(one) && words.has(other))
}

const FAVOURITE =
  /\bfavou?rite (?<noun>\p{L}+(?: \p{L}+){0,2}?)(?: of all(?: time)?)?(?:['’]s| (?:is|are|was|were)\b| ?[:=])/iu

/** The covered weight against all of it; what is missing counts by its own weight. */
function shareOf(terms: readonly AskedTerm[], share: (term: string) => number): number {
  let covered = 0
  let all = 0
  for (const { term, weight, missing } of terms) {
    const part = share(term)
    covered += weight * part
    all += weight * part + missing * (1 - part)
  }
  return all === 0 ? 1 : covered / all
}

/** What coverage counts where the respect that is asked about is not told. */
const UNNAMED_SHARE = 0.5

/** “The dog is a beagle” tells the breed; “I bought a kettle” tells no colour. */
function namesAttribute({ text, terms }: Statement, { frame }: Question): boolean {
  if (/^colou?rs?$/iu.test(frame.need.focus ?? '')) return COLOUR.test(text)
  const focus = analyse(frame.need.focus ?? '')
  return (
    focus.some((term) => stands(term, terms) > 0) ||
    /\b(?:is|are|was|were|am)\b|['’](?:s|re|m)\b/iu.test(text)
  )
}

const COLOUR =
  /\b(?:colou?r\p{L}*|red|orange|yellow|mustard|green|olive|blue|navy|turquoise|teal|purple|violet|lilac|pink|crimson|scarlet|maroon|brown|beige|tan|cream|white|ivory|black|gr[ea]y|silver|gold(?:en)?|bronze|copper|ginger|blond\p{L}*|tabby|striped)\b/iu

function coveredShare(term: string, { terms, nearTerms }: Statement): number {
  return Math.max(stands(term, terms), NEAR_SHARE * stands(term, nearTerms))
}

/** What a word that answers for another counts: a little less than the word itself. */
const KINDRED_SHARE = 0.9

function stands(term: string, terms: ReadonlySet<string>): number {
  if (terms.has(term)) return 1
  for (const other of terms) if (kindred(term, other)) return KINDRED_SHARE
  return 0
}
