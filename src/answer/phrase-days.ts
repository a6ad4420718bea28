import type { Day, DayRange } from '../model/day-range.ts'

/**
 * Writes days for people, with their ISO form so that nothing is left to the reader's guess.
 *
 * [2023-05-07 alone → “7 May 2023 (2023-05-07)”; all of May → “May 2023 (2023-05-01 to 2023-05-31)”]
 */
export function phraseDays({ first, last }: DayRange): string {
  if (first === last) return `${dayInWords(first)} (${first})`
  return `${rangeInWords(first, last)} (${first} to ${last})`
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

function rangeInWords(first: Day, last: Day): string {
  const [firstYear, firstMonth] = first.split('-')
  const [lastYear, lastMonth] = last.split('-')
  const startsMonth = first.endsWith('-01')
  const endsMonth = isLastOfMonth(last)
  if (startsMonth && endsMonth && firstYear === lastYear) {
    if (firstMonth === lastMonth) return `${monthName(first)} ${firstYear}`
    if (firstMonth === '01' && lastMonth === '12') return `${firstYear}`
    return `${monthName(first)} to ${monthName(last)} ${firstYear}`
  }
  if (firstYear === lastYear && firstMonth === lastMonth) {
    return `${Number(first.slice(8))} to ${dayInWords(last)}`
  }
  return `${dayInWords(first)} to ${dayInWords(last)}`
}

function dayInWords(day: Day): string {
  return `${Number(day.slice(8))} ${monthName(day)} ${day.slice(0, 4)}`
}

function monthName(day: Day): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? day.slice(5, 7)
}

function isLastOfMonth(day: Day): boolean {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.getUTCDate() === 1
}
