import type { Count, Cyclic, TimeExpression } from './expression.ts'
import { HOLIDAYS, NEEDS_DAY } from './holidays.ts'
import { innerName } from './inner-name.ts'
import {
  countAt,
  countedUnitAt,
  endsClause,
  isOneOf,
  isOwned,
  lower,
  type Reading,
  type Rule,
  sequence,
  skip,
  type Tokens,
  unitAt,
} from './reading.ts'
import { MONTHS, SEASONS, type Unit, WEEKDAYS } from './vocabulary.ts'

/** Time words that count units from the day on which they are said: [two weeks ago], [the last 3 days]. */
export const countedRules: readonly Rule[] = [thisTime, rolling, counted, halves, namesAgo]

/** [the last 3 days], [these past few weeks], [the past month], [in the last year], [the next two weeks]. */
function rolling(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'the', 'these', 'this', 'those', 'my', 'our')
  if (!isOneOf(tokens, start, 'last', 'past', 'next', 'coming', 'previous')) return undefined
  // [is coming two weeks from now]: the verb.
  if (start === at && isOneOf(tokens, start, 'coming')) return undefined
  const direction = isOneOf(tokens, start, 'next', 'coming') ? 1 : -1
  const count = countAt(tokens, start + 1)
  const unit = unitAt(tokens, count?.next ?? start + 1)
  // [the last year of school], [my last two weeks at Acme] count from the end of something else.
  if (unit === undefined || isOneOf(tokens, unit.next, 'of')) return undefined
  const isOwn = isOwned(tokens, start) && isOneOf(tokens, start, 'last', 'next')
  if (isOwn && isOneOf(tokens, unit.next, 'at', 'in', 'as', 'with')) return undefined
  const isPlural = lower(tokens, unit.next - 1).endsWith('s')
  if (count !== undefined)
    return alone({ type: 'rolling', count: count.count, unit: unit.unit, direction }, unit.next)
  if (isPlural) return alone({ type: 'rolling', count: 'few', unit: unit.unit, direction }, unit.next)
  // [the past week], [this past month] roll; [last week] and [this past weekend] are whole units.
  const rolls = start > at && unit.unit !== 'weekend' && unit.unit !== 'day'
  return rolls ? alone({ type: 'rolling', count: 1, unit: unit.unit, direction }, unit.next) : undefined
}

const HEDGES = [
  'about',
  'around',
  'almost',
  'nearly',
  'over',
  'roughly',
  'approximately',
  'only',
  'just',
  'some',
  'like',
]
const EXACTLY = ['exactly', 'precisely']

/** [three days ago], [a couple of weeks back], [exactly one year ago], [two weeks from now]. */
function counted(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, ...HEDGES, ...EXACTLY)
  const unit = countedUnitAt(tokens, start)
  if (unit === undefined) return undefined
  const exact = isOneOf(tokens, at, ...EXACTLY)
  const ago = { type: 'ago', count: unit.count, unit: unit.unit, exact } as const
  const next = skip(tokens, unit.next, 'or', 'so')
  const end = next > unit.next ? skip(tokens, next, 'so') : unit.next
  if (isOneOf(tokens, end, 'ago', 'back')) {
    const other = otherDay(tokens, end + 1) ?? pastDay(tokens, end + 1, unit.unit)
    if (other !== undefined) return countedFrom(other, { ...ago, direction: -1 })
    const dated = fromToday(tokens, end + 1)
    const expression = { ...ago, exact: exact || dated !== undefined, direction: -1 } as const
    return dated === undefined ? innerName(tokens, end + 1, expression, unit.unit) : alone(expression, dated)
  }
  const ahead = ['from now', 'from today', 'hence']
    .map((phrase) => sequence(tokens, end, phrase))
    .find(Boolean)
  if (ahead !== undefined) return alone({ ...ago, direction: 1 }, ahead)
  const from = isOneOf(tokens, end, 'from')
    ? (otherDay(tokens, end + 1) ?? comingDay(tokens, end + 1))
    : weeksOn(tokens, end, unit.unit)
  if (from !== undefined) return countedFrom(from, { ...ago, direction: 1 })
  // [a week last Sunday]: the one before that.
  const last = unit.unit === 'week' && isOneOf(tokens, end, 'last') ? pastDay(tokens, end, 'week') : undefined
  return last && countedFrom(last, { ...ago, direction: -1 })
}

/** [a week ago Sunday], [a week ago last Sunday]: counted from the Sunday that is over. */
function pastDay(tokens: Tokens, at: number, unit: Unit): Reading | undefined {
  const start = skip(tokens, at, 'last')
  const weekday = unit === 'week' ? WEEKDAYS.get(lower(tokens, start)) : undefined
  if (weekday === undefined) return undefined
  return alone(
    { type: 'cyclic', name: { type: 'weekday', weekday }, step: 'last', within: undefined },
    start + 1,
  )
}

/** [a week on Thursday], [two weeks tomorrow]: counted from a day to come. */
function weeksOn(tokens: Tokens, at: number, unit: Unit): Reading | undefined {
  if (unit !== 'week') return undefined
  const day = isOneOf(tokens, at, 'on')
    ? comingDay(tokens, at + 1)
    : isOneOf(tokens, at, 'tomorrow')
      ? otherDay(tokens, at)
      : undefined
  // [a week on Thursday's slides], [a week on Thursday Island]: on something else.
  return day !== undefined && endsClause(tokens, day.next) && tokens[day.next]?.kind !== 'possessive'
    ? day
    : undefined
}

/** A day named by a word of its own from which units are counted: [a week ago yesterday], [two weeks from tomorrow]. */
function otherDay(tokens: Tokens, at: number): Reading | undefined {
  for (const [word, shift] of [
    ['yesterday', -1],
    ['tomorrow', 1],
  ] as const) {
    if (isOneOf(tokens, at, word)) return alone({ type: 'shifted', unit: 'day', shift }, at + 1)
  }
  return undefined
}

/** [a week from Tuesday], [two weeks from next Friday]: the Tuesday to come. */
function comingDay(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, 'next', 'this')
  const weekday = WEEKDAYS.get(lower(tokens, start))
  if (weekday === undefined) return undefined
  return alone(
    { type: 'cyclic', name: { type: 'weekday', weekday }, step: 'next', within: undefined },
    start + 1,
  )
}

function countedFrom(
  anchor: Reading,
  { count, unit, direction }: { count: Count; unit: Unit; direction: -1 | 1 },
): Reading {
  return alone(
    { type: 'beside', count, unit, direction, anchor: anchor.expression, touching: false },
    anchor.next,
  )
}

/** [half a year ago], [a year and a half ago]. */
function halves(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, at, ...HEDGES)
  for (const [phrase, months] of [
    ['half a year', 6],
    ['a year and a half', 18],
    ['one and a half years', 18],
    ['two and a half years', 30],
  ] as const) {
    const next = sequence(tokens, start, phrase)
    if (next !== undefined && isOneOf(tokens, next, 'ago', 'back')) {
      return alone({ type: 'ago', count: months, unit: 'month', direction: -1, exact: false }, next + 1)
    }
  }
  return undefined
}

/** [two summers ago], [three Fridays ago]. */
function namesAgo(tokens: Tokens, at: number): Reading | undefined {
  const count = countAt(tokens, skip(tokens, at, ...HEDGES))
  if (typeof count?.count !== 'number' || !isOneOf(tokens, count.next + 1, 'ago', 'back')) return undefined
  const name = pluralName(lower(tokens, count.next))
  const step = { back: count.count }
  return name && alone({ type: 'cyclic', name, step, within: undefined }, count.next + 2)
}

function pluralName(word: string): Cyclic | undefined {
  for (const singular of [word.replace(/s$/, ''), word.replace(/es$/, '')]) {
    const weekday = WEEKDAYS.get(singular)
    if (weekday !== undefined) return { type: 'weekday', weekday }
    const season = SEASONS.get(singular)
    if (season !== undefined) return { type: 'season', season }
    const month = MONTHS.get(singular)
    if (month !== undefined) return { type: 'month', month }
    const holiday = HOLIDAYS.get(singular)
    if (holiday !== undefined && !NEEDS_DAY.has(holiday)) return { type: 'holiday', holiday }
  }
  return undefined
}

/** What a time is near to that is told by “this time” of another unit. */
const NEAR: Readonly<Partial<Record<Unit, Unit>>> = { year: 'month', month: 'week', week: 'day' }

/** [this time last year]: the month around the day a year ago; [this day last week], [the same day next month]: that day. */
function thisTime(tokens: Tokens, at: number): Reading | undefined {
  const start = skip(tokens, skip(tokens, at, 'around', 'about'), 'the')
  if (!isOneOf(tokens, start, 'this', 'same') || !isOneOf(tokens, start + 1, 'time', 'day', 'date')) {
    return undefined
  }
  const unit = unitAt(tokens, start + 3)
  const near = unit && NEAR[unit.unit]
  if (near === undefined || !isOneOf(tokens, start + 2, 'last', 'next')) return undefined
  const direction = isOneOf(tokens, start + 2, 'last') ? -1 : 1
  const anchor = { type: 'ago', count: 1, unit: unit!.unit, direction, exact: true } as const
  const isDay = !isOneOf(tokens, start + 1, 'time')
  return alone(isDay ? anchor : { type: 'around', unit: near, anchor, joined: false }, start + 4)
}

/** [a year ago today], [two weeks ago to the day]. */
function fromToday(tokens: Tokens, at: number): number | undefined {
  return sequence(tokens, at, 'today') ?? sequence(tokens, at, 'to the day')
}

function alone(expression: TimeExpression, next: number): Reading {
  return { expression, next, stands: 'alone' }
}
