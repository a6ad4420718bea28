import { isGuess } from '../language/guess.ts'
import { currentOccupation } from './occupation.ts'
import { compareHappened, compareSaid } from './order.ts'
import { asksDone, isPlan } from './plans.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import { fillSamePlace, supersedes } from './supersede.ts'

/**
 * Orders statements by how much the answer may rest on them: those that do not cover the question are left out, and
 * where several do, the one counts that is newest (for what holds), earliest or latest (where the question says so).
 *
 * @param leastCoverage From which share of the question's weight a statement is about it.
 * @returns Best first; the first is the one to answer with.
 */
export function choose(
  rated: readonly Rated[],
  question: Question,
  leastCoverage = LEAST_COVERAGE,
): readonly Rated[] {
  const covering = correctedFirst(
    surestFirst(
      doneFirst(
        rated.filter((each) => coversEnough(each, leastCoverage)),
        question,
      ),
    ),
  )
  const best = covering[0]
  if (best === undefined) return []
  if (question.asksOccupation && question.asksState) return currentOccupation(covering, rated)
  const order = question.frame.order?.relation
  if (question.side !== undefined && best.relevance.direct >= LEAST_COVERAGE) {
    const near = covering.filter(
      (each) => isRival(each, best) && each.relevance.direct >= SAME_MATTER * best.relevance.direct,
    )
    return lead(near.toSorted(question.side === 'after' ? earliestFirst : latestFirst), covering)
  }
  if (order === 'first')
    return lead(covering.filter((each) => isRival(each, best)).toSorted(earliestFirst), covering)
  if (order === 'last' || order === 'latest') {
    const rivals = rated.filter((each) => isRival(each, best) || supersedes(each, best, question))
    return lead(rivals.toSorted(newestFirst), covering)
  }
  if (!question.asksState) return covering
  const heirs = rated.filter((each) => supersedes(each, best, question) || isHeir(each, best, question))
  return lead([best, ...heirs].toSorted(newestFirst), covering)
}

/** What was done goes before what was only planned, where a question asks for what was done. */
function doneFirst(covering: readonly Rated[], question: Question): readonly Rated[] {
  const best = covering[0]
  if (best === undefined || !asksDone(question) || !isPlan(best.statement, question)) return covering
  const done = covering.filter((each) => isRival(each, best) && !isPlan(each.statement, question))
  return lead(done, covering)
}

/** What somebody put in the place of what they had said goes before it. */
function correctedFirst(covering: readonly Rated[]): readonly Rated[] {
  const [best] = covering
  if (best === undefined) return covering
  const corrected = covering.filter(
    ({ statement }) =>
      statement.corrects === best.statement.turn.id &&
      compareSaid(statement, best.statement) >= 0 &&
      statement !== best.statement,
  )
  return lead(corrected, covering)
}

/** What is known goes before what is only guessed. */
function surestFirst(covering: readonly Rated[]): readonly Rated[] {
  const [best] = covering
  if (best === undefined || !guesses(best)) return covering
  return lead(
    covering.filter((each) => isRival(each, best) && !guesses(each)),
    covering,
  )
}

function guesses({ statement }: Rated): boolean {
  return isGuess(statement.text, statement.sentence)
}

/** Below this share of the question's weight a statement is about something else. Tuned on LoCoMo 26, 30 and 41. */
export const LEAST_COVERAGE = 0.5
/** Below this a statement is about somebody else than the person asked for. */
export const LEAST_ATTRIBUTION = 0.5

function coversEnough({ relevance }: Rated, leastCoverage = LEAST_COVERAGE): boolean {
  return relevance.coverage >= leastCoverage && relevance.attribution >= LEAST_ATTRIBUTION
}

/** From which share of the best one's own coverage a statement speaks of the same matter. */
const RIVAL_SHARE = 0.65

function isRival(each: Rated, best: Rated): boolean {
  return (
    coversEnough(each) &&
    each.relevance.direct >= RIVAL_SHARE * best.relevance.direct &&
    each.relevance.score >= RIVAL_SHARE * best.relevance.score
  )
}

/** From which share of what the best one says of the matter another is told of the same. */
const SAME_MATTER = 0.9

function isHeir(each: Rated, best: Rated, question: Question): boolean {
  // What is said of somebody else replaces nothing, however alike it is.
  if (each.relevance.attribution < Math.min(LEAST_OF_HEIR, best.relevance.attribution)) return false
  return isRival(each, best) && fillSamePlace(each, best, question)
}

/** How surely a statement must be about the person asked for to replace one that is. */
const LEAST_OF_HEIR = 0.7

function lead(first: readonly Rated[], all: readonly Rated[]): readonly Rated[] {
  return [...first, ...all.filter((each) => !first.includes(each))]
}

function newestFirst(a: Rated, b: Rated): number {
  return -compareSaid(a.statement, b.statement) || b.relevance.score - a.relevance.score
}

function latestFirst(a: Rated, b: Rated): number {
  return -compareHappened(a.statement, b.statement) || b.relevance.score - a.relevance.score
}

function earliestFirst(a: Rated, b: Rated): number {
  return compareHappened(a.statement, b.statement) || b.relevance.score - a.relevance.score
}
