import type { TimeExpression } from './expression.ts'
import { WEEKDAY_CODES } from './vocabulary.ts'

const FRIDAY = 5

/** [Monday to Friday], [Monday to Saturday], told in the simple present, which means each week; undefined of other spans. */
export function workingWeek(expression: TimeExpression): TimeExpression | undefined {
  if (expression.type !== 'between') return undefined
  const [from, to] = [expression.from, expression.to].map((end) =>
    end.type === 'cyclic' && end.step === 'bare' && end.within === undefined && end.name.type === 'weekday'
      ? end.name.weekday
      : 0,
  )
  if (from !== 1 || to === undefined || to < FRIDAY) return undefined
  const byday = WEEKDAY_CODES.slice(1, to + 1)
  return { type: 'recurrence', rule: { freq: 'weekly', interval: 1, byday } }
}
