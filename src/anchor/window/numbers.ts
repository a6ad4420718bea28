import { foldText } from '../../language/terms.ts'
import { NUMERALS, ORDINALS, TENS } from '../../time/vocabulary.ts'

/** An amount as it stands in a text; positions in UTF-16 code units, end exclusive. */
export type Amount = {
  readonly text: string
  readonly value: number
  /** The unit of measure beside it, by one name for all ways of writing it; undefined where there is none. */
  readonly measure: string | undefined
  readonly start: number
  readonly end: number
}

/**
 * The numbers of a text in digits and words (“15,700”, “15.7k”, “twenty-one”, “two hundred and six”, “third”, “twice”),
 * with the unit of measure beside them. “One”, “first” and “second” are mostly no numbers, and left out.
 */
export function numbersIn(text: string): readonly Amount[] {
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const value = numberOf(match[0])
    if (value === undefined) return []
    const start = match.index
    const end = start + match[0].length
    return [{ text: match[0], value, measure: measureBeside(text, start, end), start, end }]
  })
}

/** The units of measure that a text names anywhere, with or without a number. */
export function measuresIn(text: string): ReadonlySet<string> {
  const found = [...foldText(text).matchAll(/[\p{L}\p{Sc}%°]+/gu)].flatMap(
    ([word]) => MEASURES.get(word) ?? [],
  )
  const signs = [...text.matchAll(/[\p{Sc}%°]/gu)].flatMap(([sign]) => MEASURES.get(sign) ?? [])
  return new Set([...found, ...signs])
}

const WORDS = [...NUMERALS.keys(), ...TENS.keys()].filter((word) => word !== 'one')
const ORDINAL_WORDS = [...ORDINALS.keys()].filter((word) => word !== 'first' && word !== 'second')
const ANY_WORD = [...WORDS, 'one'].join('|')
const UNITS = [...NUMERALS.keys()].slice(0, 9).join('|')
const SMALL = `(?:${[...TENS.keys()].join('|')})(?:[- ](?:${UNITS}))?|${WORDS.join('|')}`
const NUMBER = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])\p{N}+(?:[.,:]\p{N}+)*(?:(?:k|bn|\s?(?:thousand|million|billion))\b)?`,
    String.raw`\b(?:${[...TENS.keys()].join('|')})[- ](?:${UNITS})(?:[- ](?:hundred|thousand|million))?\b`,
    String.raw`\b(?:${ANY_WORD}|a)[- ](?:hundred|thousand|million|billion|dozen)(?:(?: and)? (?:${SMALL}))?\b`,
    String.raw`\b(?:${WORDS.join('|')}|${ORDINAL_WORDS.join('|')}|dozen|hundred|thousand|million|twice|thrice|half)\b`,
  ].join('|'),
  'giu',
)

const SCALES: ReadonlyMap<string, number> = new Map([
  ...['k', 'thousand'].map((word) => [word, 1_000] as const),
  ['million', 1_000_000],
  ...['bn', 'billion'].map((word) => [word, 1_000_000_000] as const),
  ['hundred', 100],
  ['dozen', 12],
])

const OTHERS: ReadonlyMap<string, number> = new Map([
  ...[...NUMERALS, ...TENS, ...ORDINALS, ...SCALES],
  ...Object.entries({
    a: 1,
    twice: 2,
    thrice: 3,
    half: 0.5,
    couple: 2,
    both: 2,
    pair: 2,
    double: 2,
    triple: 3,
    single: 1,
  }),
])

function numberOf(written: string): number | undefined {
  const lower = written.toLowerCase().trim()
  const digits = /^(\p{N}+(?:[.,:]\p{N}+)*)\s?(\p{L}+)?$/u.exec(lower)
  if (digits !== null) return digitsOf(digits[1]!) * (SCALES.get(digits[2] ?? '') ?? 1)
  const parts = lower.split(/[- ]/u).filter((part) => part !== 'and')
  const [first, ...rest] = parts
  let value = OTHERS.get(first ?? '')
  for (const part of rest) {
    const scale = SCALES.get(part)
    if (value !== undefined) value = scale === undefined ? value + (OTHERS.get(part) ?? 0) : value * scale
  }
  return value
}

/** [15,700] and [15.700] are fifteen thousand seven hundred; [2.5] and [2,5] two and a half; [10:30] is ten thirty. */
function digitsOf(written: string): number {
  const ascii = written.normalize('NFKC')
  if (/^\d{1,3}(?:[.,]\d{3})+$/u.test(ascii)) return Number(ascii.replace(/[.,]/gu, ''))
  if (ascii.includes(':')) return Number(ascii.replaceAll(':', '.'))
  return Number(ascii.replace(/,(?=\d{3}(?:\D|$))/gu, '').replace(',', '.'))
}

/** What a source says by other words than a number: [a couple of, both, a pair, a dozen, an hour]. */
export function impliedNumbers(text: string): readonly number[] {
  const words = foldText(text).match(/\p{L}+/gu) ?? []
  return words.flatMap((word) =>
    word === 'an' || word === 'one' || word === 'once' ? [1] : (OTHERS.get(word) ?? []),
  )
}

const MEASURES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dollar: 'dollars usd $ buck bucks',
    euro: 'euros eur €',
    pound: 'pounds gbp £ quid lb lbs',
    yuan: 'rmb renminbi cny 元',
    yen: 'jpy ¥',
    rupee: 'rupees inr ₹',
    franc: 'francs chf',
    krone: 'krona kronor kroner sek nok dkk',
    peso: 'pesos',
    won: 'krw ₩',
    rouble: 'roubles ruble rubles ₽',
    zloty: 'zlotys pln',
    percent: '% percentage',
    degree: 'degrees ° celsius fahrenheit',
    kilometre: 'kilometres kilometer kilometers km kms',
    mile: 'miles mi',
    metre: 'metres meter meters',
    centimetre: 'centimetres centimeter centimeters cm',
    foot: 'feet ft',
    inch: 'inches',
    yard: 'yards',
    kilogram: 'kilograms kg kgs kilo kilos',
    gram: 'grams',
    ounce: 'ounces oz',
    litre: 'litres liter liters',
    gallon: 'gallons',
    acre: 'acres',
    hectare: 'hectares',
    minute: 'minutes min mins',
    hour: 'hours hr hrs',
    day: 'days',
    week: 'weeks wk wks',
    month: 'months',
    year: 'years yr yrs yo',
    gigabyte: 'gigabytes gb',
    megabyte: 'megabytes mb',
    terabyte: 'terabytes tb',
    watt: 'watts',
    kilowatt: 'kilowatts kw kwh',
  }).flatMap(([name, others]) => [name, ...others.split(' ')].map((word) => [word, name] as const)),
)

/** Directly before [$40] or after it [40 dollars, 40 US dollars, 5-year]. */
function measureBeside(text: string, start: number, end: number): string | undefined {
  const sign = MEASURES.get(text.slice(start - 1, start)) ?? MEASURES.get(text.slice(start - 2, start).trim())
  if (sign !== undefined && start > 0) return sign
  const next = /^[\s-]*(?:US|Canadian|Australian|British|Swiss|square|cubic)?\s*([\p{L}]+|[\p{Sc}%°])/u.exec(
    text.slice(end),
  )
  return next === null ? undefined : MEASURES.get(foldText(next[1]!))
}
