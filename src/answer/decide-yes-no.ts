import { isGuess } from '../language/guess.ts'
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
import { mentions, sameName } from './attribution.ts'
import { isMerelyModifier } from './bought-thing.ts'
import { canAffirm } from './can-affirm.ts'
import { choose } from './choose.ts'
import {
  ASKS_WORK,
  asksOfLeaving,
  endedSince,
  endsWork,
  LEAST_ATTRIBUTION_OF_UNDONE,
  parts,
} from './ended-since.ts'
import { inWords } from './find-passage.ts'
import type { Finder, Finding } from './finding.ts'
import { asksWhetherKept, losesAsked } from './had-no-more.ts'
import { kindred } from './kindred.ts'
import { opposed } from './opposites.ts'
import { compareSaid } from './order.ts'
import type { Question } from './question.ts'
import { recursWithin } from './recurs.ts'
import { isOwn, type Rated } from './relevance.ts'
import { asksWhetherCouple, tellsParting, toldPartings } from './romance.ts'
import type { Statement } from './statement.ts'
import { supersedes } from './supersede.ts'

/** A yes or a no is a claim: nearly all of what was asked has to stand in the statement. */
const LEAST_COVERAGE_TO_AFFIRM = 0.75

/** What was left has to be named, not the verb that went with it. */
const LEAST_COVERAGE_TO_DENY = 0.45

/** Yes or no, with its ground: by taste, by the rule by which an event repeats, or by whether the statement denies. */
export const decideYesNo: Finder = (rated, question) => {
  const mine = rated.filter(isOwn)
  // “The trip fell through” is said of whoever tells it.
  const undone = rated.filter(
    ({ statement, relevance }) =>
      relevance.attribution >= LEAST_ATTRIBUTION_OF_UNDONE && undoing(statement.text) !== undefined,
  )
  // “Nobody came to my talk” is told of the talk's owner where anybody is asked for.
  const anybody = ASKS_ANYBODY.test(question.text)
    ? rated.filter(
        ({ statement, relevance }) =>
          relevance.attribution >= LEAST_ATTRIBUTION_OF_UNDONE && OF_ANYBODY.test(statement.text),
      )
    : []
  const own = [...new Set([...mine, ...undone, ...anybody])].filter(
    ({ statement, relevance }) =>
      relevance.coverage >= LEAST_COVERAGE_TO_AFFIRM &&
      !isMerelyModifier(statement, question) &&
      speaksOfAll(statement, question),
  )
  if (question.preference !== undefined) return byPreference(own, question)
  return (
    byRecurrence(own, question) ??
    byStatement(rated, own, question) ??
    byOpposite(mine, question) ??
    byLeaving(mine, question) ??
    byDismissal(mine, question) ??
    byParting(rated, question)
  )
}

/** “Is Pia still with Sven?” has no word but names: what tells of Pia alone is no answer. */
function speaksOfAll({ text, turn, antecedent }: Statement, { terms, asked }: Question): boolean {
  if (terms.length > 0 || asked.persons.length < 2) return true
  return asked.persons.every(
    (person) =>
      [turn.speaker, antecedent].some(
        (name) => name !== undefined && sameName(name, person, asked.aliases),
      ) || mentions(text, person, asked.aliases),
  )
}

const ASKS_ANYBODY = /\b(?:any|some|every)(?:body|one)\b/iu
const OF_ANYBODY = /^\W*(?:but |and |so )?(?:(?:no|some|every|any)(?:body| ?one))\b/iu

/** “I failed the exam” says no to “Did she pass the exam?”: all but the opposed word has to stand there. */
function byOpposite(mine: readonly Rated[], question: Question, since?: Rated): Finding | undefined {
  for (const { statement } of mine) {
    if (since !== undefined && compareSaid(statement, since.statement) <= 0) continue
    const { terms } = statement
    const opposite = question.terms.find(({ term }) => [...terms].some((other) => opposed(term, other)))
    const rest = question.terms.filter((each) => each !== opposite)
    // “The exam was hard, but I passed”
    const beside = [...terms, ...analyse(statement.sentence)]
    const stands = rest.every(({ term }) => beside.some((other) => kindred(term, other)))
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

/** “I got laid off from Brandt” says no to “Does he work at Brandt?”: what is asked about has to stand there. */
function byDismissal(mine: readonly Rated[], question: Question): Finding | undefined {
  if (!question.asksState || !ASKS_WORK.test(question.text)) return undefined
  const ended = mine.find(
    (each) =>
      endsWork(each) &&
      question.terms
        .filter(({ term }) => !kindred(term, WORK))
        .every(({ term }) => [...each.statement.terms].some((other) => kindred(term, other))),
  )
  return ended && verdict(false, ended.statement, question)
}

const WORK = stem('work')

/** “Sven and I split up” says no to “Is she with Sven?”, whatever was told of them before. */
function byParting(rated: readonly Rated[], question: Question): Finding | undefined {
  if (!question.asksState || !asksWhetherCouple(question.text)) return undefined
  const parted = rated.find((each) => parts(each, question))
  return parted && verdict(false, parted.statement, question)
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
  const isSure = ({ statement: { text, sentence } }: Rated) => !isGuess(text, sentence)
  const claim = question.asksState ? choose(claims, question)[0] : (claims.find(isSure) ?? claims[0])
  if (claim === undefined) return undefined
  const replaced = question.asksState && rated.find((each) => replaces(each, claim, question))
  if (replaced) return verdict(false, replaced.statement, question)
  const opposite = question.asksState ? byOpposite(rated.filter(isOwn), question, claim) : undefined
  if (opposite) return opposite
  const ended = endedSince(rated, { claims, claim, question })
  if (ended) return verdict(false, ended, question)
  return verdict(!denies(claim.statement, question), claim.statement, question)
}

/** “They put me on the tunnel project instead” says no to “Is she on the harbour project?”. */
function replaces(each: Rated, claim: Rated, question: Question): boolean {
  return supersedes(each, claim, question) && each.relevance.direct < claim.relevance.direct
}

/** Denied, or named as what was left: “moved from Whitby to Alnwick” says no to living in Whitby. */
function denies({ text }: Statement, question: Question): boolean {
  const { terms } = question
  // “Did she quit smoking?”, “Did he sell the mare?”: whoever did says yes with the same verb.
  if (asksOfLeaving(text, terms)) return hasNot(text) || isNearly(text)
  // “I didn't sell the boat”: who did not part with it has it.
  if (asksWhetherKept(question) && KEEPS.test(text)) return false
  if (asksWhetherKept(question) && losesAsked(text, question)) return !isNegated(text) && !isNearly(text)
  // Who used to be something once was it.
  if (ASKS_ONCE.test(question.text) && USED_TO.test(text)) return hasNot(text)
  if (tellsNone(text, question)) return true
  if (asksWhetherCouple(question.text) && (tellsParting(text) || toldPartings(text).length > 0)) return true
  const changed = change(text)
  const asked = (phrase: string | undefined) =>
    phrase !== undefined && analyse(phrase).some((term) => terms.some((each) => kindred(each.term, term)))
  if (changed?.from !== undefined || changed?.to !== undefined) {
    if (asked(changed.from)) return !asked(changed.to)
    if (asked(changed.to)) return false
  }
  const verb = undoing(text)
  // “Decided not to buy” has its “not” within its verb.
  return verb === undefined ? isNegated(text) : !hasNot(text.replace(verb, ' '))
}

const ASKS_ONCE = /^\W*(?:(?:was|were|did|had)(?:n['’]t)?|has\b.*\bever|have\b.*\bever)\b(?!.*\bstill\b)/iu
const USED_TO = /\bused to\b/iu

const KEEPS =
  /(?:n['’]t|\b(?:not|never)) (?:\p{L}+ )?(?:sell|lose|give (?:up|away)|throw|get rid|part with|scrap|donate|trade|pawn|return)\b/iu

/** “I have a dog but no cat”, “we have no children”: none of what is asked about. */
function tellsNone(text: string, { terms }: Question): boolean {
  return [...text.matchAll(NONE)].some(({ groups, 0: none }) => {
    // “There is no dog like my dog”
    const beside = analyse(text.replace(none, ' '))
    return analyse(groups!.thing!).some(
      (term) => terms.some((each) => kindred(each.term, term)) && !beside.includes(term),
    )
  })
}

const NONE =
  /\b(?:no|zero)\s+(?!(?:longer|more|doubt|problem|wonder|matter|idea|way|need|one|other|longer)\b)(?<thing>\p{L}[\p{L}-]*(?:\s(?!(?:in|at|on|for|with|to|and|or|but)\b)\p{L}+)?)/giu

function verdict(holds: boolean, statement: Statement, { text, preference }: Question): Finding {
  // A taste carries its own sign; “Doesn't she eat meat?” asks what “Does she eat meat?” asks.
  const asksDenied =
    preference === undefined && /\b(?:not|never)\b/iu.test(text.replace(/^\W*\S+n['’]t\b/iu, ''))
  const polarity = holds !== asksDenied ? 'yes' : 'no'
  // Who only guesses says neither yes nor no.
  if (isGuess(statement.text, statement.sentence)) {
    return {
      text: `${polarity === 'yes' ? 'Perhaps' : 'Perhaps not'}: ${inWords(statement)}`,
      support: [statement],
    }
  }
  const word = polarity === 'yes' ? 'Yes' : 'No'
  return { text: `${word}: ${inWords(statement)}`, support: [statement], polarity }
}

function newestOf(rated: readonly Rated[]): Statement | undefined {
  return rated
    .map(({ statement }) => statement)
    .toSorted(compareSaid)
    .at(-1)
}
