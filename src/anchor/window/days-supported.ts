import { foldText } from '../../language/terms.ts'
import type { Day, DayRange } from '../../model/day-range.ts'
import { contains, isDay, lengthDays, makeRange, monthRange, yearRange } from '../../time/day-range.ts'
import type { TimeMention } from '../../time/mentions.ts'
import type { ReadTurn } from './read-window.ts'

/**
 * Whether days follow from time words of the sources: they are the days of such words or a coarser span around them
 * (“May 2023” for the 7th), or, within words that leave room, at least half of the room that these leave.
 */
export function daysFollow(days: DayRange, sources: readonly ReadTurn[]): boolean {
  return sources.some(({ mentions }) => mentions.some((mention) => follows(days, mention)))
}

/** Whether time words stand in a source as they are; what they mean is then the same. */
export function wordsStand(mention: TimeMention, sources: readonly ReadTurn[]): boolean {
  const words = foldText(mention.words)
  return sources.some(({ turn }) => foldText(turn.text).includes(words))
}

/** [2026-03-15], [2026-03-15T18:20], [2026-03], [2026]: the days that a model wrote; undefined where it wrote none. */
export function writtenDays(first: string, last: string): DayRange | undefined {
  const from = spanOf(first)
  const to = spanOf(last) ?? from
  return from === undefined || to === undefined || to.last < from.first
    ? undefined
    : makeRange(from.first, to.last)
}

function follows(days: DayRange, { range, openEnded }: TimeMention): boolean {
  if (range === undefined) return false
  if (contains(days, range)) return lengthDays(days) <= lengthDays(range) * COARSEST + DAYS_OF_A_YEAR
  // [since 2019]: the year in which it began, or any later part that goes on.
  if (openEnded && contains(range, days.first as Day)) return true
  return contains(range, days) && lengthDays(days) * 2 >= lengthDays(range)
}

/** How much wider than the words the days may be, beside a year: a range that wide says nothing. */
const COARSEST = 2
const DAYS_OF_A_YEAR = 366

function spanOf(written: string): DayRange | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T ].*)?$/u.exec(written.trim())
  if (match === null) return undefined
  const [, year, month, day] = match
  if (year === '0000') return undefined
  if (day !== undefined) {
    const text = `${year}-${month}-${day}`
    return isDay(text) ? makeRange(text) : undefined
  }
  if (month === undefined) return yearRange(Number(year))
  return Number(month) >= 1 && Number(month) <= 12 ? monthRange(Number(year), Number(month)) : undefined
}
