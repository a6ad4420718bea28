import { analyse } from '../language/terms.ts'
import type { DayRange } from '../model/day-range.ts'
import { addDays, addMonths, addYears, overlap, weekOf } from '../time/day-range.ts'
import { kindred } from './kindred.ts'
import type { Statement } from './statement.ts'

/** What a phrase such as “the night before the eye exam” means for these statements. */
export type EventRelation =
  | { readonly status: 'none' }
  | {
      readonly status: 'dated'
      readonly event: string
      readonly phrase: string
      readonly range: DayRange
      readonly anchor: Statement
    }

/**
 * Dates a question's “N days before the event” by the statement that tells when the event was; where none does, its
 * words count like all others.
 */
export function relateToEvent(question: string, statements: readonly Statement[]): EventRelation {
  const match = PHRASE.exec(question)
  const groups = match?.groups
  if (groups === undefined) return { status: 'none' }
  const event = groups.event!.trim()
  const wanted = analyse(event)
  const anchor = statements.find((each) => datesEvent(each, wanted))
  const at = anchor?.piece.unit.context.eventTime
  if (wanted.length === 0 || anchor === undefined || at === undefined) return { status: 'none' }
  const side = groups.side?.toLowerCase()
  const amount = side === undefined ? 0 : amountOf(groups.amount)
  const unit = groups.unit!.toLowerCase()
  return {
    status: 'dated',
    event,
    phrase: match![0],
    anchor,
    range: stepped(at, { amount: side === 'before' ? -amount : amount, unit }),
  }
}

/** Statements that happened, or were said, within the range. */
export function duringRange(statements: readonly Statement[], range: DayRange): readonly Statement[] {
  return statements.filter(({ piece, day }) =>
    overlap(piece.unit.context.eventTime ?? { first: day, last: day }, range),
  )
}

const PHRASE =
  /\b(?:(?<amount>\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|the|exactly)\s+)?(?<unit>day|night|evening|morning|afternoon|week|month|year)s?\s+(?:(?<side>before|after|following)\s+|of\s+(?=(?:the|my|our|his|her|their)\s))(?<event>[^?.!,;]+)/iu

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function amountOf(word: string | undefined): number {
  if (word === undefined) return 1
  if (/^\d+$/u.test(word)) return Number(word)
  return Math.max(1, NUMBERS.indexOf(word.toLowerCase()) + 1)
}

function datesEvent({ terms, piece }: Statement, wanted: readonly string[]): boolean {
  if (piece.unit.context.eventTime === undefined) return false
  return wanted.every((term) => [...terms].some((other) => kindred(term, other)))
}

function stepped({ first, last }: DayRange, { amount, unit }: { amount: number; unit: string }): DayRange {
  switch (unit) {
    case 'week': {
      if (amount === 0) return weekOf(first)
      const start = addDays(first, amount * 7)
      // “The week before” is a week, not a day.
      return amount < 0
        ? { first: start, last: addDays(last, -1) }
        : { first: addDays(first, 1), last: addDays(last, amount * 7) }
    }
    case 'month':
      return { first: addMonths(first, amount), last: addMonths(last, amount) }
    case 'year':
      return { first: addYears(first, amount), last: addYears(last, amount) }
    default:
      return { first: addDays(first, amount), last: addDays(last, amount) }
  }
}
