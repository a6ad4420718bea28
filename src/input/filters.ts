import { z } from 'zod'
import type { DayRange } from '../model/day-range.ts'
import type { SessionId, Turn, TurnId } from '../model/turn.ts'
import type { TurnFilter } from '../store/store.ts'
import { isDay } from '../time/day-range.ts'
import { metadata } from './metadata.ts'
import { read } from './validation.ts'

const day = z.string().refine(isDay, 'a day is written like 2024-05-31')
const during = z
  .strictObject({ first: day, last: day })
  .refine(({ first, last }) => first <= last, 'the first day must not be later than the last')

/** Text that names something. */
export const name = z.string().min(1, 'it must not be empty')

/** The keys of a schema that has hard filters. */
export const hardFilters = {
  during: during.optional(),
  session: name.optional(),
  speaker: name.optional(),
  metadata: metadata.optional(),
}

const readFilter = z.strictObject({ ...hardFilters, ids: z.array(z.string()).optional() })

/** @throws {ValidationError} Names the filter that does not hold. */
export function resolveReadFilter(filter: unknown): TurnFilter {
  return resolveFilter(read(readFilter, filter, 'filter'))
}

export function resolveFilter(given: Partial<z.infer<typeof readFilter>>): TurnFilter {
  return {
    ids: given.ids as readonly TurnId[] | undefined,
    session: given.session as SessionId | undefined,
    speaker: given.speaker,
    during: given.during as DayRange | undefined,
    notAfter: undefined,
    metadata: given.metadata as Turn['metadata'],
  }
}
