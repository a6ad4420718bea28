import { choose, LEAST_ATTRIBUTION } from './choose.ts'
import { daysOf } from './days-of.ts'
import type { Finder } from './finding.ts'
import { compareSaid } from './order.ts'
import { phraseDays } from './phrase-days.ts'
import { asksDone, isPlan, liesAhead } from './plans.ts'
import { frequencies } from './quantities.ts'
import type { Question } from './question.ts'
import type { Rated } from './relevance.ts'
import type { Statement } from './statement.ts'

/** From which share of the best score a statement that is dated goes before one that is not. */
const DATED_SHARE = 0.8

/** When: the rule by which it repeats, where it does; else the event time of the statement; where the text gives none, the day on which it was said, marked as such. */
export const findDate: Finder = (rated, question) => {
  const chosen = choose(rated, question).filter(({ statement }) => !isDeniedTime(statement, question))
  const best = chosen[0]
  if (best === undefined) return undefined
  const isDone = asksDone(question) && !isPlan(best.statement, question)
  const close = chosen.filter(
    ({ statement, relevance }) =>
      statement.piece.unit.context.eventTime !== undefined &&
      relevance.score >= DATED_SHARE * best.relevance.score &&
      !(isDone && isPlan(statement, question)),
  )
  const dated = close.find(({ statement }) => namesItsTime(statement)) ?? close[0]
  const planned = newestPlan(chosen, dated, question) ?? dated ?? best
  const { statement } = movedSince(rated, planned, question) ?? planned
  const { eventTime, recurrence, mentionTime } = statement.piece.unit.context
  const asksClock = ASKS_CLOCK.test(question.text)
  const clock =
    asksClock || (SINCE.test(statement.text) && asksHour(question))
      ? (asksClock ? CLOCK : PLAIN_CLOCK).exec(statement.text)?.[0]
      : undefined
  if (clock !== undefined) return { text: clock, support: [statement] }
  const rule = recurrence === undefined ? undefined : (frequencies(statement.text)[0]?.text ?? mentionTime)
  if (rule !== undefined && (eventTime === undefined || question.asksState)) {
    return { text: rule, support: [statement] }
  }
  const days = daysOf(statement, question.asked.terms)
  if (days !== undefined) {
    const date = { first: days.first, last: days.last }
    return { text: phraseDays(date), support: [statement], date }
  }
  const hour = PLAIN_CLOCK.exec(statement.text)?.[0]
  if (hour !== undefined) return { text: hour, support: [statement] }
  const said = { first: statement.day, last: statement.day }
  return {
    text: `no date is given; it was said on ${phraseDays(said)}`,
    support: [statement],
    date: said,
    caveats: [`The text gives no date: ${statement.day} is the day on which it was said.`],
  }
}

/** “It will not open in April” tells when it does not; “it does not open until May” tells when it does. */
function isDeniedTime({ text, piece }: Statement, { text: asked }: Question): boolean {
  const { mentionTime } = piece.unit.context
  const end = mentionTime === undefined ? -1 : text.indexOf(mentionTime)
  // “We move in May, as the flat is not ready”: what is denied stands before the time, in its own part.
  const part = text
    .slice(0, Math.max(end, 0))
    .replace(/^.*(?:[,;:]|\b(?:because|as|since|so|and|but)\b)/isu, '')
  return DENIED.test(part) && !/\b(?:until|till|before)\b/iu.test(text) && !DENIED.test(asked)
}

const DENIED =
  /(?:\b(?:am|is|are|was|were|will|do|does|did|has|have|had) (?:\p{L}+ly |also |even )?not\b|n['’]t\b|\b(?:never|no longer)\b)(?! (?:even )?(?:believe|wait|help|get over|imagine|forget|sure|only|just)\b)/iu

/** Of plans for one event the newest holds; that it has been is better still. */
function newestPlan(
  chosen: readonly Rated[],
  dated: Rated | undefined,
  question: Question,
): Rated | undefined {
  const { asked, text, frame } = question
  const isAhead = ({ statement }: Rated) => liesAhead(statement, asked)
  if (dated === undefined || frame.order !== undefined || !isAhead(dated)) return undefined
  const isOne = ONE_EVENT.test(text)
  const rivals = chosen.filter(
    (each) =>
      namesItsTime(each.statement) &&
      each.relevance.direct >= (isOne ? PLAN_SHARE : SAME_PLAN_SHARE) * dated.relevance.direct &&
      (isOne || replans(each, dated, question)),
  )
  const newest = rivals.toSorted((a, b) => -compareSaid(a.statement, b.statement))
  const asksPast = /\b(?:was|were|did)\b/iu.test(text)
  return (asksPast ? newest.find((each) => !isAhead(each)) : undefined) ?? newest.find(isAhead)
}

/**
 * The newest statement that moves what was planned by a pronoun alone: “We moved it to Friday”. It is what was spoken of
 * last that is meant: the plan, if it was still to come and no other was told since. In another talk somebody else
 * speaks of their own.
 */
function movedSince(rated: readonly Rated[], plan: Rated, { asked, text }: Question): Rated | undefined {
  if (ORIGINALLY.test(text)) return undefined
  const days = daysOf(plan.statement, asked.terms)
  if (days === undefined || days.first < plan.statement.day) return undefined
  const told = rated.map(({ statement }) => statement)
  const moved = rated.filter(
    ({ statement, relevance }) =>
      MOVED_IT.test(statement.text) &&
      namesItsTime(statement) &&
      (statement.turn.session === plan.statement.turn.session ||
        relevance.attribution >= LEAST_ATTRIBUTION) &&
      compareSaid(statement, plan.statement) > 0 &&
      statement.day <= days.last &&
      !told.some(
        (other) =>
          other !== statement &&
          other !== plan.statement &&
          comesBetween(other, plan.statement, statement, asked),
      ),
  )
  return moved.toSorted((a, b) => -compareSaid(a.statement, b.statement))[0]
}

const ORIGINALLY = /\b(?:originally|at first|before it was moved)\b/iu

/** Whether another plan was told between the two, which “it” could be as well. */
function comesBetween(
  other: Statement,
  plan: Statement,
  moved: Statement,
  asked: Question['asked'],
): boolean {
  return (
    !MOVED_IT.test(other.text) &&
    compareSaid(other, plan) > 0 &&
    compareSaid(other, moved) < 0 &&
    liesAhead(other, asked)
  )
}

const VERB =
  '(?:re-?schedul|re-?book|postpon|mov|chang|push|shift|switch|delay|bump|defer|adjourn)\\p{L}*|(?:put|brought|bring\\p{L}*)'
const MOVED_IT = new RegExp(
  `\\b(?:${VERB}) (?:it|that|this|the whole thing)(?: (?:back|off|out|forward|up|on|over))?(?: by [^.,;]{1,20})? (?:to|until|till|for)\\b|\\b(?:it|that|this)(?:['’]s| is| was| has| had| got)(?: now| just| all| been| being)* (?:${VERB})(?: (?:back|off|out|forward|up|on|over))? (?:to|until|till|for)\\b`,
  'iu',
)

/** Whether somebody plans the same deed anew: told while the former plan was still to come. */
function replans(each: Rated, former: Rated, { asked }: Question): boolean {
  const until = daysOf(former.statement, asked.terms)?.last
  return (
    each.relevance.attribution >= LEAST_ATTRIBUTION &&
    liesAhead(each.statement, asked) &&
    (each === former || (until !== undefined && each.statement.day <= until))
  )
}

/** From which share of what the best one says of the event another plan is for the same. */
const PLAN_SHARE = 0.65
/** What somebody does may be done again: another plan has to say as much. */
const SAME_PLAN_SHARE = 0.9
const ONE_EVENT =
  /\bwhen (?:is|are|was|were|will|does|do|did) (?:the|my|our|your|his|her|their|\p{Lu}\S*['’]s)\b/iu

/** The time of a passage is that of the sentence in which it is said. */
function namesItsTime({ sentence, piece }: Statement): boolean {
  const { mentionTime, eventTime } = piece.unit.context
  return eventTime !== undefined && (mentionTime === undefined || sentence.includes(mentionTime))
}

/** “From today the gym opens at eight”: since when is not at what hour. */
const SINCE =
  /\b(?:from|as of|starting|since) (?:today|now|tomorrow|this (?:week|month)|next (?:week|month)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?! (?:to|until|till)\b)/iu
/** Whether “when?” asks for the hour at which something is done since then, not for the day since when, or that of a deed. */
function asksHour({ asksState, text }: Question): boolean {
  return asksState && !ASKS_DAY.test(text) && !PLAIN_CLOCK.test(text)
}

const ASKS_DAY =
  /\b(?:since|from|as of|starting) (?:when|wh(?:at|ich))\b|\bdid\b|\bwh(?:at|ich) (?:day|date)\b/iu
const ASKS_CLOCK = /\b(?:what|which) time\b|\bwhat hour\b/iu
/** A bare number is an hour where the phrase ends with it: not [at 12 Elm Road], [at seven tables], [at twelve years old]. */
const AFTER_HOUR =
  '(?=\\s*(?:[.,;:!?)–—-]|$)|\\s+(?:on|in|every|each|sharp|today|tonight|tomorrow|this|these|next|most|and|but|so|to|until|till|for|with|by|from|then|when|while|because|as|if|after|before|daily|now|nowadays|again|instead|(?:week|mon|tues|wednes|thurs|fri|satur|sun)(?:day|end)s?)\\b)'

function clock(hours: string): RegExp {
  return new RegExp(
    [
      String.raw`\b\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\b\.?|o['’]clock)`,
      String.raw`\b(?:${HOUR_WORDS}) o['’]clock`,
      String.raw`\b\d{1,2}:\d{2}\b`,
      String.raw`\b(?:half|quarter) (?:past|to) \p{L}+`,
      String.raw`\b(?:noon|midnight)\b`,
      String.raw`(?<=\bat )(?:${hours}|${HOUR_WORDS})\b${AFTER_HOUR}`,
    ].join('|'),
    'iu',
  )
}

const HOUR_WORDS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const CLOCK = clock('2[0-4]|1?\\d')
/** Where nobody asked for the hour a bare number above 12 is an age: [married at 19]. */
const PLAIN_CLOCK = clock('1[0-2]|[1-9]')
