import type { DayRange } from '../../model/day-range.ts'
import { dayNumber, fields } from '../../time/day-range.ts'
import type { TimeMention } from '../../time/mentions.ts'
import { type Amount, impliedNumbers, measuresIn, numbersIn } from './numbers.ts'
import type { ReadUnit } from './read-unit.ts'
import type { ReadTurn } from './read-window.ts'
import { type Refusal, refusal } from './refusal.ts'

/**
 * Refuses an amount that no source names: the number, written in digits or words, and its unit of measure must both
 * stand there. Numbers of dates are checked as days; a length of time may follow from time words (“since 2019”).
 */
export function checkAmounts(
  unit: ReadUnit,
  sources: readonly ReadTurn[],
  mentions: readonly TimeMention[],
): Refusal | undefined {
  if (unit.numbers.length === 0) return undefined
  const text = sources.map(({ turn }) => turn.text).join('\n')
  const values = new Set([
    ...numbersIn(text).map(({ value }) => value),
    ...impliedNumbers(text),
    ...yearsOf(sources),
  ])
  const measures = measuresIn(text)
  for (const amount of unit.numbers) {
    if (isOfDate(amount, mentions) || isLength(amount, sources) || stands(amount, text)) continue
    if (isClock(amount, unit.text, text)) continue
    const { measure } = amount
    if (!values.has(amount.value)) return refusal('number not in source', unit.written, amount.text)
    if (measure !== undefined && !measures.has(measure))
      return refusal('number not in source', unit.written, `${amount.text} ${measure}`)
  }
  return undefined
}

/** Units of time, in days. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ['day', 1],
  ['week', 7],
  ['month', 30.4],
  ['year', 365.25],
])

function isOfDate({ start, end }: Amount, mentions: readonly TimeMention[]): boolean {
  return mentions.some(
    ({ position, words, range }) => range && position <= start && end <= position + words.length,
  )
}

/** [for 4 years] of what was told in 2023 to go on since 2019, give or take one. */
function isLength({ value, measure }: Amount, sources: readonly ReadTurn[]): boolean {
  const days = measure === undefined ? undefined : TIMES.get(measure)
  if (days === undefined) return false
  return sources.some(({ said, mentions }) =>
    mentions.some(({ range }) => {
      if (range === undefined) return false
      const [least, most] = distances(range, dayNumber(said))
      return least / days - 1 <= value && value <= most / days + 1
    }),
  )
}

function distances({ first, last }: DayRange, said: number): readonly [least: number, most: number] {
  const ends = [Math.abs(said - dayNumber(first)), Math.abs(said - dayNumber(last))]
  return [Math.min(...ends), Math.max(...ends)]
}

/** [17:00] for [at 5], [9 pm] for [21:00]: the same on the face of a clock. */
function isClock({ text, start, end }: Amount, restatement: string, source: string): boolean {
  const written = CLOCK.exec(restatement.slice(start, end + LONGEST_DAY_HALF))
  if (written?.index !== 0 || (!text.includes(':') && written[3] === undefined)) return false
  return [...source.matchAll(new RegExp(CLOCK, 'gi'))].some((said) => faceOf(said) === faceOf(written))
}

const CLOCK = /(\d{1,2})(?:[:.](\d{2}))?(?:\s?([ap])\.?m\b|(?!\d))/i
const LONGEST_DAY_HALF = ' a.m.'.length
const faceOf = ([, hours, minutes = '00']: readonly (string | undefined)[]) =>
  `${Number(hours) % 12}:${minutes}`

/** [Flat 1603], [$40], [10:30]: letter for letter, and not as part of a longer number. */
function stands({ text, measure }: Amount, source: string): boolean {
  if (measure !== undefined) return false
  const written = text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
  return new RegExp(String.raw`(?<![\p{L}\p{N}.,])${written}(?![\p{L}\p{N}]|[.,]\p{N})`, 'iu').test(source)
}

function yearsOf(sources: readonly ReadTurn[]): readonly number[] {
  return sources.flatMap(({ mentions }) =>
    mentions.flatMap(({ range }) =>
      range === undefined ? [] : [fields(range.first)[0], fields(range.last)[0]],
    ),
  )
}
