const MINUTE_MS = 60_000

/** A date and time as a wall clock shows them; month and day from 1. */
export type WallClock = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/**
 * Writes a wall-clock time, some minutes later, as ISO 8601 without offset, so that a bank reads it in its own zone.
 *
 * @returns Undefined if there is no such day or time (30 February, 25:00), or it lies before the year 100.
 */
export function localTime(clock: WallClock, minutesLater: number): string | undefined {
  const { year, month, day, hour, minute } = clock
  const start = new Date(Date.UTC(year, month - 1, day, hour, minute))
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const sameDay =
    start.getUTCFullYear() === year && start.getUTCMonth() === month - 1 && start.getUTCDate() === day
  const exists = sameDay && hour < 24 && minute < 60
  if (!exists) return undefined
  return new Date(start.getTime() + minutesLater * MINUTE_MS).toISOString().slice(0, 19)
}
