import type { Evidence } from '../model/evidence.ts'
import type { AnswerInput } from './answer-input.ts'
import { choose, LEAST_ATTRIBUTION } from './choose.ts'
import { compareSaid } from './order.ts'
import { type Question, readQuestion } from './question.ts'
import { isOwn, type Rated, rate } from './relevance.ts'
import { statementsOf } from './statement.ts'
import { fillSamePlace, supersedes } from './supersede.ts'
import { timelyPools } from './timely.ts'

/**
 * Puts the evidence first that holds: of statements that replace each other the newest, and what is said of the person
 * asked for before what is said of somebody else. All else keeps its place.
 *
 * [“I love licorice” in January, “I can't stand licorice any more” in February: the second comes first]
 *
 * @returns The same pieces; the one that moved takes the score of the place that it takes, so that scores never rise.
 */
export function putCurrentFirst(input: AnswerInput): readonly Evidence[] {
  const { evidence, frame } = input
  const [best] = evidence
  if (best === undefined) return evidence
  const question = readQuestion(input, undefined)
  const people = new Set(frame.persons.map((person) => person.toLowerCase()))
  // What a short answer has of its question is for the answer alone.
  const read = (pieces: readonly Evidence[]) =>
    statementsOf(pieces, { timeZone: input.timeZone, people }).filter(({ reply }) => reply === undefined)
  if (!question.asksState && isSettled(best, rate(read([best]), question), question)) return evidence
  const [pool = []] = timelyPools(read(evidence), question)
  const rated = rate(pool, question)
  const [current] = choose(rated, question)
  if (current === undefined || current.statement.piece === best) return evidence
  if (!mayPass(current, { best, rated, question })) return evidence
  const { piece } = current.statement
  const rest = evidence.filter((each) => each !== piece)
  return [{ ...piece, score: Math.max(piece.score, best.score) }, ...rest]
}

/** Spares most questions the reading of all other pieces: nothing passes a piece of the asked time and person but what holds now. */
function isSettled({ tier }: Evidence, own: readonly Rated[], { frame, terms }: Question): boolean {
  const isTimely = frame.time.status !== 'grounded' || (tier === 'within' && terms.length > 0)
  return isTimely && own.some(({ relevance }) => relevance.attribution >= LEAST_ATTRIBUTION)
}

type Standing = { readonly best: Evidence; readonly rated: readonly Rated[]; readonly question: Question }

function mayPass(current: Rated, { best, rated, question }: Standing): boolean {
  const ofBest = rated.filter(({ statement }) => statement.piece === best)
  if (isOwn(current) && ofBest.every(({ relevance }) => relevance.attribution < LEAST_ATTRIBUTION))
    return true
  const [first] = ofBest
  if (first === undefined || compareSaid(current.statement, first.statement) <= 0) return false
  return (
    question.asksState && (supersedes(current, first, question) || fillSamePlace(current, first, question))
  )
}
