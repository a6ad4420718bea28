import type { TimeExpression } from './expression.ts'
import { endsClause, isCapital, isOneOf, lower, type Reading, type Tokens } from './reading.ts'

type Surroundings = {
  readonly tokens: Tokens
  /** Where the reading begins, behind its preposition. */
  readonly start: number
  readonly governor: string | undefined
}

/** Prepositions behind which a bare name of a period is one. */
const OF_TIME = new Set([
  'in',
  'on',
  'during',
  'over',
  'throughout',
  'within',
  'since',
  'until',
  'till',
  'by',
  'before',
  'after',
])
const ALSO_OF_TIME = new Set([
  'around',
  'about',
  'circa',
  'for',
  'through',
  'at',
  'as-of',
  'up to',
  'up until',
  'from',
  'sometime',
])

/** What happens at a time, so that [the 2023 festival] names a year and [the 2000 flyers] does not. */
const EVENTS = new Set(
  (
    'trip season festival race marathon tournament concert meeting conference party review holiday vacation election ' +
    'championship show tour edition game final convention workshop wedding reunion campaign exhibition fair visit ' +
    'budget report camp retreat competition gathering event summit celebration'
  ).split(' '),
)

const COUNTED_PEOPLE = new Set([
  'people',
  'men',
  'women',
  'children',
  'euro',
  'percent',
  'feet',
  'sheep',
  'kg',
  'km',
  'miles',
])

/**
 * Whether a reading is time words where it stands: [in May] and [the 2023 festival] are, [May I] and [2000 flyers] are not.
 */
export function standsUp(reading: Reading, around: Surroundings): boolean {
  const { expression, stands, next } = reading
  const { tokens, start, governor } = around
  if (stands === 'alone') return true
  const kind = kindOf(expression)
  if (kind === 'year') return yearStands(next, around)
  if (kind === 'weekday') return governor !== undefined || isOneOf(tokens, start - 1, 'on', 'this')
  if (kind === 'day-of-month')
    return (
      isGoverned(governor, 'on', 'since', 'until', 'by', 'before', 'after', 'around') &&
      endsClause(tokens, next)
    )
  if (kind === 'month') return monthStands(reading, around)
  if (kind === 'season')
    return (
      isGoverned(governor, 'in', 'during', 'over', 'throughout', 'since', 'until', 'by') &&
      endsClause(tokens, next)
    )
  if (kind === 'holiday') return holidayStands(next, around)
  if (kind === 'numeric') return governor === 'on' && endsClause(tokens, next)
  return governor !== undefined && (OF_TIME.has(governor) || ALSO_OF_TIME.has(governor))
}

type Kind = 'year' | 'weekday' | 'day-of-month' | 'month' | 'season' | 'holiday' | 'numeric' | 'other'

function kindOf(expression: TimeExpression): Kind {
  if (expression.type === 'between') return kindOf(expression.from)
  if (expression.type === 'absolute') return 'year'
  if (expression.type === 'numeric') return 'numeric'
  if (expression.type !== 'cyclic') return 'other'
  return expression.name.type === 'date' || expression.name.type === 'quarter'
    ? 'other'
    : expression.name.type
}

function isGoverned(governor: string | undefined, ...words: readonly string[]): boolean {
  return governor !== undefined && words.includes(governor)
}

function yearStands(next: number, { tokens, start, governor }: Surroundings): boolean {
  const after = tokens[next]
  if (after !== undefined && (COUNTED_PEOPLE.has(after.lower) || after.text === '%')) return false
  // [the 2023 festival], [2023's festival].
  if (governor === undefined || !(OF_TIME.has(governor) || ALSO_OF_TIME.has(governor))) {
    const isNamed = lower(tokens, start - 1) === 'the' || lower(tokens, start) === 'the'
    return after?.kind === 'possessive' || (isNamed && after !== undefined && EVENTS.has(after.lower))
  }
  // [in 2000 houses]: a plural behind it makes it a number.
  const isPlural = after?.kind === 'word' && /[^s]s$/.test(after.lower) && !endsClause(tokens, next)
  if (isPlural) return false
  return OF_TIME.has(governor) || endsClause(tokens, next)
}

function monthStands(reading: Reading, { tokens, start, governor }: Surroundings): boolean {
  const name = tokens[start]
  const next = tokens[reading.next]
  if (reading.stands === 'governed') {
    if (governor === undefined)
      return lower(tokens, start) === 'the' || isOneOf(tokens, start - 1, 'the', 'our', 'my', 'your', 'that')
    return governor !== 'of' || endsClause(tokens, reading.next)
  }
  if (governor === undefined || !OF_TIME.has(governor)) {
    // [the May meeting]: written like a name, with a noun behind it.
    const isNamed = lower(tokens, start) === 'the' || isOneOf(tokens, start - 1, 'the', 'our', 'my')
    return (
      isNamed &&
      isCapital(tokens[reading.next - 1]) &&
      next?.kind === 'word' &&
      !isCapital(next) &&
      !endsClause(tokens, reading.next)
    )
  }
  if (next?.kind === 'possessive' || isCapital(next))
    return next !== undefined && endsClause(tokens, reading.next) && next.kind === 'word'
  // [before April left], [a cake by June]: a person, perhaps; [trust in Jan].
  const isShort = (name?.text.length ?? 0) <= 4 && !isOneOf(tokens, start, 'june', 'july')
  if (isShort && !isCapital(name))
    return ['in', 'during', 'since', 'until'].includes(governor) && endsClause(tokens, reading.next)
  if (governor === 'by') return endsClause(tokens, reading.next) && !isDone(tokens, start - 2)
  return governor === 'in' || governor === 'during' || endsClause(tokens, reading.next)
}

/** A participle before “by” makes what follows a doer: [baked by June]. */
function isDone(tokens: Tokens, at: number): boolean {
  return /(?:ed|en|made|done|sung|built|bought|brought|sent|told|won|hung|wrote|painted)$/.test(
    lower(tokens, at),
  )
}

function holidayStands(next: number, { tokens, governor }: Surroundings): boolean {
  return (
    governor !== undefined &&
    (OF_TIME.has(governor) || governor === 'at' || governor === 'for') &&
    endsClause(tokens, next)
  )
}
