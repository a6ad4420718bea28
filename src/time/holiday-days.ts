import type { Day, DayRange } from '../model/day-range.ts'
import { addDays, makeDay, makeRange, monthRange, weekday } from './day-range.ts'
import type { Holiday } from './holidays.ts'

/** The day or days of a holiday in a year; those that countries hold apart are the ones of the United States. */
export function holidayRange(holiday: Holiday, year: number): DayRange {
  // People are off from Good Friday to Easter Monday.
  if (holiday === 'easter-weekend')
    return makeRange(dayOf(PLACES['good-friday'], year), dayOf(PLACES['easter-monday'], year))
  return makeRange(dayOf(PLACES[holiday], year))
}

/** Where a holiday lies in the year. */
type Place =
  | { readonly month: number; readonly day: number }
  /** The weekday (1 Monday to 7 Sunday) that is the nth of its month, and so many days after it. */
  | {
      readonly month: number
      readonly weekday: number
      readonly nth: number | 'last'
      readonly after?: number
    }
  /** Days after Easter. */
  | { readonly easter: number }

function dayOf(place: Place, year: number): Day {
  if ('easter' in place) return addDays(easter(year), place.easter)
  if ('day' in place) return makeDay(year, place.month, place.day)
  const { first, last } = monthRange(year, place.month)
  if (place.nth === 'last') return addDays(last, -((weekday(last) - place.weekday + 7) % 7))
  const days = ((place.weekday - weekday(first) + 7) % 7) + (place.nth - 1) * 7
  return addDays(first, days + (place.after ?? 0))
}

const MONDAY = 1
const THURSDAY = 4
const SUNDAY = 7

const PLACES: Readonly<Record<Exclude<Holiday, 'easter-weekend'>, Place>> = {
  christmas: { month: 12, day: 25 },
  'christmas-eve': { month: 12, day: 24 },
  'boxing-day': { month: 12, day: 26 },
  'new-year': { month: 1, day: 1 },
  'new-years-eve': { month: 12, day: 31 },
  halloween: { month: 10, day: 31 },
  valentine: { month: 2, day: 14 },
  'independence-day': { month: 7, day: 4 },
  'saint-patrick': { month: 3, day: 17 },
  epiphany: { month: 1, day: 6 },
  'australia-day': { month: 1, day: 26 },
  'groundhog-day': { month: 2, day: 2 },
  'womens-day': { month: 3, day: 8 },
  'april-fools': { month: 4, day: 1 },
  'earth-day': { month: 4, day: 22 },
  'anzac-day': { month: 4, day: 25 },
  'may-day': { month: 5, day: 1 },
  'cinco-de-mayo': { month: 5, day: 5 },
  juneteenth: { month: 6, day: 19 },
  'canada-day': { month: 7, day: 1 },
  'bastille-day': { month: 7, day: 14 },
  'all-saints': { month: 11, day: 1 },
  'bonfire-night': { month: 11, day: 5 },
  'veterans-day': { month: 11, day: 11 },
  'martin-luther-king': { month: 1, weekday: MONDAY, nth: 3 },
  'presidents-day': { month: 2, weekday: MONDAY, nth: 3 },
  'mothers-day': { month: 5, weekday: SUNDAY, nth: 2 },
  'memorial-day': { month: 5, weekday: MONDAY, nth: 'last' },
  'fathers-day': { month: 6, weekday: SUNDAY, nth: 3 },
  'labor-day': { month: 9, weekday: MONDAY, nth: 1 },
  'columbus-day': { month: 10, weekday: MONDAY, nth: 2 },
  thanksgiving: { month: 11, weekday: THURSDAY, nth: 4 },
  'black-friday': { month: 11, weekday: THURSDAY, nth: 4, after: 1 },
  'cyber-monday': { month: 11, weekday: THURSDAY, nth: 4, after: 4 },
  'shrove-tuesday': { easter: -47 },
  'ash-wednesday': { easter: -46 },
  'palm-sunday': { easter: -7 },
  'good-friday': { easter: -2 },
  easter: { easter: 0 },
  'easter-monday': { easter: 1 },
  ascension: { easter: 39 },
  pentecost: { easter: 49 },
  'whit-monday': { easter: 50 },
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
