import { wordKind } from '../language/lexicon.ts'

/** A quantity as it stands in a text. */
export type Quantity = { readonly text: string; readonly start: number; readonly end: number }

const SMALL =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const WORDED = `(?:(?:${TENS})(?:[- ](?:${SMALL}))?|(?:${SMALL}))(?:[- ](?:hundred|thousand|million|dozen))*(?:[- ]and[- ](?:(?:${TENS})(?:[- ](?:${SMALL}))?|(?:${SMALL})))?|(?:a|half a|several) (?:hundred|thousand|million|dozen|couple)`
/** Bounded, and begun nowhere inside a run of digits: such runs are data, and cost nothing. */
const FIGURE =
  '(?<![\\d,])\\d[\\d,]{0,19}(?![\\d])(?:\\.\\d{1,9})?(?:\\s?(?:k|million|thousand|hundred|dozen)\\b)?'
const NUMBER = `(?:${FIGURE}|\\b(?:${WORDED})\\b)`
const TIME_UNIT = '(?:second|minute|hour|day|night|week|weekend|fortnight|month|year|decade|sec|min|hr)s?'
const CURRENCY_WORD =
  '(?:dollars?|euros?|pounds?|cents?|pence|yuan|yen|rupees?|francs?|kroner|kronor|zloty|bucks?|quid|usd|eur|gbp)'
const MEASURE =
  '(?:%|percent|per cent|km|kilometres?|kilometers?|miles?|metres?|meters?|m|cm|mm|feet|foot|ft|inch(?:es)?|kg|kilos?|kilograms?|grams?|g|pounds?|lbs?|litres?|liters?|l|ml|gallons?|cups?|degrees?|acres?|calories)'

const DURATION = new RegExp(
  `\\b(?:(?:about|around|nearly|almost|over|more than|less than|just over|at least|roughly)\\s+)?(?:(?:${NUMBER})(?:\\s+and\\s+a\\s+half)?|a couple of|a few|several|an?|half an?|the (?:whole|entire))[\\s-]${TIME_UNIT}\\b(?:\\s+and\\s+a\\s+half)?|\\b(?:all|the whole|the entire) (?:day|night|week|weekend|month|year|summer|winter|morning|afternoon)\\b|\\bsince\\s+(?:\\d{4}|\\p{Lu}\\p{Ll}+(?:\\s+\\d{4})?|last \\p{L}+|(?:i|we|he|she|they) \\p{L}+(?: \\p{L}+){0,4})`,
  'giu',
)
const MONEY = new RegExp(
  `[£$€¥₹]\\s?${FIGURE}(?:\\s+(?:a|per|each)\\s+\\p{L}+)?|(?:${NUMBER})\\s+${CURRENCY_WORD}\\b(?:\\s+(?:a|per)\\s+\\p{L}+)?`,
  'giu',
)
const MEASURED = new RegExp(`(?:${NUMBER})\\s?${MEASURE}(?!\\p{L})`, 'giu')
const ANY_NUMBER = new RegExp(NUMBER, 'giu')
/** What looks like a count and is a date, a clock time, an ordinal or a part of a name. */
const NO_COUNT =
  /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[:.]\d{2}\b(?:\s?[ap]\.?m\b)?|\b\d{1,2}\s?[ap]\.?m\b|\b\p{L}+ o['’]clock|\b(?:half|quarter) (?:past|to) \p{L}+|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{4})?|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d{1,2}(?:,?\s+\d{4})?|\b(?:in|since|of|until|by)\s+(?:19|20)\d{2}\b|\bone (?:of|day|another)\b|\bno one\b|\b(?:this|that|the|which|any|every|some|each|another|other) one\b/giu
const FREQUENCY = new RegExp(
  `\\b(?:every|each)\\s+(?:other\\s+|single\\s+|second\\s+)?(?:${NUMBER}\\s+)?(?:${TIME_UNIT}|morning|evening|afternoon|weekday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter)s?\\b|\\b(?:once|twice|thrice|(?:${NUMBER}|several|a few|a couple of)\\s+(?:times|nights|days|evenings|mornings|hours))\\s+(?:a|per|every|each)\\s+\\p{L}+|\\b(?:daily|weekly|monthly|yearly|annually|fortnightly|nightly|hourly)\\b|\\bon\\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days\\b|\\bthe (?:first|second|third|fourth|last) \\p{L}+ of (?:each|every) \\p{L}+`,
  'giu',
)

/** Spans of time: “for nineteen years”, “three hours”, “since 2016”. */
export const durations = (text: string) => found(text, DURATION).filter((each) => !describes(text, each))
/** “A night nurse” and “a day trip” are no spans. */
function describes(text: string, { text: span, end }: Quantity): boolean {
  const next = /^\s(\p{Ll}+)/u.exec(text.slice(end))?.[1]
  if (next === undefined || !/^an?\s\p{Ll}+$/u.test(span)) return false
  const kind = wordKind(next)
  return kind !== 'function' && !/^(?:ago|later|long|off|away|apart|earlier|old)$/u.test(next)
}

/** Sums of money: “£120 a year”, “15 dollars”. */
export const sums = (text: string) => found(text, MONEY)
/** Measures: “three metres”, “1.34 metres”, “40 %”. */
export const measures = (text: string) => found(text, MEASURED)
/** How often: “every other Tuesday”, “four nights a week”, “monthly”. */
export const frequencies = (text: string) => found(text, FREQUENCY)

/** Numbers that count something: dates, clock times, ordinals, “one of” and parts of names left out. */
export function counts(text: string): readonly Quantity[] {
  const numbers = outside(found(text, ANY_NUMBER), found(text, NO_COUNT))
  return numbers.filter((number) => !isInName(text, number))
}

/** Those that are neither a span of time nor a sum nor a measure. */
export function bareCounts(text: string): readonly Quantity[] {
  return outside(counts(text), [...durations(text), ...sums(text), ...measures(text)])
}

function outside(quantities: readonly Quantity[], blocked: readonly Quantity[]): readonly Quantity[] {
  return quantities.filter(
    ({ start, end }) => !blocked.some((other) => start < other.end && other.start < end),
  )
}

/** “the Lakeside 10K”, “Elm Road 12.”: a number behind a name that counts no noun after it. */
function isInName(text: string, { text: number, start, end }: Quantity): boolean {
  if (!/^\d/u.test(number) || !BEHIND_NAME.test(text.slice(0, start))) return false
  const next = /^\s+(\p{Ll}+)/u.exec(text.slice(end))?.[1]
  return /\dk$/iu.test(number) || next === undefined || ENDS_NAME.test(next) || wordKind(next) === 'function'
}

/** A capital within a sentence. */
const BEHIND_NAME = /[\p{L}\p{N},]["'’”)]? (?!I )\p{Lu}[\p{L}'’-]+ $/u
const ENDS_NAME = /^(?:yesterday|today|tonight|tomorrow|ago|again|already|was|is|were|are)$/u

function found(text: string, pattern: RegExp): readonly Quantity[] {
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => {
    const trimmed = match.replace(/[\s,]+$/u, '')
    return { text: trimmed, start: index, end: index + trimmed.length }
  })
}
