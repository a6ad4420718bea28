import { analyse } from '../../src/language/terms.ts'
import type { Day } from '../../src/model/day-range.ts'

/** How the time is put: the day itself, its month, its year, or a day that is three days too early. */
export type TimeWording = 'day' | 'month' | 'year' | 'amiss'

/**
 * A question with a condition of time made of one without: [Where did Ana sail? → Where did Ana sail on 8 May 2023?].
 * Few questions of LoCoMo have such a condition, too few to tune on.
 */
export function withTimeWords(question: string, day: Day, wording: TimeWording): string {
  return `${question.replace(/[\s?]+$/u, '')} ${wordsFor(day, wording)}?`
}

/**
 * The question without its rarest word that is in the conversation and names no speaker, so that the time must tell;
 * undefined where it would say nothing any more.
 */
export function vaguer(
  question: string,
  { frequency, names }: { frequency: ReadonlyMap<string, number>; names: ReadonlySet<string> },
): string | undefined {
  // A function word alone is analysed as itself; in a question it is none of its terms.
  const said = new Set(analyse(question))
  const words = [...question.matchAll(/[\p{L}\p{N}'’-]+/gu)].flatMap(({ 0: text, index }) => {
    const terms = analyse(text)
    if (!terms.every((term) => said.has(term) && !names.has(term))) return []
    return [{ text, index, units: Math.min(...terms.map((term) => frequency.get(term) ?? 0)) }]
  })
  const [rarest] = words.filter(({ units }) => units > 0).sort((a, b) => a.units - b.units)
  if (rarest === undefined || words.length < 2) return undefined
  const { index, text } = rarest
  return `${question.slice(0, index).trimEnd()}${question.slice(index + text.length)}`
}

const MS_A_DAY = 86_400_000
const DAYS_AMISS = 3

function wordsFor(day: Day, wording: TimeWording): string {
  const put = (options: Intl.DateTimeFormatOptions, days = 0) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(
      Date.parse(day) + days * MS_A_DAY,
    )
  const whole = { day: 'numeric', month: 'long', year: 'numeric' } as const
  switch (wording) {
    case 'day':
      return `on ${put(whole)}`
    case 'amiss':
      return `on ${put(whole, -DAYS_AMISS)}`
    case 'month':
      return `in ${put({ month: 'long', year: 'numeric' })}`
    case 'year':
      return `in ${put({ year: 'numeric' })}`
  }
}
