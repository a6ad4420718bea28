import type { Certainty } from '../model/memory-unit.ts'
import type { TimeExpression } from './expression.ts'

/** Whether the days are told by the words themselves, or only implied: [last few weeks], [in summer], [since May]. */
export function certaintyOf(expression: TimeExpression): Certainty {
  switch (expression.type) {
    case 'ago':
      return typeof expression.count === 'number' && (expression.unit === 'day' || expression.exact)
        ? 'stated'
        : 'implied'
    case 'rolling':
      return typeof expression.count === 'number' ? 'stated' : 'implied'
    case 'cyclic':
      return expression.step === 'bare' && expression.name.type === 'season' ? 'implied' : 'stated'
    case 'part':
      return expression.part === 'first-half' || expression.part === 'second-half'
        ? certaintyOf(expression.of)
        : 'implied'
    case 'lasting':
    case 'vague':
    case 'since-last-talk':
    case 'open':
      return 'implied'
    default:
      return 'stated'
  }
}
