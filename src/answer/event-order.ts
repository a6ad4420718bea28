import { analyse } from '../language/terms.ts'
import type { DayRange } from '../model/day-range.ts'
import type { Alias } from '../model/history.ts'
import type { RecallFrame } from '../model/recall-frame.ts'
import { attribution, mentions } from './attribution.ts'
import { LEAST_ATTRIBUTION } from './choose.ts'
import { daysOf } from './days-of.ts'
import { kindred } from './kindred.ts'
import { isPlan } from './plans.ts'
import type { Statement } from './statement.ts'

/** An event before or after which a question asks for something: “… before Tom moved to Lisbon”. */
export type EventOrder = {
  /** The words of the question that name it, “before” or “after” included. */
  readonly phrase: string
  /** Persons whom the question names only in these words: it is not about them. */
  readonly persons: readonly string[]
  /** What came on the right side of the event, the event itself left out; undefined where nothing dates it. */
  readonly candidates: readonly Statement[] | undefined
}

/** Reads the event by whose time a question asks, and tells what lies on that side of it; undefined where it names none. */
export function orderByEvent(
  frame: RecallFrame,
  statements: readonly Statement[],
  aliases: readonly Alias[],
): EventOrder | undefined {
  const phrase = phraseOf(frame)
  if (phrase === undefined) return undefined
  const rest = frame.question.replace(phrase, ' ')
  const within = frame.persons.filter((person) => mentions(phrase, person, aliases))
  const others = frame.persons.filter((person) => !within.includes(person) || mentions(rest, person, aliases))
  const persons = others.length === 0 ? [] : frame.persons.filter((person) => !others.includes(person))
  const terms = new Set(analyse(frame.order?.event ?? ''))
  const names = new Set(within.flatMap(analyse))
  const wanted = [...terms].filter((term) => !names.has(term))
  const asked = { persons: within, owners: [], terms, aliases, asksWhatWasSaid: false }
  const events = statements.filter(
    (each) => tells(each, wanted) && attribution(each, asked) >= LEAST_ATTRIBUTION,
  )
  // “After the exam we went bowling” says itself on which side it stands.
  const telling = events.filter((each) => standsBeside(each, frame.order!.relation, wanted))
  const anchor = events.find((each) => !isPlan(each, { asked })) ?? events[0]
  if (anchor === undefined || wanted.length === 0) return { phrase, persons, candidates: undefined }
  const at = timeOf(anchor, terms)
  const isOnSide = (each: Statement) =>
    frame.order?.relation === 'before'
      ? timeOf(each, terms).first < at.first
      : comesAfter(each, at, terms) || followsInTurn(each, anchor)
  return {
    phrase,
    persons,
    candidates: statements.filter(
      (each) => telling.includes(each) || (!events.includes(each) && isOnSide(each)),
    ),
  }
}

function phraseOf({ question, order }: RecallFrame): string | undefined {
  if (order?.event === undefined) return undefined
  if (order.relation !== 'before' && order.relation !== 'after') return undefined
  const end = question.indexOf(order.event)
  if (end < 0) return undefined
  const lead = LEAD.exec(question.slice(0, end))?.[0]
  return lead === undefined ? undefined : `${lead}${order.event}`
}

const LEAD =
  /\b(?:right |just |shortly |soon )?(?:before|prior to|after|following|once)\s+(?:(?:the|an?)\s+)?$/iu

function standsBeside({ text }: Statement, relation: string, wanted: readonly string[]): boolean {
  const beside = (relation === 'before' ? BEFORE : AFTER).exec(text)?.groups?.event
  if (beside === undefined || wanted.length === 0) return false
  const said = analyse(beside)
  const rest = analyse(text.replace(beside, ' '))
  return rest.length > 0 && wanted.every((term) => said.some((other) => kindred(term, other)))
}

const BEFORE = /\b(?:before|prior to)\s+(?<event>(?:\S+\s*){1,4})/iu
const AFTER = /\b(?:after|following)\s+(?<event>(?:\S+\s*){1,4})/iu

function tells({ terms }: Statement, wanted: readonly string[]): boolean {
  return wanted.every((term) => [...terms].some((other) => kindred(term, other)))
}

function timeOf(statement: Statement, asked: ReadonlySet<string>): DayRange {
  return daysOf(statement, asked) ?? { first: statement.day, last: statement.day }
}

/** What is told without a day of its own may hold on the very day of the event. */
function comesAfter(statement: Statement, { last }: DayRange, asked: ReadonlySet<string>): boolean {
  const days = daysOf(statement, asked)
  return days === undefined ? statement.day >= last : days.last > last
}

/** “I hurt my knee. The doctor says no running”: what is told next came next. */
function followsInTurn({ turn, start }: Statement, anchor: Statement): boolean {
  return turn.id === anchor.turn.id && start > anchor.start
}
