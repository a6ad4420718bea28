import { HOLIDAYS, NEEDS_DAY } from './holidays.ts'
import type { Token } from './tokens.ts'
import { DECADES, MONTHS, SEASONS, UNITS, WEEKDAYS } from './vocabulary.ts'

/** Words of which every time phrase holds at least one, unless it holds a figure. */
const CORE: ReadonlySet<string> = new Set([
  ...MONTHS.keys(),
  ...WEEKDAYS.keys(),
  ...[...WEEKDAYS.keys()].filter((word) => word.endsWith('day')).map((word) => `${word}s`),
  ...SEASONS.keys(),
  ...UNITS.keys(),
  ...DECADES.keys(),
  // Of the others “day” is the core word, or the weekday or unit that their name holds: “black” is in many texts.
  ...[...HOLIDAYS]
    .filter(([, holiday]) => !NEEDS_DAY.has(holiday))
    .map(([name]) => name.split(' '))
    .filter((words) => !words.some((word) => WEEKDAYS.has(word) || UNITS.has(word)))
    .flat()
    .filter((word) => word.length > 3),
  ...'fortnight fortnights today tonight yesterday tomorrow tmrw morning mornings afternoon evening noon midnight'.split(
    ' ',
  ),
  ...'recently lately late currently nowadays soon someday future moment ago weekdays just since'.split(' '),
  ...'daily nightly weekly fortnightly monthly quarterly yearly annually'.split(' '),
])

const PATTERN = new RegExp(String.raw`\d|\b(?:${[...CORE].join('|')})\b`, 'i')

/** Whether the text can hold time words at all; most texts cannot, and need not be cut into tokens. */
export function mayHoldTime(text: string): boolean {
  return PATTERN.test(text)
}

// [at the very beginning of the whole month]: no phrase has its first core word further in than this.
const LEAD = 8

/** For each token, whether a time phrase can begin there: a core word or a figure must follow soon. */
export function possibleStarts(tokens: readonly Token[]): readonly boolean[] {
  const possible = new Array<boolean>(tokens.length).fill(false)
  let reach = -1
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]!
    if (isCore(token)) reach = at
    possible[at] = reach >= 0 && reach - at <= LEAD && (reach === at || token.kind === 'word')
  }
  return possible
}

function isCore(token: Token): boolean {
  return (
    CORE.has(token.lower) ||
    (token.kind !== 'word' && token.kind !== 'mark' && token.kind !== 'possessive') ||
    /^[qh][1-4]$/.test(token.lower)
  )
}
