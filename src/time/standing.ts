import type { TimeExpression } from './expression.ts'
import { endsClause, isCapital, isOneOf, lower, type Reading, type Tokens } from './reading.ts'

type Surroundings = {
  readonly tokens: Tokens
  /** Where the reading begins, behind its preposition. */
  readonly start: number
  /** The preposition before it, lower case. */
  readonly governor: string | undefined
}

/**
 * Whether a reading is time words where it stands: [in May] and [the 2023 festival] are, [May I] and [2000 flyers] are not.
 */
export function standsUp(reading: Reading, around: Surroundings): boolean {
  if (reading.stands === 'alone') return true
  const { tokens, start, governor = '' } = around
  // [baked by June], [inspired by autumn]: behind a participle “by” names the doer.
  if (
    governor === 'by' &&
    /(?:ed|en|made|done|sung|built|bought|sent|told|won|hung)$/.test(lower(tokens, start - 2))
  )
    return false
  const isLast = endsClause(tokens, reading.next)
  if (isSubject(reading, around)) return true
  switch (kindOf(reading.expression)) {
    case 'year':
      return yearStands(reading, around)
    case 'month':
      return reading.stands === 'governed' ? plainMonthStands(around) : nameLikeMonthStands(reading, around)
    case 'season':
      // [fell for Summer]: as likely a person.
      if (governor === 'for' && isCapital(tokens[start])) return false
      return (
        isLast && ['in', 'during', 'over', 'throughout', 'since', 'until', 'by', 'for'].includes(governor)
      )
    case 'holiday':
      return isLast && (OF_TIME.has(governor) || ['at', 'for', 'around', 'about'].includes(governor))
    case 'weekday':
      return governor !== ''
    case 'weekend':
      return isLast && ['on', 'at', 'over', 'during'].includes(governor)
    case 'day-of-month':
      // [the 4th floor], but [the meeting on the 12th went well].
      return (
        (isLast || PLAIN_PAST.has(lower(tokens, reading.next))) &&
        ['on', 'since', 'until', 'by', 'before', 'after', 'around'].includes(governor)
      )
    case 'numeric':
      return isLast && governor === 'on'
    default:
      return OF_TIME.has(governor) || MAYBE_OF_TIME.has(governor)
  }
}

/** A period of which something is told, at the head of its clause: [January was tough], [Q2 went well], [summer will be hot]. */
function isSubject(reading: Reading, { tokens, start, governor }: Surroundings): boolean {
  if (governor !== undefined || !isCapital(tokens[start]) || !BEHIND_SUBJECT.has(lower(tokens, reading.next)))
    return false
  const before = tokens[start - 1]
  if (before !== undefined && before.kind !== 'mark' && !CLAUSE_HEADS.has(before.lower)) return false
  const kind = kindOf(reading.expression)
  // [March was late], [June went home]: as likely a person.
  if (kind === 'month') return reading.stands === 'governed'
  if (kind === 'season') return BEHIND_SEASON.has(lower(tokens, reading.next))
  return (
    kind === 'holiday' || kind === 'weekday' || (kind === 'other' && reading.expression.type === 'cyclic')
  )
}

const BEHIND_SUBJECT = new Set(
  "was wasn't will won't went felt brought turned flew works suits looks sounds seems".split(' '),
)
/** [Summer looks happy]: a person. */
const BEHIND_SEASON = new Set("was wasn't will won't".split(' '))
/** Past tenses that are nothing else: of [the 3rd cut], [the 2nd read], [the 5th lost game] none is a day. */
const PLAIN_PAST = new Set('was were had did went got took came gave began felt became brought'.split(' '))
const CLAUSE_HEADS = new Set('and but so because although though then while'.split(' '))

/** Prepositions behind which a bare name of a period is one, and those that have many other uses. */
const OF_TIME = new Set('in on during over throughout within since until till by before after'.split(' '))
const MAYBE_OF_TIME = new Set([
  'around',
  'about',
  'circa',
  'for',
  'through',
  'at',
  'as-of',
  'up',
  'sometime',
  'toward',
  'towards',
  'near',
])

/** What happens at a time, so that [the 2023 festival] names a year and [the 2000 flyers] does not. */
const EVENTS = new Set(
  (
    'trip season festival race marathon tournament concert meeting conference party review holiday vacation election ' +
    'championship show tour edition game final convention workshop wedding reunion campaign exhibition fair visit ' +
    'budget report camp retreat competition gathering event summit celebration deadline appointment session call'
  ).split(' '),
)

/** What is counted without a plural in -s. */
const COUNTED = new Set(
  'people men women children euro percent feet sheep kg km miles metres meters %'.split(' '),
)

type Kind =
  | 'year'
  | 'month'
  | 'season'
  | 'holiday'
  | 'weekday'
  | 'weekend'
  | 'day-of-month'
  | 'numeric'
  | 'other'

function kindOf(expression: TimeExpression): Kind {
  if (expression.type === 'between') return kindOf(expression.from)
  if (expression.type === 'absolute') return 'year'
  if (expression.type === 'numeric') return 'numeric'
  if (expression.type !== 'cyclic') return 'other'
  return expression.name.type === 'date' || expression.name.type === 'quarter'
    ? 'other'
    : expression.name.type
}

function yearStands({ next }: Reading, { tokens, start, governor = '' }: Surroundings): boolean {
  const after = tokens[next]
  const isPlural =
    after?.kind === 'word' && /[^s]s$/.test(after.lower) && !isCapital(after) && !endsClause(tokens, next)
  if (after !== undefined && (isPlural || COUNTED.has(after.lower))) return false
  const isPlain = tokens[next - 1]!.value >= 1800 || tokens[next - 1]!.kind !== 'number'
  if (OF_TIME.has(governor)) return isPlain || endsClause(tokens, next)
  if (MAYBE_OF_TIME.has(governor)) return endsClause(tokens, next)
  return after?.kind === 'possessive' || isNamedEvent(next, { tokens, start })
}

/** [July], which is hardly ever anything else: any preposition of time, or [the July workshop]. */
function plainMonthStands({ tokens, start, governor }: Surroundings): boolean {
  return governor === undefined ? isNamed({ tokens, start }) : governor !== 'about'
}

/** [May], [Jan]: also a verb, a person: a preposition of time and the end of a clause, or a capital and an event. */
function nameLikeMonthStands({ next }: Reading, { tokens, start, governor = '' }: Surroundings): boolean {
  const name = tokens[start]
  if (!OF_TIME.has(governor)) return isCapital(tokens[next - 1]) && isNamedEvent(next, { tokens, start })
  // [in May's garden], [in Jan Novak's van]; but [in May I was away].
  const after = tokens[next]
  const isLast = endsClause(tokens, next)
  if (after?.kind === 'possessive' || (isCapital(after) && !isLast)) return false
  if (!isCapital(name)) return isLast && ['in', 'during', 'since', 'until'].includes(governor)
  return isLast || governor === 'in' || governor === 'during'
}

function isNamedEvent(next: number, around: Pick<Surroundings, 'tokens' | 'start'>): boolean {
  // [the 2023 Christmas party], [the 2019 Tokyo marathon].
  const name = isCapital(around.tokens[next]) ? next + 1 : next
  return isNamed(around) && EVENTS.has(lower(around.tokens, name))
}

/** Whether an article or a possessive stands before the name, or was read with it. */
function isNamed({ tokens, start }: Pick<Surroundings, 'tokens' | 'start'>): boolean {
  return isOneOf(tokens, start, 'the') || isOneOf(tokens, start - 1, 'the', 'our', 'my', 'your', 'that')
}
