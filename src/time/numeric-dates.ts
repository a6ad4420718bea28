import { absolute, shortYear } from './calendar-years.ts'
import { inYear } from './cyclic.ts'
import { isDay, makeRange, yearRange } from './day-range.ts'
import type { TimeExpression } from './expression.ts'
import { isOneOf, lower, type Reading, type Tokens } from './reading.ts'

const NUMERIC = /^(\d+)([-/.–])(\d+)(?:([-/.–])(\d+))?(?:([-/–])(.+))?$/
/** What takes a month in figures without a preposition: [expires 03/2026]. */
const DUE = new Set('expires expired expiring expiry exp ends ended due dated valid renews'.split(' '))

/** [2023-05-07], [2026-07-25/26], [2023/5/7], [7.5.2023], [03/04/2023], [2023-05]. */
export function numericDate(tokens: Tokens, at: number): Reading | undefined {
  const token = tokens[at]
  if (token?.kind !== 'numeric') return undefined
  // [build 2024.01.02], [v2023-05-07]: a version, whatever it looks like.
  if (isOneOf(tokens, at - 1, 'version', 'v', 'build', 'release', '#') && token.text.includes('.'))
    return undefined
  const expression = numericExpression(token.text.replace(/T\d.*$/, ''))
  if (expression === undefined) return undefined
  const isDue = DUE.has(lower(tokens, at - 1)) && /^\d{1,2}\/(?:19|20)\d{2}$/.test(token.text)
  return { expression, next: at + 1, stands: isDue ? 'alone' : stands(expression, token.text) }
}

function stands(expression: TimeExpression, text: string): Reading['stands'] {
  if (expression.type === 'numeric' && expression.year === undefined) return 'strict'
  return /^(?:\d{4}[-–/]\d{2,4}|\d{1,2}[-/]\d{4})$/.test(text) ? 'governed' : 'alone'
}

function numericExpression(text: string): TimeExpression | undefined {
  const match = NUMERIC.exec(text)
  if (match === null) return undefined
  const [, a = '', separator = '', b = '', separator2, c, separator3, rest] = match
  if (c === undefined || separator2 === undefined) return twoParts(a, separator, b)
  if (separator !== separator2) return undefined
  if (a.length === 4) return isoExpression(`${a}-${pad(b)}-${pad(c)}`, rest)
  if (separator3 !== undefined || (c.length !== 4 && (c.length !== 2 || separator !== '/'))) return undefined
  const year = c.length === 2 ? shortYear(Number(c)) : Number(c)
  // Written with points, the day always comes first.
  if (separator === '.') return absoluteDay(`${c}-${pad(b)}-${pad(a)}`)
  return { type: 'numeric', first: Number(a), second: Number(b), year }
}

function isoExpression(first: string, rest: string | undefined): TimeExpression | undefined {
  if (rest === undefined) return absoluteDay(first)
  // What the end leaves out it takes from the start: [2026-07-25/26].
  const end = rest.split(/[-/]/).map(pad).join('-')
  const last = `${first.slice(0, Math.max(0, 10 - end.length))}${end}`
  return isDay(first) && isDay(last) && first <= last
    ? { type: 'absolute', range: makeRange(first, last) }
    : undefined
}

function twoParts(a: string, separator: string, b: string): TimeExpression | undefined {
  if (separator === '.') return undefined
  // [03/2021]: no day has four digits.
  if (a.length <= 2 && b.length === 4 && separator !== '–' && Number(a) >= 1 && Number(a) <= 12)
    return absolute(inYear({ type: 'month', month: Number(a) }, Number(b)))
  if (a.length === 4 && b.length === 2 && Number(b) >= 1 && Number(b) <= 12 && separator !== '/') {
    return absolute(inYear({ type: 'month', month: Number(b) }, Number(a)))
  }
  if (a.length === 4 && (b.length === 4 || b.length === 2)) {
    const last = b.length === 4 ? Number(b) : Math.floor(Number(a) / 100) * 100 + Number(b)
    return last > Number(a) && last - Number(a) < 100
      ? absolute({ first: yearRange(Number(a)).first, last: yearRange(last).last })
      : undefined
  }
  if (separator !== '/' || a.length > 2 || b.length > 2) return undefined
  return { type: 'numeric', first: Number(a), second: Number(b), year: undefined }
}

function absoluteDay(text: string): TimeExpression | undefined {
  return isDay(text) ? { type: 'absolute', range: makeRange(text) } : undefined
}

function pad(part: string): string {
  return part.padStart(2, '0')
}
