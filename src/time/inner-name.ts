import { calendarRules } from './calendar-periods.ts'
import type { Cyclic, TimeExpression } from './expression.ts'
import { longest, type Reading, skip, type Tokens } from './reading.ts'
import type { Unit } from './vocabulary.ts'

/** The unit that was just read, or a name told to lie within it: [last year in August], [last week, on Friday]. */
export function innerName(tokens: Tokens, at: number, outer: TimeExpression, unit: Unit): Reading {
  const comma = skip(tokens, at, ',')
  const start = skip(tokens, comma, 'on', 'in', 'around', 'at')
  const inner = start > comma ? longest(calendarRules, tokens, start) : undefined
  const name =
    inner?.expression.type === 'cyclic' && inner.expression.step === 'bare' ? inner.expression : undefined
  if (inner === undefined || name === undefined || !hasOne(unit, name.name.type)) {
    return { expression: outer, next: at, stands: 'alone' }
  }
  return { expression: { ...name, within: outer }, next: inner.next, stands: 'alone' }
}

/** Whether each such unit has a name of this kind just once. */
export function hasOne(unit: Unit, name: Cyclic['type']): boolean {
  return INNER[unit].includes(name)
}

/** What each unit has just once. */
const INNER: Readonly<Record<Unit, readonly Cyclic['type'][]>> = {
  minute: [],
  hour: [],
  day: [],
  week: ['weekday', 'weekend'],
  weekend: ['weekday'],
  month: ['day-of-month'],
  quarter: ['month'],
  year: ['month', 'date', 'season', 'quarter', 'holiday'],
  decade: [],
}
