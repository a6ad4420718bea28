import { isGuess } from '../language/guess.ts'
import { stem } from '../language/stem.ts'
import type { Verdict } from '../model/answer.ts'
import type { Day } from '../model/day-range.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { abstain } from './abstain.ts'
import type { AnswerInput } from './answer-input.ts'
import { asksName } from './asks-name.ts'
import { mentions } from './attribution.ts'
import { asksHowThingsAre, beginsLater } from './begins-later.ts'
import { cite, withRepeats } from './cite.ts'
import { daysOf } from './days-of.ts'
import { decideChoice } from './decide-choice.ts'
import { decideYesNo } from './decide-yes-no.ts'
import { asksDeedsOfDay, isDeedOfDay } from './deeds-of-day.ts'
import { definedName, findDefinition } from './definition.ts'
import { orderByEvent } from './event-order.ts'
import { duringRange, relateToEvent } from './event-relative.ts'
import { findDate } from './find-date.ts'
import { findName } from './find-name.ts'
import { findEach, findList, findPassage, findReason } from './find-passage.ts'
import { findPerson } from './find-person.ts'
import { findPlace } from './find-place.ts'
import { findAmount, findDuration, findFrequency, findNumber } from './find-quantity.ts'
import { orReply } from './find-reply.ts'
import type { Finder, Finding } from './finding.ts'
import { holderNow } from './holder.ts'
import { GUESSED, PRETEND } from './hypothetical.ts'
import { askByName, type ByName } from './kin-by-name.ts'
import { kindred } from './kindred.ts'
import { asksDone, asksWhereSomebodyWas, isPlan } from './plans.ts'
import { type Question, readQuestion } from './question.ts'
import { rate } from './relevance.ts'
import { type Statement, statementsOf } from './statement.ts'
import { ambiguousReadings, timelyPools } from './timely.ts'

/**
 * Answers a question from its evidence without a language model, with citations, or says why it cannot.
 *
 * The answer is drawn from the words of one statement (several where a list is asked for): a date, a person, a place, a
 * quantity, yes or no, else the statement itself. It rests on evidence of the grounded time alone, on statements about
 * the person asked for alone, and on the newest of those that contradict each other unless the question asks for the
 * past. What is not covered by the evidence is not answered.
 *
 * @returns Quotes stand in their turns character by character; what the question asked never counts as evidence.
 * @see RaMem, section 3.4
 */
export function answer(input: AnswerInput): Verdict {
  const { frame, evidence } = input
  if (evidence.length === 0) return abstain('nothing-related', frame, [])
  if (neverNamed(input).length > 0)
    return abstain('nothing-related', { ...frame, unknownNames: neverNamed(input) }, [])
  const people = new Set(frame.persons.map((person) => person.toLowerCase()))
  const statements = statementsOf(evidence, { timeZone: input.timeZone, people })
  const relation = relateToEvent(frame.question, statements)
  const order = relation.status === 'dated' ? undefined : orderByEvent(frame, statements, input.aliases)
  const settled = relation.status === 'dated' ? relation.phrase : order?.candidates && order.phrase
  const asked = readQuestion(input, settled, order?.persons)
  const question = order?.candidates === undefined ? asked : { ...asked, side: sideOf(frame) }
  const candidates = (
    relation.status === 'dated'
      ? duringRange(statements, relation.range).filter((each) => each !== relation.anchor)
      : (order?.candidates ?? statements)
  ).filter((each) => canAnswer(each, question))
  const pools = timelyPools(candidates, question)
  const byName = askByName(frame, statements, input.aliases)
  for (const pool of pools) {
    const finding = findIn(pool, question)
    if (finding === undefined) continue
    const named =
      byName !== undefined && namesAlone(byName, finding, question)
        ? findByName(byName, candidates, { input, settled, persons: order?.persons })
        : undefined
    return named ?? conclude(finding, { pool, question, input })
  }
  const named = byName && findByName(byName, candidates, { input, settled, persons: order?.persons })
  if (named !== undefined) return named
  const untimely =
    relation.status === 'dated' || (pools[0] !== candidates && findIn(statements, question) !== undefined)
  return abstain(untimely ? 'wrong-time' : 'unsupported', frame, evidence, input.lastDay)
}

/** “My husband's name is Igor” says who is meant, and has no other word of the question. */
function namesAlone({ bond, noun }: ByName, { support }: Finding, { terms }: Question): boolean {
  const others = terms.filter(({ term }) => !kindred(term, stem(noun)))
  return (
    support.includes(bond) &&
    !others.some(({ term }) => [...bond.terms].some((other) => kindred(term, other)))
  )
}

type AskedSo = {
  readonly input: AnswerInput
  readonly settled: string | undefined
  readonly persons: readonly string[] | undefined
}

/** The answer to a question of somebody by whose they are, asked of them by name; it rests on what names them as well. */
function findByName(
  { frame, bond }: ByName,
  candidates: readonly Statement[],
  { input, settled, persons }: AskedSo,
): Verdict | undefined {
  const question = readQuestion({ ...input, frame }, settled, persons)
  for (const pool of timelyPools(candidates, question)) {
    const finding = findIn(
      pool.filter((each) => each !== bond),
      question,
    )
    if (finding === undefined) continue
    const support = [...finding.support, bond] as const
    return conclude({ ...finding, support: [support[0]!, ...support.slice(1)] }, { pool, question, input })
  }
  return undefined
}

function sideOf({ order }: RecallFrame): 'before' | 'after' | undefined {
  return order?.relation === 'before' || order?.relation === 'after' ? order.relation : undefined
}

/** What is only planned is not how things are or were, and no more than a deed of the day is a deed of the day. */
function canAnswer(statement: Statement, question: Question): boolean {
  if (asksHowThingsAre(question) && beginsLater(statement, question)) return false
  if (asksWhereSomebodyWas(question) && isPlan(statement, question)) return false
  return !asksDeedsOfDay(question) || isDeedOfDay(statement, question)
}

/** Names that the bank knows nobody by, and that the evidence does not hold as the name of something else. */
function neverNamed({ frame, evidence, aliases }: AnswerInput): readonly string[] {
  return frame.unknownNames.filter(
    (name) => !evidence.some(({ turns }) => turns.some(({ text }) => mentions(text, name, aliases))),
  )
}

function findIn(pool: readonly Statement[], question: Question): Finding | undefined {
  return orReply(finderFor(question))(rate(pool, question), question)
}

function finderFor({ kind, frame, text }: Question): Finder {
  if (definedName(text) !== undefined) return findDefinition
  if (asksName(text)) return findName
  if (frame.need.list) return listFinderFor(kind)
  switch (kind) {
    case 'date':
      return findDate
    case 'duration':
      return findDuration
    case 'frequency':
      return findFrequency
    case 'person':
      return findPerson
    case 'place':
      return findPlace
    case 'number':
      return findNumber
    case 'amount':
      return findAmount
    case 'yes-no':
      return decideYesNo
    case 'choice':
      return decideChoice
    case 'reason':
      return findReason
    case 'manner':
    case 'thing':
      return findPassage
  }
}

function listFinderFor(kind: Question['kind']): Finder {
  switch (kind) {
    case 'person':
      // What one has no other has.
      return (rated, question) =>
        (holderNow(rated, question) === undefined ? findEach(findPerson) : findPerson)(rated, question)
    case 'place':
      return findEach(findPlace)
    case 'date':
      return findEach(findDate)
    default:
      return findList
  }
}

type Ground = {
  readonly pool: readonly Statement[]
  readonly question: Question
  readonly input: AnswerInput
}

function conclude(finding: Finding, { pool, question, input }: Ground): Verdict {
  const { evidence, lastDay } = input
  const readings = ambiguousReadings(question.frame)
  if (readings !== undefined && restsOnSeveralReadings(finding, { pool, question, input })) {
    return abstain('ambiguous', question.frame, evidence)
  }
  const asksDeed = question.kind !== 'yes-no' && asksDone(question)
  const plan = asksDeed ? finding.support.find((each) => isPlan(each, question)) : undefined
  const support = withRepeats(finding.support, pool)
  const pretend = finding.support.some(({ modality }) => modality === 'hypothetical')
  const guessed = !pretend && isGuess(finding.support[0].text, finding.support[0].sentence)
  // “Perhaps: …” says so already.
  const isSaid = finding.text.startsWith('Perhaps')
  const doubt = pretend ? PRETEND : guessed ? GUESSED : undefined
  return {
    answered: true,
    text: doubt === undefined || isSaid ? finding.text : `${finding.text} (${doubt})`,
    citations: cite(support),
    date: finding.date,
    polarity: finding.polarity,
    caveats: [
      ...(finding.caveats ?? []),
      ...(plan === undefined ? [] : [saidAsPlan(plan, question, lastDay)]),
      ...unknownAsker(finding, question.frame, evidence),
      ...(doubt === undefined ? [] : [`The source is ${doubt}.`]),
      ...(readings === undefined ? [] : [abstain('ambiguous', question.frame, []).text]),
    ],
  }
}

/** The day of a plan is told with what it is worth: no more than a plan, or a plan for a day of which memory holds nothing. */
function saidAsPlan(plan: Statement, { asked }: Question, lastDay: Day | undefined): string {
  const days = daysOf(plan, asked.terms)
  const isAfterAll = days !== undefined && lastDay !== undefined && days.first > lastDay
  const limit = isAfterAll ? `, and memory ends on ${lastDay}` : ''
  return `Said as a plan, on ${plan.day}: that it was done is not said${limit}.`
}

/** “What did I buy?” among several speakers: whose words the answer has, where nothing says who asks. */
function unknownAsker({ support }: Finding, frame: RecallFrame, evidence: readonly Evidence[]): string[] {
  if (frame.asker !== undefined || !/\b(?:I|me|my|mine|myself)\b/u.test(frame.question)) return []
  const speakers = new Set(
    evidence.flatMap(({ turns }) =>
      turns.filter(({ role }) => role !== 'assistant').map(({ speaker }) => speaker),
    ),
  )
  const told = [...new Set(support.map(({ turn }) => turn.speaker))]
  return speakers.size < 2 ? [] : [`It is not said who asks: these are the words of ${told.join(' and ')}.`]
}

/** Whether each reading of an ambiguous date has an answer of its own. */
function restsOnSeveralReadings(finding: Finding, { pool, question }: Ground): boolean {
  const answered = (ambiguousReadings(question.frame) ?? []).filter((reading) => {
    const found = findIn(duringRange(pool, reading), question)
    return found !== undefined
  })
  return answered.length > 1 && finding.support.length > 0
}
