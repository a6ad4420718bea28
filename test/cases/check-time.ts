import type { Day, RecallFrame } from '../../src/index.ts'
import { instantsOfDays } from '../../src/time/zone.ts'
import type { Days } from './case.ts'
import { type Check, differ } from './check-evidence.ts'

export type Framed = { readonly frame: RecallFrame; readonly timeZone: string }

/** Expectations on what is read out of a question. */
export const FRAME_CHECKS: Readonly<Record<string, Check<Framed>>> = {
  time_range: (wanted, { frame }) => differ('the time range', rangeOf(frame), wanted),
  accept_time_ranges: (wanted, { frame }) => {
    const range = JSON.stringify(rangeOf(frame))
    return (wanted as unknown[]).some((each) => JSON.stringify(each) === range)
      ? undefined
      : `the time range ${range} is none of ${JSON.stringify(wanted)}`
  },
  reject_time_ranges: (wanted, { frame }) => {
    const range = JSON.stringify(rangeOf(frame))
    return (wanted as unknown[]).some((each) => JSON.stringify(each) === range)
      ? `the time range is the wrong ${range}`
      : undefined
  },
  ambiguous: (wanted, { frame }) =>
    differ(
      'whether the date is ambiguous',
      frame.time.status === 'grounded' && frame.time.readings.length > 1,
      wanted,
    ),
  candidates: (wanted, { frame }) => {
    const readings =
      frame.time.status === 'grounded' ? frame.time.readings.map(({ first, last }) => [first, last]) : []
    return differ('the readings', readings.toSorted(), (wanted as Days[]).toSorted())
  },
  entities: (wanted, { frame }) => {
    const named = [...frame.entities, ...frame.persons, ...frame.locations, ...frame.unknownNames]
    const missing = (wanted as string[]).filter((name) => !named.includes(name))
    return missing.length > 0 ? `${missing} should be among the names ${named}` : undefined
  },
  keyword_query_excludes: (wanted, { frame }) => {
    const present = (wanted as string[]).filter((word) => frame.need.keywords.includes(word))
    return present.length > 0 ? `${present} should have left the keywords ${frame.need.keywords}` : undefined
  },
  instants_half_open: (wanted, { frame, timeZone }) => {
    const range = rangeOf(frame)
    if (range === null) return 'there is no time range'
    const { start, end } = instantsOfDays({ first: range[0] as Day, last: range[1] as Day }, timeZone)
    return differ('the instants', [start, end], wanted)
  },
}

function rangeOf({ time }: RecallFrame): Days | null {
  return time.status === 'grounded' ? [time.range.first, time.range.last] : null
}
