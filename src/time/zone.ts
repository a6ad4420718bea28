import { Temporal } from 'temporal-polyfill'
import type { Day, DayRange, Instant } from '../model/day-range.ts'
import { addDays, dayOfNumber } from './day-range.ts'

const DAY_MS = 86_400_000

/** ISO 8601 date, or date and time, with or without an offset: [2024-03-10T02:30:00.5+01:00]. */
const TIME_PATTERN =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

/** Whether the runtime knows the IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    offsetMs(0, name)
    return true
  } catch {
    return false
  }
}

/**
 * The day on which an instant falls in an IANA time zone.
 *
 * @throws {RangeError} If the zone is unknown or the instant is none.
 */
export function dayOfInstant(instant: Instant, timeZone: string): Day {
  const epochMs = epochMsOf(instant)
  return dayOfNumber(Math.floor((epochMs + offsetMs(epochMs, timeZone)) / DAY_MS))
}

/** The minutes of its local day that have gone by at an instant, 0-1439, as a clock on the wall shows them. */
export function minuteOfInstant(instant: Instant, timeZone: string): number {
  const epochMs = epochMsOf(instant)
  const local = epochMs + offsetMs(epochMs, timeZone)
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / 60_000)
}

/**
 * The instants of a day range, `start` included, `end` not: days of 23 or 25 hours come out as they are.
 * The last day that can be written ends with its last millisecond.
 */
export function instantsOfDays(
  range: DayRange,
  timeZone: string,
): { readonly start: Instant; readonly end: Instant } {
  return { start: startOfDay(range.first, timeZone), end: endOfDay(range.last, timeZone) }
}

/**
 * Reads a time: a `Date`, or ISO 8601 text; without an offset it is local to `timeZone`, a date alone is its start.
 * A local time that a clock change skips moves ahead by the gap, one that it repeats is the earlier.
 *
 * @throws {RangeError} If the input is no such time, a day that does not exist, or lies outside the years 0001-9999.
 * @see RFC 5545, section 3.3.5, for skipped and repeated local times
 */
export function parseInstant(input: Date | string, timeZone: string): Instant {
  if (input instanceof Date) return instantOf(input.getTime())
  const match = TIME_PATTERN.exec(input.trim())
  if (match === null) throw notATime(input)
  const [, date, minutes = '00:00', seconds = ':00', fraction = '', offset] = match
  const local = Date.parse(`${date}T${minutes}${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
  // Date.parse rolls 30 February over; what comes back then is another day.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) throw notATime(input)
  if (offset !== undefined) return instantOf(local - offsetOf(offset, input))
  return instantOf(epochMsOfLocal(local, timeZone))
}

/** The UTC instant of milliseconds since 1970. */
export function instantOf(epochMs: number): Instant {
  const date = new Date(epochMs)
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) {
    throw new RangeError(`Cannot write an instant as its year must be 1-9999: current value is ${epochMs} ms`)
  }
  return date.toISOString() as Instant
}

function startOfDay(day: Day, timeZone: string): Instant {
  return instantOf(epochMsOfLocal(Date.parse(`${day}T00:00:00.000Z`), timeZone))
}

function endOfDay(day: Day, timeZone: string): Instant {
  if (day === '9999-12-31') return '9999-12-31T23:59:59.999Z' as Instant
  return startOfDay(addDays(day, 1), timeZone)
}

/** The instant of a local time, given as if it were UTC. */
function epochMsOfLocal(local: number, timeZone: string): number {
  const before = offsetMs(local - DAY_MS, timeZone)
  const after = offsetMs(local + DAY_MS, timeZone)
  if (before === after) return local - before
  // Near a change the earlier offset is tried first: right for what is repeated, and it carries over a gap.
  const early = local - before
  if (offsetMs(early, timeZone) === before) return early
  const late = local - after
  return offsetMs(late, timeZone) === after ? late : early
}

/**
 * The offsets of days without a change, by zone. A memo of what the time zone database says, bounded:
 * asking it anew for each turn would cost more than all the rest of an append.
 */
const memo = new Map<string, Map<number, number | undefined>>()
const MEMO_DAYS = 20_000
const MEMO_ZONES = 200

/** Milliseconds that local time in the zone is ahead of UTC. */
function offsetMs(epochMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const day = Math.floor(epochMs / DAY_MS)
  const days = memoOf(timeZone)
  if (!days.has(day)) {
    if (days.size >= MEMO_DAYS) days.clear()
    days.set(day, steadyOffset(day, timeZone))
  }
  return days.get(day) ?? exactOffsetMs(epochMs, timeZone)
}

function memoOf(timeZone: string): Map<number, number | undefined> {
  const known = memo.get(timeZone)
  if (known !== undefined) return known
  // Throws for a zone that does not exist, before anything is kept of it.
  exactOffsetMs(0, timeZone)
  if (memo.size >= MEMO_ZONES) memo.clear()
  const days = new Map<number, number | undefined>()
  memo.set(timeZone, days)
  return days
}

function steadyOffset(day: number, timeZone: string): number | undefined {
  const start = exactOffsetMs(day * DAY_MS, timeZone)
  return exactOffsetMs((day + 1) * DAY_MS, timeZone) === start ? start : undefined
}

function exactOffsetMs(epochMs: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6
}

function offsetOf(text: string, input: string): number {
  if (text === 'Z' || text === 'z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', ''))
  if (Number(text.slice(1, 3)) > 23 || Number(text.slice(3).replace(':', '')) > 59) throw notATime(input)
  return (text.startsWith('-') ? -minutes : minutes) * 60_000
}

function epochMsOf(instant: Instant): number {
  const epochMs = Date.parse(instant)
  if (Number.isNaN(epochMs)) throw notATime(instant)
  return epochMs
}

function notATime(input: string): RangeError {
  return new RangeError(
    `Cannot read a time as it must be ISO 8601: current value is ${JSON.stringify(input)}`,
  )
}
