import type { Day, DayRange } from '../model/day-range.ts'
import { addDays, makeDay, makeRange, monthRange, weekday } from './day-range.ts'

export type Holiday =
  | 'christmas'
  | 'christmas-eve'
  | 'boxing-day'
  | 'new-year'
  | 'new-years-eve'
  | 'halloween'
  | 'valentine'
  | 'thanksgiving'
  | 'black-friday'
  | 'easter'
  | 'good-friday'
  | 'independence-day'
  | 'saint-patrick'
  | 'labor-day'
  | 'memorial-day'
  | 'mothers-day'
  | 'fathers-day'
  | 'epiphany'
  | 'martin-luther-king'
  | 'australia-day'
  | 'groundhog-day'
  | 'presidents-day'
  | 'womens-day'
  | 'shrove-tuesday'
  | 'ash-wednesday'
  | 'palm-sunday'
  | 'easter-weekend'
  | 'easter-monday'
  | 'april-fools'
  | 'earth-day'
  | 'anzac-day'
  | 'may-day'
  | 'cinco-de-mayo'
  | 'ascension'
  | 'pentecost'
  | 'whit-monday'
  | 'juneteenth'
  | 'canada-day'
  | 'bastille-day'
  | 'columbus-day'
  | 'all-saints'
  | 'bonfire-night'
  | 'veterans-day'
  | 'cyber-monday'

/** Names by their words, lower case, without “day” and the possessive. */
export const HOLIDAYS: ReadonlyMap<string, Holiday> = new Map([
  ['christmas', 'christmas'],
  ['xmas', 'christmas'],
  ['christmas eve', 'christmas-eve'],
  ['boxing', 'boxing-day'],
  ['new year', 'new-year'],
  ['new year eve', 'new-years-eve'],
  ['new years eve', 'new-years-eve'],
  ['new years', 'new-year'],
  ['halloween', 'halloween'],
  ['valentine', 'valentine'],
  ['valentines', 'valentine'],
  ['thanksgiving', 'thanksgiving'],
  ['black friday', 'black-friday'],
  ['easter', 'easter'],
  ['easter sunday', 'easter'],
  ['good friday', 'good-friday'],
  ['independence', 'independence-day'],
  ['st patrick', 'saint-patrick'],
  ['st . patrick', 'saint-patrick'],
  ['labor', 'labor-day'],
  ['labour', 'labor-day'],
  ['memorial', 'memorial-day'],
  ['mother', 'mothers-day'],
  ['father', 'fathers-day'],
  ['mothers', 'mothers-day'],
  ['fathers', 'fathers-day'],
  ['epiphany', 'epiphany'],
  ['martin luther king', 'martin-luther-king'],
  ['martin luther king jr', 'martin-luther-king'],
  ['mlk', 'martin-luther-king'],
  ['australia', 'australia-day'],
  ['groundhog', 'groundhog-day'],
  ['presidents', 'presidents-day'],
  ['president', 'presidents-day'],
  ['women', 'womens-day'],
  ['international women', 'womens-day'],
  ['mardi gras', 'shrove-tuesday'],
  ['shrove tuesday', 'shrove-tuesday'],
  ['pancake day', 'shrove-tuesday'],
  ['ash wednesday', 'ash-wednesday'],
  ['palm sunday', 'palm-sunday'],
  ['easter monday', 'easter-monday'],
  ['april fools', 'april-fools'],
  ['april fool', 'april-fools'],
  ['earth', 'earth-day'],
  ['anzac', 'anzac-day'],
  ['cinco de mayo', 'cinco-de-mayo'],
  ['ascension', 'ascension'],
  ['pentecost', 'pentecost'],
  ['whit sunday', 'pentecost'],
  ['pentecost monday', 'whit-monday'],
  ['whit monday', 'whit-monday'],
  ['juneteenth', 'juneteenth'],
  ['canada', 'canada-day'],
  ['bastille', 'bastille-day'],
  ['columbus', 'columbus-day'],
  ['indigenous peoples', 'columbus-day'],
  ['all saints', 'all-saints'],
  ['bonfire night', 'bonfire-night'],
  ['guy fawkes night', 'bonfire-night'],
  ['veterans', 'veterans-day'],
  ['veteran', 'veterans-day'],
  ['armistice', 'veterans-day'],
  ['remembrance', 'veterans-day'],
  ['cyber monday', 'cyber-monday'],
])

/** Holidays whose name is only theirs when “day” follows. */
export const NEEDS_DAY: ReadonlySet<Holiday> = new Set([
  'boxing-day',
  'independence-day',
  'labor-day',
  'memorial-day',
  'mothers-day',
  'fathers-day',
  'martin-luther-king',
  'australia-day',
  'groundhog-day',
  'presidents-day',
  'womens-day',
  'april-fools',
  'earth-day',
  'anzac-day',
  'ascension',
  'canada-day',
  'bastille-day',
  'columbus-day',
  'all-saints',
  'veterans-day',
])

/** The day or days of a holiday in a year; those that countries hold apart are the ones of the United States. */
export function holidayRange(holiday: Holiday, year: number): DayRange {
  // People are off from Good Friday to Easter Monday.
  return holiday === 'easter-weekend'
    ? makeRange(holidayDay('good-friday', year), holidayDay('easter-monday', year))
    : makeRange(holidayDay(holiday, year))
}

function holidayDay(holiday: Exclude<Holiday, 'easter-weekend'>, year: number): Day {
  switch (holiday) {
    case 'thanksgiving':
      return nthWeekday(year, 11, 4, 4)
    case 'black-friday':
      return addDays(nthWeekday(year, 11, 4, 4), 1)
    case 'cyber-monday':
      return addDays(nthWeekday(year, 11, 4, 4), 4)
    case 'shrove-tuesday':
    case 'ash-wednesday':
    case 'palm-sunday':
    case 'good-friday':
    case 'easter':
    case 'easter-monday':
    case 'ascension':
    case 'pentecost':
    case 'whit-monday':
      return addDays(easter(year), FROM_EASTER[holiday])
    case 'martin-luther-king':
      return nthWeekday(year, 1, 1, 3)
    case 'presidents-day':
      return nthWeekday(year, 2, 1, 3)
    case 'columbus-day':
      return nthWeekday(year, 10, 1, 2)
    case 'labor-day':
      return nthWeekday(year, 9, 1, 1)
    case 'memorial-day':
      return lastWeekday(year, 5, 1)
    case 'mothers-day':
      return nthWeekday(year, 5, 7, 2)
    case 'fathers-day':
      return nthWeekday(year, 6, 7, 3)
    default: {
      const [month, day] = FIXED[holiday]
      return makeDay(year, month, day)
    }
  }
}

/** Feasts that move with Easter, in days after it. */
const FROM_EASTER = {
  'shrove-tuesday': -47,
  'ash-wednesday': -46,
  'palm-sunday': -7,
  'good-friday': -2,
  easter: 0,
  'easter-monday': 1,
  ascension: 39,
  pentecost: 49,
  'whit-monday': 50,
} as const

type Fixed = Exclude<
  Holiday,
  | keyof typeof FROM_EASTER
  | 'easter-weekend'
  | 'thanksgiving'
  | 'black-friday'
  | 'cyber-monday'
  | 'martin-luther-king'
  | 'presidents-day'
  | 'memorial-day'
  | 'mothers-day'
  | 'fathers-day'
  | 'labor-day'
  | 'columbus-day'
>

const FIXED: Readonly<Record<Fixed, readonly [month: number, day: number]>> = {
  christmas: [12, 25],
  'christmas-eve': [12, 24],
  'boxing-day': [12, 26],
  'new-year': [1, 1],
  'new-years-eve': [12, 31],
  halloween: [10, 31],
  valentine: [2, 14],
  'independence-day': [7, 4],
  'saint-patrick': [3, 17],
  epiphany: [1, 6],
  'australia-day': [1, 26],
  'groundhog-day': [2, 2],
  'womens-day': [3, 8],
  'april-fools': [4, 1],
  'earth-day': [4, 22],
  'anzac-day': [4, 25],
  'may-day': [5, 1],
  'cinco-de-mayo': [5, 5],
  juneteenth: [6, 19],
  'canada-day': [7, 1],
  'bastille-day': [7, 14],
  'all-saints': [11, 1],
  'bonfire-night': [11, 5],
  'veterans-day': [11, 11],
}

function nthWeekday(year: number, month: number, isoWeekday: number, nth: number): Day {
  const { first } = monthRange(year, month)
  return addDays(first, ((isoWeekday - weekday(first) + 7) % 7) + (nth - 1) * 7)
}

function lastWeekday(year: number, month: number, isoWeekday: number): Day {
  const { last } = monthRange(year, month)
  return addDays(last, -((weekday(last) - isoWeekday + 7) % 7))
}

/** @see Meeus, “Astronomical Algorithms”, chapter 8: Gregorian Easter */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return makeDay(year, Math.floor(sum / 31), (sum % 31) + 1)
}
