import type { Season } from './day-range.ts'

/** Month names and abbreviations, lower case, to 1-12. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...['january', 'jan'].map((word) => [word, 1] as const),
  ...['february', 'feb'].map((word) => [word, 2] as const),
  ...['march', 'mar'].map((word) => [word, 3] as const),
  ...['april', 'apr'].map((word) => [word, 4] as const),
  ...['may'].map((word) => [word, 5] as const),
  ...['june', 'jun'].map((word) => [word, 6] as const),
  ...['july', 'jul'].map((word) => [word, 7] as const),
  ...['august', 'aug'].map((word) => [word, 8] as const),
  ...['september', 'sep', 'sept'].map((word) => [word, 9] as const),
  ...['october', 'oct'].map((word) => [word, 10] as const),
  ...['november', 'nov'].map((word) => [word, 11] as const),
  ...['december', 'dec'].map((word) => [word, 12] as const),
])

/** Months whose names are hardly ever anything else. */
export const PLAIN_MONTHS: ReadonlySet<string> = new Set([
  'january',
  'february',
  'july',
  'september',
  'october',
  'november',
  'december',
])

/** Weekday names and abbreviations, lower case, to 1-7 from Monday. */
export const WEEKDAYS: ReadonlyMap<string, number> = new Map([
  ...['monday', 'mon'].map((word) => [word, 1] as const),
  ...['tuesday', 'tue', 'tues'].map((word) => [word, 2] as const),
  ...['wednesday', 'wed', 'weds'].map((word) => [word, 3] as const),
  ...['thursday', 'thu', 'thur', 'thurs'].map((word) => [word, 4] as const),
  ...['friday', 'fri'].map((word) => [word, 5] as const),
  ...['saturday', 'sat'].map((word) => [word, 6] as const),
  ...['sunday', 'sun'].map((word) => [word, 7] as const),
])

/** RFC 5545 weekday codes by ISO weekday. */
export const WEEKDAY_CODES = ['', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export const SEASONS: ReadonlyMap<string, Season> = new Map([
  ['spring', 'spring'],
  ['springtime', 'spring'],
  ['summer', 'summer'],
  ['summertime', 'summer'],
  ['autumn', 'autumn'],
  ['fall', 'autumn'],
  ['winter', 'winter'],
  ['wintertime', 'winter'],
])

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year' | 'decade'

/** Singular, plural and short names of units; a fortnight is handled where counts are read. */
export const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...['minute', 'minutes', 'min', 'mins'].map((word) => [word, 'minute'] as const),
  ...['hour', 'hours', 'hr', 'hrs'].map((word) => [word, 'hour'] as const),
  ...['day', 'days', 'night', 'nights'].map((word) => [word, 'day'] as const),
  ...['week', 'weeks', 'wk', 'wks'].map((word) => [word, 'week'] as const),
  ...['weekend', 'weekends'].map((word) => [word, 'weekend'] as const),
  ...['month', 'months', 'mo', 'mos'].map((word) => [word, 'month'] as const),
  ...['quarter', 'quarters'].map((word) => [word, 'quarter'] as const),
  ...['year', 'years', 'yr', 'yrs'].map((word) => [word, 'year'] as const),
  ...['decade', 'decades'].map((word) => [word, 'decade'] as const),
])

export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['eleventh', 11],
  ['twelfth', 12],
  ['thirteenth', 13],
  ['fourteenth', 14],
  ['fifteenth', 15],
  ['sixteenth', 16],
  ['seventeenth', 17],
  ['eighteenth', 18],
  ['nineteenth', 19],
  ['twentieth', 20],
  ['thirtieth', 30],
])

export const NUMERALS: ReadonlyMap<string, number> = new Map(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty'
  )
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
)

export const TENS: ReadonlyMap<string, number> = new Map([
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
])

/** Decades in words, to their tens. */
export const DECADES: ReadonlyMap<string, number> = new Map([
  ['twenties', 20],
  ['thirties', 30],
  ['forties', 40],
  ['fifties', 50],
  ['sixties', 60],
  ['seventies', 70],
  ['eighties', 80],
  ['nineties', 90],
])

export const DAY_PARTS: ReadonlySet<string> = new Set(
  'morning afternoon evening night noon midday lunchtime midnight'.split(' '),
)

/** Words after which a clause goes on or ends, so that what stood before them was complete. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the and or but nor so because if when where who whom whose which what why how that than as while since ' +
    'until till before after during in on at by for from to of with without about into onto over under through ' +
    'between near around along across against upon i you he she it we they me him her us them my your his its our ' +
    'their this these those is are was were be been being am do does did has have had having will would shall ' +
    "should can could may might must not no yes too also again already still just only even ever never didn't " +
    "wasn't weren't isn't aren't don't doesn't i'm it's we're they're he's she's i've we've recently lately " +
    'together alone instead though although please thanks here there then now all both each every some any more ' +
    'most much many once twice later earlier ago back when'
  ).split(' '),
)
