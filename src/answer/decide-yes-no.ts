import {
  change,
  hasNot,
  isNearly,
  isNegated,
  type Polarity,
  preference,
  undoing,
} from '../language/polarity.ts'
import { stem } from '../language/stem.ts'
import { analyse } from '../language/terms.ts'
import { isMerelyModifier } from './bought-thing.ts'
import { choose } from './choose.ts'
import { inWords } from './find-passage.ts'
import type { Finder, Finding } from './finding.ts'
import { asksWhetherKept, goneByName, losesAsked } from './had-no-more.ts'
import { kindred } from './kindred.ts'
import { opposed } from './opposites.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import { recursWithin } from './recurs.ts'
import { isOwn, type Rated } from './relevance.ts'
import type { Statement } from './statement.ts'
import { supersedes } from './supersede.ts'

/** A yes or a no is a claim: nearly all of what was asked has to stand in the statement. */
const LEAST_COVERAGE_TO_AFFIRM = 0.75

/** What was left has to be named, not the verb that went with it. */
const LEAST_COVERAGE_TO_DENY = 0.45

const LEAST_ATTRIBUTION_OF_UNDONE = 0.7

/** Yes or no, with its ground: by taste, by the rule by which an event repeats, or by whether the statement denies. */
export const decideYesNo: Finder = (rated, question) => {
  const mine = rated.filter(isOwn)
  // “The trip fell through” is said of whoever tells it.
  const undone = rated.filter(
    ({ statement, relevance }) =>
      relevance.attribution >= LEAST_ATTRIBUTION_OF_UNDONE && undoing(statement.text) !== undefined,
  )
  const own = [...mine, ...undone.filter((each) => !mine.includes(each))].filter(
    ({ statement, relevance }) =>
      relevance.coverage >= LEAST_COVERAGE_TO_AFFIRM && !isMerelyModifier(statement, question),
  )
  if (question.preference !== undefined) return byPreference(own, question)
  return (
    byRecurrence(own, question) ??
    byStatement(rated, own, question) ??
    byOpposite(mine, question) ??
    byLeaving(mine, question)
  )
}

/** “I failed the exam” says no to “Did she pass the exam?”: all but the opposed word has to stand there. */
function byOpposite(mine: readonly Rated[], question: Question, since?: Rated): Finding | undefined {
  for (const { statement } of mine) {
    if (since !== undefined && compareSaid(statement, since.statement) <= 0) continue
    const { terms } = statement
    const opposite = question.terms.find(({ term }) => [...terms].some((other) => opposed(term, other)))
    const rest = question.terms.filter((each) => each !== opposite)
    const stands = rest.every(({ term }) => [...terms].some((other) => kindred(term, other)))
    if (
      opposite === undefined ||
      (rest.length === 0 && since === undefined) ||
      !stands ||
      !canAffirm(statement, question)
    )
      continue
    return verdict(isNegated(statement.text), statement, question)
  }
  return undefined
}

/** “I gave up fish” says no to “Does she eat fish?”. */
function byLeaving(mine: readonly Rated[], question: Question): Finding | undefined {
  const leaving = mine.find(
    ({ statement, relevance }) =>
      (relevance.coverage >= LEAST_COVERAGE_TO_DENY || leavesAll(statement, question)) &&
      change(statement.text)?.from !== undefined &&
      canAffirm(statement, question) &&
      denies(statement, question),
  )
  return question.asksState && leaving ? verdict(false, leaving.statement, question) : undefined
}

/** Whether what was given up is all that is asked about, whatever is done with it. */
function leavesAll({ text }: Statement, { terms }: Question): boolean {
  const left = analyse(change(text)?.from ?? '')
  const things = terms.filter(({ term }) => !HABITS.has(term))
  return things.length > 0 && things.every(({ term }) => left.some((other) => kindred(term, other)))
}

const HABITS: ReadonlySet<string> = new Set(
  'eat drink have take use smoke play wear watch read drive buy order do go practise practice'
    .split(' ')
    .map(stem),
)

function byPreference(own: readonly Rated[], question: Question): Finding | undefined {
  const stances = own.filter(
    ({ statement }) => statement.modality !== 'hypothetical' && stanceIn(statement.text) !== undefined,
  )
  const newest = newestOf(stances)
  if (newest === undefined) return undefined
  const holds = stanceIn(newest.text) === question.preference
  return verdict(holds !== isExcepted(newest.text, question), newest, question)
}

/** “I like jazz, not blues”: of two things the one is set against the other. */
function isExcepted(text: string, { terms }: Question): boolean {
  const excepted = EXCEPTED.exec(text)?.groups?.thing
  if (excepted === undefined) return false
  const said = analyse(excepted)
  return said.length > 0 && terms.some(({ term }) => said.some((other) => kindred(other, term)))
}

const EXCEPTED =
  /,? (?:but not|not|except(?: for)?|apart from|other than) (?:the |that )?(?<thing>(?!that\b|to\b|at\b|a\b|any\b|so\b|very\b|really\b)\p{L}+(?: \p{L}+)?)\s*(?:[.,;!?]|$)/iu

/** What somebody has taken up or dropped tells their taste as well: “I drink coffee now”, “I've stopped buying plums”. */
function stanceIn(text: string): Polarity | undefined {
  const told = preference(text)
  if (told !== undefined) return told
  if (DROPPED.test(text)) return 'dislikes'
  return TAKEN_UP.test(text) && !isNegated(text) ? 'likes' : undefined
}

const HABIT =
  '(?:drink|eat|have|take|play|watch|read|wear|order|buy|cook|use|go|do|listen|grow|bak|danc|swim|row|run)'
const TAKEN_UP = new RegExp(
  `\\b(?:started|began|begun|taken to|took to|got into|gotten into|converted to|came round to|come round to|warmed to|hooked on|addicted to|grown on|can['’]?t (?:live|do) without)\\b|\\b${HABIT}s? .*\\b(?:now|these days|every (?:day|morning|evening|night|week))\\b|\\bnow .*\\b${HABIT}s?\\b`,
  'iu',
)
const DROPPED = new RegExp(
  `\\b(?:stopped|quit|gave up|given up|done with|sworn off|no longer|never|don['’]t|doesn['’]t) (?:\\p{L}+ly )?${HABIT}(?:s|n?ing)?\\b.*\\b(?:any ?more|now|again)\\b|\\b(?:stopped|quit|gave up|given up|sworn off|no longer) (?:\\p{L}+ly )?${HABIT}(?:s|n?ing)?\\b`,
  'iu',
)

function byRecurrence(own: readonly Rated[], question: Question): Finding | undefined {
  const { time } = question.frame
  if (time.status !== 'grounded') return undefined
  for (const { statement } of own) {
    const { recurrence } = statement.piece.unit.context
    if (recurrence === undefined) continue
    const occurs = recursWithin(recurrence, time.range, statement.piece.unit.context.eventTime?.first)
    if (occurs !== undefined) return verdict(occurs !== isNegated(statement.text), statement, question)
  }
  return undefined
}

function byStatement(
  rated: readonly Rated[],
  own: readonly Rated[],
  question: Question,
): Finding | undefined {
  const claims = own.filter(({ statement }) => canAffirm(statement, question))
  const claim = question.asksState ? choose(claims, question)[0] : claims[0]
  if (claim === undefined) return undefined
  const replaced = question.asksState && rated.find((each) => replaces(each, claim, question))
  if (replaced) return verdict(false, replaced.statement, question)
  const opposite = question.asksState ? byOpposite(rated.filter(isOwn), question, claim) : undefined
  if (opposite) return opposite
  const gone = asksWhetherKept(question)
    ? (lostSince(claims, claim, question) ??
      goneByName(
        rated.map(({ statement }) => statement),
        claim.statement,
        question,
      ))
    : undefined
  if (gone) return verdict(false, gone, question)
  const undone = claims.find((each) => undoes(each, claim, question))
  if (undone) return verdict(false, undone.statement, question)
  return verdict(!denies(claim.statement, question), claim.statement, question)
}

/** “They put me on the tunnel project instead” says no to “Is she on the harbour project?”. */
function replaces(each: Rated, claim: Rated, question: Question): boolean {
  return supersedes(each, claim, question) && each.relevance.direct < claim.relevance.direct
}

/** “The regatta is cancelled” says no to “Did the regatta take place?”, whatever was planned before. */
function undoes(each: Rated, claim: Rated, { terms }: Question): boolean {
  const { text } = each.statement
  if (undoing(text) === undefined || hasNot(text) || asksOfLeaving(text, terms)) return false
  return compareSaid(each.statement, claim.statement) > 0
}

/** “I shaved off my beard”, told after “I have a beard”. */
function lostSince(claims: readonly Rated[], claim: Rated, question: Question): Statement | undefined {
  return claims
    .map(({ statement }) => statement)
    .find(
      (each) =>
        losesAsked(each.text, question) &&
        !isNegated(each.text) &&
        !isNearly(each.text) &&
        compareSaid(each, claim.statement) > 0,
    )
}

/** Denied, or named as what was left: “moved from Whitby to Alnwick” says no to living in Whitby. */
function denies({ text }: Statement, question: Question): boolean {
  const { terms } = question
  // “Did she quit smoking?”, “Did he sell the mare?”: whoever did says yes with the same verb.
  if (asksOfLeaving(text, terms)) return hasNot(text) || isNearly(text)
  if (asksWhetherKept(question) && losesAsked(text, question)) return !isNegated(text) && !isNearly(text)
  const changed = change(text)
  const asked = (phrase: string | undefined) =>
    phrase !== undefined && analyse(phrase).some((term) => terms.some((each) => kindred(each.term, term)))
  if (changed?.from !== undefined || changed?.to !== undefined) {
    if (asked(changed.from)) return !asked(changed.to)
    if (asked(changed.to)) return false
  }
  return undoing(text) === undefined ? isNegated(text) : !hasNot(text)
}

/** Verbs that say of themselves that something is no more or was not done. */
const LEAVING: ReadonlySet<string> = new Set(
  'quit stop give leave drop sell rid move relocate switch change replace trade swap transfer cancel call skip miss refuse decline turn fail forget avoid lose fall back pull neglect expire lapse scrap stay'
    .split(' ')
    .map(stem),
)

function asksOfLeaving(text: string, terms: Question['terms']): boolean {
  const said = new Set(analyse(text))
  return terms.some(({ term }) => LEAVING.has(term) && said.has(term))
}

/** What is made up says nothing of what is so, and what is only planned nothing of whether it was done. */
function canAffirm({ modality, text: told }: Statement, { text, frame }: Question): boolean {
  if (modality === 'hypothetical') return false
  if (modality !== 'planned') return true
  if (/\b(?:did|was|were|has|have|had)\b/iu.test(text)) return false
  return !HOLDS_NOW.test(text) || FROM_NOW.test(told) || asksOfDaysToCome(frame)
}

/** “Does she live in Oslo?” is not answered by her plan to move there; “Does the tour start on Monday?” is. */
const HOLDS_NOW =
  /^\W*(?:do|does)(?:n['’]t)?\b.*\b(?:live|reside|own|work|drive|play|wear|know|speak|study|keep|smoke|drink|eat)\b/iu
/** “I will work from home from now on” holds already. */
const FROM_NOW = /\bfrom (?:now|today) on\b|\bas of (?:now|today)\b/iu

/** Of “next Friday” there are plans alone. */
function asksOfDaysToCome({ time, referenceDay }: Question['frame']): boolean {
  return time.status === 'grounded' && time.readings.every(({ first }) => first >= referenceDay)
}

function verdict(holds: boolean, statement: Statement, { text, preference }: Question): Finding {
  // A taste carries its own sign; “Doesn't she eat meat?” asks what “Does she eat meat?” asks.
  const asksDenied =
    preference === undefined && /\b(?:not|never)\b/iu.test(text.replace(/^\W*\S+n['’]t\b/iu, ''))
  const polarity = holds !== asksDenied ? 'yes' : 'no'
  const word = polarity === 'yes' ? 'Yes' : 'No'
  return { text: `${word}: ${inWords(statement)}`, support: [statement], polarity }
}

function newestOf(rated: readonly Rated[]): Statement | undefined {
  return rated
    .map(({ statement }) => statement)
    .toSorted(compareSaid)
    .at(-1)
}
