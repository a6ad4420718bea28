import { z } from 'zod'

const A_TIME_IS = 'a time is a Date or ISO 8601 text like 2024-05-31T18:30:00Z'

/** A time as it may be handed in. */
export const timeValue = z.union([z.date(), z.string()], {
  error: ({ input }) => `${A_TIME_IS}${gotWords(input)}`,
})

/** Numbers below it, up to the year 5138, count seconds rather than milliseconds. */
const LEAST_MILLISECONDS = 100_000_000_000

/** Names what was given; for a number also the time that it may have meant. */
function gotWords(input: unknown): string {
  if (input instanceof Date) return ', got an invalid Date'
  if (typeof input !== 'number') return `, got ${input === null ? 'null' : `a ${typeof input}`}`
  const [ms, unit] = input < LEAST_MILLISECONDS ? [input * 1000, 'seconds'] : [input, 'milliseconds']
  const meant = new Date(ms)
  if (Number.isNaN(meant.getTime())) return `, got the number ${input}`
  return `, got the number ${input}; as ${unit} since 1970 it would be ${meant.toISOString()}`
}
